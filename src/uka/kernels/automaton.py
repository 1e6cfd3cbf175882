"""The types of the bidding automaton: the phase from the turn-up to the first lead, in integers that kernels can run.

Seats are numbered clockwise from the dealer, 0 to 3. Suits are numbered relative to the suit of the turn-up. That suit
is 0, and the other suit of its colour is 1. The two other suits are 2 and 3, in index order, and no trump is 4. So one
automaton serves all four suits. After a joker is turned up as the benny (best bower) the states are separate, because
the rules treat it differently.

``automaton_builder`` builds the automaton of a ruleset.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeAlias

from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, SUITS
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import SEATS, Seat

NONE = -1
NO_SUIT = 4
"""An index into ``RELATIVE_SUIT`` and ``KIND_MASKS``: the turn-up is the joker, and no suit is named for it yet."""
ALL_CARDS = (1 << len(CARDS)) - 1
RELATIVE_SUIT = (
    *((s.index, s.next.index, *(o.index for o in SUITS if o not in (s, s.next)), 4) for s in SUITS),
    (*range(5),),
)
"""``RELATIVE_SUIT[up][suit]`` is the number of ``suit`` relative to ``up``, the suit of the turn-up."""
KIND_MASKS = (
    (ALL_CARDS,) * 5,
    (LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE_SUIT[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``KIND_MASKS[kind][up]`` is the mask of the cards of a kind if ``up`` is the suit of the turn-up. The kinds are all
cards, low cards, all others with the joker, all others without it, and the cards printed with each relative suit. An
edge counts cards of one kind in its guard, and lets the seat choose a card of one kind."""


class BiddingStage(IntEnum):
    """The kind of decision that a state waits for; the last three stages are the ends of the bidding."""

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
    """A transition: one choice, or one choice for each card of a kind. ``NONE`` means that a field does not apply.

    Seats are numbered from the dealer, and suits relative to the turn-up.
    """

    action: int
    """The index of the action in ``core.actions.ACTIONS``, or of the first one if the action names a suit or a card."""
    suit: int
    cards: int
    """The index in ``KIND_MASKS`` of the kind of cards from which the seat in turn chooses one of its own."""
    keeps: int
    """1 if the seat may not choose the turn-up, else 0."""
    guard: int
    """The index in ``KIND_MASKS`` of the kind of which the seat in turn must hold ``least`` to ``most`` cards."""
    least: int
    most: int
    trump: int
    names: int
    """The index of the suit that the seat names for the joker (the benny) that is turned up."""
    upcard: int
    """The seat that takes the turn-up into its hand."""
    under: int
    """The number of cards that the seat in turn takes from under the turn-up."""
    given: int
    """The seat that receives the chosen card; ``NONE`` if the card is discarded."""
    next: int


class BiddingState(NamedTuple):
    """One state of the bidding. A terminal state has no turn and no edges. A state with a contract has a leader."""

    stage: BiddingStage
    turn: int = NONE
    sees: int = 1
    """1 if the seat in turn may look at its hand, else 0."""
    maker: int = NONE
    loner: int = NONE
    lone_defender: int = NONE
    sitting: int = 0
    leader: int = NONE
    edges: tuple[BiddingEdge, ...] = ()


Key: TypeAlias = tuple[Phase, *tuple[object, ...]]
"""The identity of a state; ``state_key`` returns it."""


class BiddingAutomaton(NamedTuple):
    """The states of the bidding, ordered so that every edge leads to a later state.

    ``start`` is the index of the first state of a deal. ``benny`` is the index of the first state if the joker is
    turned up; it is ``NONE`` if the rules exclude that. ``next_up`` is true if the next card is turned up instead of
    the joker.
    """

    states: tuple[BiddingState, ...]
    start: int
    benny: int
    next_up: bool
    keys: dict[Key, int]

    def state(self, deal: PublicDeal) -> int:
        """Return the index of a deal's state from its public side; for a deal in play, the state of its contract.

        Raise ``KeyError`` if the automaton has no such state.
        """
        return self.keys[state_key(deal)]


def seat_from_dealer(deal: PublicDeal, seat: Seat | None) -> int:
    """Return a seat's number clockwise from the dealer, or ``NONE`` for no seat."""
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def up_suit_index(deal: PublicDeal) -> int:
    """Return the index of the turn-up's suit, or ``NO_SUIT`` for a joker for which no suit is named yet."""
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def state_key(deal: PublicDeal) -> Key:
    """Return all public facts on which the rest of the bidding depends; the builder checks that none is missing."""
    contract = deal.contract
    if deal.result:
        return (Phase.OVER, deal.result.outcome)
    turn, declined = seat_from_dealer(deal, deal.turn), tuple(seat_from_dealer(deal, seat) for seat in deal.declined)
    if not contract:
        progress = (len(deal.calls), declined if deal.phase is Phase.CLAIMING else len(deal.shown))
        return (deal.phase, turn, deal.up_suit is None, deal.upcard is JOKER, *progress)
    bidders = tuple(seat_from_dealer(deal, seat) for seat in (contract.maker, contract.loner, contract.lone_defender))
    if deal.phase is Phase.PLAYING:
        return (deal.phase, *bidders)
    return (deal.phase, *bidders, turn, seat_from_dealer(deal, deal.picked_up), deal.given, declined)
