"""The types of the bidding automaton, which expresses the bidding in integers that kernels can process.

The bidding is the phase from the upcard to the first lead. Seats are numbered clockwise from the dealer, 0 to 3. Suits
are numbered relative to the suit of the upcard. That suit is 0, and the other suit of its colour is 1. The two suits
of the opposite colour are 2 and 3, in index order. The number 4 stands for "no trump". So one automaton serves all four
suits of the upcard. Separate states apply after a joker is turned up as the benny (best bower), because the rules
treat the joker differently.

The module ``automaton_builder`` builds the automaton of a ruleset.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeAlias

from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, SUITS
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import SEATS, Seat

NONE = -1
NO_SUIT = 4
"""The index in ``RELATIVE_SUIT`` and ``KIND_MASKS`` for an upcard that is a joker for which no suit is named yet."""
ALL_CARDS = (1 << len(CARDS)) - 1
RELATIVE_SUIT = (
    *((s.index, s.next.index, *(o.index for o in SUITS if o not in (s, s.next)), 4) for s in SUITS),
    (*range(5),),
)
"""``RELATIVE_SUIT[up][n]`` is the index of the n-th suit, counted from ``up``, the suit of the upcard.

The suit of the upcard is number 0, the other suit of its colour is 1, and the two suits of the opposite colour are 2
and 3. The number 4 stands for "no trump". If the upcard has no suit, ``up`` is 4, and the suits keep their usual
order.
"""
KIND_MASKS = (
    (ALL_CARDS,) * 5,
    (LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE_SUIT[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``KIND_MASKS[kind][up]`` is the mask of the cards of a kind if ``up`` is the suit of the upcard. The kinds are, in
order: all cards, the low cards (ten or lower), the high cards with the joker, and the high cards without the joker.
Four more kinds are the cards with a given suit printed on them, one kind for each suit. The guard of an edge counts the
cards of one kind in a hand. If an edge requires the choice of a card, the seat chooses a card of one kind."""


class BiddingStage(IntEnum):
    """The kind of decision that a state waits for. The last three stages are the ends of the bidding."""

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
    """A transition of the automaton: one choice, or one choice for each card of a kind.

    ``NONE`` marks a field that does not apply. Seats are numbered clockwise from the dealer, and suits relative to the
    upcard. In the descriptions of the fields, "the seat" is the seat whose turn it is.
    """

    action: int
    """The index of the action in ``core.actions.ACTIONS``. If the action names a suit or a card, this is the index of
    the first such action."""
    suit: int
    cards: int
    """The index in ``KIND_MASKS`` of the kind of cards from which the seat chooses a card of its hand."""
    keeps: int
    """1 if the seat must keep the upcard, so that the chosen card may not be the upcard, otherwise 0."""
    guard: int
    """The index in ``KIND_MASKS`` of the kind of cards that the guard counts. The seat may take the edge if it
    holds at least ``least`` and at most ``most`` cards of that kind."""
    least: int
    most: int
    trump: int
    names: int
    """The index of the suit that the seat names for a joker that is turned up as the benny."""
    upcard: int
    """The seat that takes the upcard into its hand."""
    under: int
    """The number of cards under the upcard that the seat takes into its hand."""
    given: int
    """The seat that receives the chosen card, or ``NONE`` if the card is discarded."""
    next: int


class BiddingState(NamedTuple):
    """A state of the bidding. In a terminal state it is no seat's turn, and there are no edges.

    Only a state with a contract has a leader.
    """

    stage: BiddingStage
    turn: int = NONE
    sees: int = 1
    """1 if the seat whose turn it is may look at its hand, otherwise 0."""
    maker: int = NONE
    loner: int = NONE
    lone_defender: int = NONE
    sitting: int = 0
    leader: int = NONE
    edges: tuple[BiddingEdge, ...] = ()


Key: TypeAlias = tuple[Phase, *tuple[object, ...]]
"""The facts that identify a state. ``state_key`` returns them."""


class BiddingAutomaton(NamedTuple):
    """The states of the bidding, ordered so that every edge leads to a later state.

    ``start`` is the index of the first state of a deal. ``benny`` is the index of the first state of a deal whose
    upcard is the joker, or ``NONE`` if the joker can never be the upcard. If ``next_up`` is true, the next card is
    turned up instead of the joker.
    """

    states: tuple[BiddingState, ...]
    start: int
    benny: int
    next_up: bool
    keys: dict[Key, int]

    def state(self, deal: PublicDeal) -> int:
        """Return the index of the state of a deal. The public facts of the deal determine the state.

        For a deal in play, return the index of the state of its contract. Raise ``KeyError`` if the automaton has no
        state for the deal.
        """
        return self.keys[state_key(deal)]


def seat_from_dealer(deal: PublicDeal, seat: Seat | None) -> int:
    """Return the number of a seat, clockwise from the dealer. If ``seat`` is None, return ``NONE``."""
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def up_suit_index(deal: PublicDeal) -> int:
    """Return the index of the upcard's suit, or ``NO_SUIT`` if the upcard is a joker without a named suit."""
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def state_key(deal: PublicDeal) -> Key:
    """Return all public facts on which the rest of the bidding depends.

    The builder verifies that no such fact is missing.
    """
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
