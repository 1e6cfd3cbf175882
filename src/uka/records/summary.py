"""A summary of each deal of a record: the calls, the tricks, the outcome and the points."""

from __future__ import annotations

import msgspec

from uka.core.actions import Action, CallTrump, OrderUp
from uka.core.cards import Suit
from uka.core.rubber import GameOrRubber, Rubber
from uka.core.rulings import MisdealRuling, RevokeRuling
from uka.core.seats import Seat

from .entries import Acted, Dealt, MisdealRecorded, Note, RulingGiven
from .log import Log

UNKNOWN = "x"
MISDEAL = "misdeal"
OPEN = "open"
CLAIMED = "claimed"
"""The ``kind`` of a note which says that a player claimed the remaining tricks.

The record holds plays after this note. Uka wrote these plays; no player chose them.
"""


class CallSummary(msgspec.Struct, frozen=True):
    """A seat's call in words: "pass", "order up", or the name of a suit. ``alone`` is true if the seat goes alone."""

    seat: Seat
    call: str
    alone: bool = False


class DealSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of a deal. ``number`` is the deal's index in the record, and ``game`` the game's index in a rubber.

    ``upcard`` is ``x`` if the card is not known. ``outcome`` is None while the deal goes on. ``outcome`` is ``misdeal``
    if a misdeal voided the deal. ``score`` is the score of the game after the deal. ``tricks``, ``points`` and
    ``score`` hold a number for each partnership, north-south first. ``certain`` is false if the deal's
    result could be different with the unknown cards in different places.
    """

    number: int
    game: int
    dealer: Seat
    upcard: str
    calls: tuple[CallSummary, ...]
    maker: Seat | None
    trump: Suit | None
    alone: bool
    loner: Seat | None
    lone_defender: Seat | None
    tricks: tuple[int, ...]
    outcome: str | None
    points: tuple[int, ...] | None
    score: tuple[int, ...]
    certain: bool = True


def summary(log: Log) -> list[DealSummary]:
    """Return a summary of every deal of a record.

    >>> from uka.core.actions import PASS
    >>> from uka.core.ruleset import Ruleset
    >>> from uka.core.shuffle import shuffled
    >>> log = Log.start(Ruleset(), dealer=Seat.SOUTH)
    >>> events = log.deal(shuffled(log.rules, seed=7))
    >>> events = log.act(PASS)
    >>> summary(log)[0].upcard, summary(log)[0].calls
    ('9h', (CallSummary(seat=Seat.WEST, call='pass', alone=False),))
    """
    deals, entry = list[DealSummary](), Dealt(())
    for entry_now, _, state in log.replay():
        match entry_now:
            case Dealt():
                entry = entry_now
                deals.append(_summary(len(deals), entry, state))
            case Acted():
                deals[-1] = _summary(deals[-1].number, entry, state)
            case MisdealRecorded() | RulingGiven(ruling=MisdealRuling()) if deals and deals[-1].outcome is None:
                deals[-1] = msgspec.structs.replace(deals[-1], outcome=MISDEAL)
            case RulingGiven(ruling=RevokeRuling()) if state is not None and state.deal is not None:
                deals[-1] = _summary(deals[-1].number, entry, state)
            case Note(kind=kind) if kind == OPEN:
                deals[-1] = msgspec.structs.replace(deals[-1], certain=False)
            case _:
                pass
    return deals


def _summary(number: int, entry: Dealt, state: GameOrRubber | None) -> DealSummary:
    assert state is not None
    assert state.deal is not None
    deal, contract = state.deal, state.deal.contract
    result = deal.result
    return DealSummary(
        number=number,
        game=len(state.games) - 1 if isinstance(state, Rubber) else 0,
        dealer=deal.dealer,
        upcard=UNKNOWN if deal.upcard in entry.unknown else str(deal.upcard),
        calls=tuple(_call_summary(call.seat, call.action) for call in deal.calls),
        maker=deal.maker,
        trump=deal.trump,
        alone=contract is not None and contract.loner is not None,
        loner=contract.loner if contract else None,
        lone_defender=contract.lone_defender if contract else None,
        tricks=deal.taken,
        outcome=result.outcome.value if result else None,
        points=result.points if result else None,
        score=state.score,
    )


def _call_summary(seat: Seat, action: Action) -> CallSummary:
    match action:
        case OrderUp(alone=alone):
            return CallSummary(seat, "order up", alone)
        case CallTrump(suit=suit, alone=alone):
            return CallSummary(seat, str(suit), alone)
        case _:
            return CallSummary(seat, "pass")
