"""A summary of each deal of a game record: the calls, the tricks, the outcome and the points."""

from __future__ import annotations

import msgspec

from uka.core.actions import Action, CallTrump, OrderUp
from uka.core.cards import Suit
from uka.core.rubber import GameOrRubber, Rubber
from uka.core.rulings import MisdealRuling, RevokeRuling
from uka.core.seats import Seat

from .entries import UNCERTAIN, Acted, Dealt, MisdealRecorded, Note, RulingGiven
from .log import Log

UNKNOWN = "x"
"""The text in place of an upcard that is not known."""
MISDEAL = "misdeal"
"""The outcome of a deal that a misdeal voided."""
CLAIMED = "claimed"
"""The ``kind`` of a note which says that a player claimed the remaining tricks.

The plays after this note were added by Uka; no player chose them.
"""


class CallSummary(msgspec.Struct, frozen=True):
    """A call of a seat in words."""

    seat: Seat
    call: str
    """The call: "pass", "order up", or the name of the suit that the seat made trump."""
    alone: bool = False
    """Whether the seat goes alone, without its partner."""


class DealSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of one deal of a record: the calls, the tricks, the outcome and the points."""

    number: int
    """The number of the deal in the record, from 0."""
    game: int
    """The number of the game in the rubber, from 0."""
    dealer: Seat
    upcard: str
    """The upcard, such as "Jd", or "x" if it is not known."""
    calls: tuple[CallSummary, ...]
    maker: Seat | None
    trump: Suit | None
    alone: bool
    """Whether a seat of the makers plays without its partner."""
    loner: Seat | None
    """The seat of the makers that plays without its partner, or None."""
    lone_defender: Seat | None
    """The defender who plays without their partner, or None."""
    tricks: tuple[int, ...]
    """The tricks taken by each partnership, north-south first."""
    outcome: str | None
    """The outcome, such as "made" or "euchred". It is "misdeal" if a misdeal voided the deal, or None if the deal is
    not finished."""
    points: tuple[int, ...] | None
    """The points scored by each partnership, north-south first, or None if the deal is not finished."""
    score: tuple[int, ...]
    """The score of the game after the deal by partnership, north-south first."""
    certain: bool = True
    """Whether the result is certain. It is not if the unknown cards could lie so that the result is another one."""


def summary(log: Log) -> list[DealSummary]:
    """Return a summary of every deal of a game record, in the order of play.

    >>> from uka.core.actions import PASS
    >>> from uka.core.ruleset import Ruleset
    >>> from uka.core.shuffle import shuffled
    >>> log = Log.start(Ruleset(), dealer=Seat.SOUTH)
    >>> events = log.deal(shuffled(log.rules, seed=7))
    >>> events = log.act(PASS)
    >>> summary(log)[0].upcard, summary(log)[0].calls
    ('9h', (CallSummary(seat=Seat.WEST, call='pass', alone=False),))
    """
    deals, dealt = list[DealSummary](), Dealt(())
    for entry, _, state in log.replay():
        match entry:
            case Dealt():
                dealt = entry
                deals.append(_summary(len(deals), dealt, state))
            case Acted():
                deals[-1] = _summary(deals[-1].number, dealt, state)
            case MisdealRecorded() | RulingGiven(ruling=MisdealRuling()) if deals and deals[-1].outcome is None:
                deals[-1] = msgspec.structs.replace(deals[-1], outcome=MISDEAL)
            case RulingGiven(ruling=RevokeRuling()) if state is not None and state.deal is not None:
                deals[-1] = _summary(deals[-1].number, dealt, state)
            case Note(kind=kind) if kind == UNCERTAIN:
                deals[-1] = msgspec.structs.replace(deals[-1], certain=False)
            case _:
                pass
    return deals


def _summary(number: int, dealt: Dealt, state: GameOrRubber | None) -> DealSummary:
    assert state is not None
    assert state.deal is not None
    deal, contract = state.deal, state.deal.contract
    result = deal.result
    return DealSummary(
        number=number,
        game=len(state.games) - 1 if isinstance(state, Rubber) else 0,
        dealer=deal.dealer,
        upcard=UNKNOWN if deal.upcard in dealt.unknown else str(deal.upcard),
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
