"""A deal as one viewer may know it: the seat's observation, and what takes the rules to work out of it."""

from __future__ import annotations

from operator import attrgetter

import msgspec

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Call, Contract, Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.core.trick import Trick
from uka.solver import claims

from ..table import Table
from .facts import DealFacts, deal_facts


class PublicDealView(msgspec.Struct, frozen=True, gc=False):
    """What everyone may know of a deal: an ``Observation``'s open side, and the game's."""

    dealer: Seat
    phase: Phase
    turn: Seat | None
    upcard: Card
    up_suit: Suit | None
    buried: tuple[Card, ...]
    calls: tuple[Call, ...]
    declined: tuple[Seat, ...]
    went_under: Seat | None
    shown: tuple[Card, ...]
    contract: Contract | None
    picked_up: Seat | None
    given: bool
    leader: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    revokes: bool
    revoke_claims: tuple[tuple[Partnership, int], ...]
    proven: tuple[tuple[Seat, int, Card], ...]
    ruled_revokes: tuple[Partnership, ...]
    result: DealResult | None
    score: tuple[int, ...]
    number: int
    bell: bool
    previous: DealResult | None


class DealView(PublicDealView, frozen=True):
    """An ``Observation`` without the ruleset, which is told once, and what takes the rules to work out of it.

    ``why_not`` says of own cards why they must wait, ``claim`` whether the rest of the tricks may be claimed now.
    """

    seat: Seat | None
    cards: tuple[Card, ...]
    legal_actions: tuple[Action, ...]
    put_away: tuple[Card, ...]
    received: tuple[Card, ...]
    kitty_taken: tuple[Card, ...]
    facts: DealFacts
    why_not: tuple[tuple[Card, str], ...] = ()
    claim: bool = False

    def known(self, rules: Ruleset) -> Observation:
        """The observation that this was made from."""
        return Observation(rules=rules, **dict(zip(_TOLD, _told(self), strict=True)))


_TOLD = tuple(name for name in DealView.__struct_fields__ if name not in ("facts", "why_not", "claim"))


_told = attrgetter(*_TOLD)


def deal_view(table: Table, viewer: Seat | None) -> DealView | None:
    """The deal for a viewer; None before the first."""
    seen = table.observe(viewer)
    return view_of_deal(seen) if seen else None


def view_of_deal(seen: Observation) -> DealView:
    """A deal as a seat or a spectator knows it."""
    return DealView(*_told(seen), facts=deal_facts(seen), why_not=reasons(seen), claim=claims.why_not(seen) is None)


_CHOICES: dict[Phase, type[Play | Discard | Give]] = {
    Phase.PLAYING: Play,
    Phase.DISCARDING: Discard,
    Phase.SHOWING: Discard,
    Phase.GIVING: Give,
}


def reasons(seen: Observation) -> tuple[tuple[Card, str], ...]:
    """Why a card of the hand can't be chosen now, for each that can't, when it is the seat's turn to choose one."""
    choice = _CHOICES.get(seen.phase)
    if choice is None or not seen.my_turn:
        return ()
    reasons = ((card, seen.why_not(choice(card))) for card in seen.cards)
    return tuple((card, why) for card, why in reasons if why)
