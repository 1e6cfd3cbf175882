"""The bidding phase, from the turn-up to the first lead, as an automaton of plain integers that kernels can run.

Seats are counted clockwise from the dealer, 0 to 3. Suits are counted from the suit of the turn-up: 0 that suit, 1 the
other suit of its colour, 2 and 3 the two others, the lower index first, 4 no trump. So all four suits share one
automaton. A benny turned up has states of its own, because the rules treat it differently.

``automaton_builder`` makes the automaton of a ruleset.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeAlias

from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, SUITS
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import SEATS, Seat

NONE = -1
NO_SUIT = 4
"""The row of ``RELATIVE_SUIT`` and ``KIND_MASKS`` for a benny turned up whose suit is not named yet."""
ALL_CARDS = (1 << len(CARDS)) - 1
RELATIVE_SUIT = (
    *((s.index, s.next.index, *(o.index for o in SUITS if o not in (s, s.next)), 4) for s in SUITS),
    (*range(5),),
)
"""``RELATIVE[up][suit]``: the index of a suit counted from the turn-up's."""
KIND_MASKS = (
    (ALL_CARDS,) * 5,
    (LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE_SUIT[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``MASKS[kind][up]``: the cards that guards count and choices are made among: all, low ones, those above with and
without the joker, the printed cards of each suit counted from the turn-up's."""


class BiddingStage(IntEnum):
    """What is decided in a state; the last three are terminal."""

    NAMING = 0
    CLAIMING = 1
    SHOWING = 2
    FIRST = 3
    SECOND = 4
    STUCK = 5
    DISCARDING = 6
    ALONE = 7
    DEFENDING = 8
    GIVING = 9
    CONTRACT = 10
    THROWN_IN = 11
    REDEAL = 12


class BiddingEdge(NamedTuple):
    """One choice, or one for each card of a kind. ``NONE`` in a field means that it does not apply."""

    action: int
    """The index in ``core.actions``; the first of its suits or cards where ``suit`` or the card is added."""
    suit: int
    cards: int
    """The kind of ``KIND_MASKS`` that the card is chosen from, held by the seat in turn."""
    keeps: int
    """1 where the turn-up may not be chosen."""
    guard: int
    """The kind of ``KIND_MASKS`` of which the seat in turn must hold ``least`` to ``most``."""
    least: int
    most: int
    trump: int
    names: int
    """The index of the suit that a benny stands for from now on."""
    upcard: int
    """Who takes the turn-up."""
    under: int
    """Cards under the turn-up that the seat in turn takes."""
    given: int
    """Who takes the card chosen; ``NONE``: it is laid away."""
    next: int


class BiddingState(NamedTuple):
    """One state of the bidding. A terminal state has no turn and no edges; a contract has a leader."""

    stage: BiddingStage
    turn: int = NONE
    sees: int = 1
    """0 where the seat in turn may not look at its hand."""
    maker: int = NONE
    loner: int = NONE
    lone_defender: int = NONE
    sitting: int = 0
    leader: int = NONE
    edges: tuple[BiddingEdge, ...] = ()


Key: TypeAlias = tuple[Phase, *tuple[object, ...]]
"""Identifies a state: what ``state_key`` returns."""


class BiddingAutomaton(NamedTuple):
    """The states, ordered so that every edge leads to a later state.

    ``start`` is the first state of a deal, ``benny`` the first state when the benny is turned up, ``NONE`` where that
    cannot happen. With ``next_up`` the card under a benny is turned up instead.
    """

    states: tuple[BiddingState, ...]
    start: int
    benny: int
    next_up: bool
    keys: dict[Key, int]

    def state(self, deal: PublicDeal) -> int:
        """The state of a deal, from what is public; in play, its contract. ``KeyError`` if there is no such state."""
        return self.keys[state_key(deal)]


def seat_from_dealer(deal: PublicDeal, seat: Seat | None) -> int:
    """A seat counted from the dealer; ``NONE`` for no seat."""
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def up_suit_index(deal: PublicDeal) -> int:
    """The index of the turn-up's suit; ``NO_SUIT`` for a benny whose suit is not named yet."""
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def state_key(deal: PublicDeal) -> Key:
    """Everything public that the rest of the bidding depends on; the builder checks that nothing is missing."""
    contract = deal.contract
    if deal.result:
        return (Phase.OVER, deal.result.outcome)
    turn, declined = seat_from_dealer(deal, deal.turn), tuple(seat_from_dealer(deal, seat) for seat in deal.declined)
    if not contract:
        asked = (len(deal.calls), declined if deal.phase is Phase.CLAIMING else len(deal.shown))
        return (deal.phase, turn, deal.up_suit is None, deal.upcard is JOKER, *asked)
    who = tuple(seat_from_dealer(deal, seat) for seat in (contract.maker, contract.loner, contract.lone_defender))
    if deal.phase is Phase.PLAYING:
        return (deal.phase, *who)
    return (deal.phase, *who, turn, seat_from_dealer(deal, deal.picked_up), deal.given, declined)
