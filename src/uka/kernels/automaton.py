"""The types of the bidding automaton, which expresses the bidding in integers for the kernels.

The bidding is all of a deal between the upcard and the first lead. The automaton has a state for each situation in the
bidding, and an edge from a state for each choice there. Seats are numbered clockwise from the dealer, 0 to 3. Suits
are numbered relative to the suit of the upcard. That suit is 0, and the other suit of its colour is 1. The two suits
of the opposite colour are 2 and 3, in index order. The number 4 stands for "no trump". So one automaton serves all four
suits of the upcard. Deals in which a joker is turned up as the benny (the highest trump) have states of their own,
because the rules treat them differently.

The module ``automaton_builder`` builds the automaton of a ruleset.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeAlias

from uka.core.cards import CARDS, JOKER, LOW_MASK, SUIT_MASK, SUITS, mask_of
from uka.core.public_deal import Phase, PublicDeal
from uka.core.seats import SEATS, Seat

NONE = -1
"""The number for no seat, no suit or no card."""
NO_SUIT = 4
"""The index in ``RELATIVE_SUIT`` and ``KIND_MASKS`` for an upcard that is a joker for which no suit is named yet."""
ALL_CARDS = mask_of(CARDS)
RELATIVE_SUIT = (
    *((up.index, up.next.index, *(suit.index for suit in SUITS if suit not in (up, up.next)), 4) for up in SUITS),
    (*range(5),),
)
"""``RELATIVE_SUIT[up][n]``: the index of the suit with the relative number *n* if ``up`` is the suit of the upcard.

The suit of the upcard has the number 0, the other suit of its colour 1, and the two suits of the opposite colour 2 and
3. The number 4 stands for "no trump". If the upcard has no suit, ``up`` is 4, and the suits keep their usual order.
"""
KIND_MASKS = (
    (ALL_CARDS,) * 5,
    (LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE_SUIT[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``KIND_MASKS[kind][up]``: the cards of a kind, as a mask, if ``up`` is the suit of the upcard.

The kinds are: all cards, the low cards (ten or lower), the high cards with the joker, the high cards without it, and
the cards with a suit printed on them, for each of the four relative suits. An edge names a kind to say which cards a
seat may choose, or which cards of a hand decide whether it may take the edge.
"""


class BiddingStage(IntEnum):
    """The kind of decision that a state of the bidding waits for, or, for the last three, how the bidding ended."""

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
    """An edge of the bidding automaton: a choice of the seat whose turn it is, which leads to another state.

    A choice that needs a card is a single edge, whichever card is chosen. ``NONE`` marks a field that does not apply.
    Seats are numbered clockwise from the dealer, and suits relative to the upcard.
    """

    action: int
    """The index of the action in ``core.actions.ACTIONS``, or of the first one if they differ in suit or card only."""
    suit: int
    """The suit that the action calls."""
    cards: int
    """The kind of cards in ``KIND_MASKS`` of which the seat chooses one from its hand."""
    keeps: int
    """1 if the chosen card may not be the upcard, otherwise 0."""
    guard: int
    """The kind of cards in ``KIND_MASKS`` that decides whether a seat may make the choice.

    The seat may make it if it holds from ``least`` to ``most`` cards of this kind.
    """
    least: int
    most: int
    trump: int
    """The trump that the choice makes."""
    names: int
    """The index of the suit that the seat names for a joker that is turned up as the benny."""
    upcard: int
    """The seat that takes the upcard into its hand."""
    under: int
    """The number of cards under the upcard that the seat takes into its hand."""
    given: int
    """The seat that receives the chosen card, or ``NONE`` if the card is discarded."""
    next: int
    """The index of the state to which the edge leads."""


class BiddingState(NamedTuple):
    """A state of the bidding. Seats are numbered clockwise from the dealer, and ``NONE`` stands for no seat."""

    stage: BiddingStage
    turn: int = NONE
    """The seat whose turn it is, or ``NONE`` if the bidding has ended."""
    sees: int = 1
    """1 if the seat whose turn it is may look at its hand, otherwise 0."""
    maker: int = NONE
    loner: int = NONE
    lone_defender: int = NONE
    sitting_out: int = 0
    """The seats that sit out, as a bit mask."""
    leader: int = NONE
    """The seat that leads to the first trick, if the bidding has ended with a contract."""
    edges: tuple[BiddingEdge, ...] = ()


StateKey: TypeAlias = tuple[Phase, *tuple[object, ...]]
"""What identifies a state of the bidding: the public facts that ``state_key`` returns."""


class BiddingAutomaton(NamedTuple):
    """The bidding of a ruleset as a finite-state machine: its states, and the keys by which they are found."""

    states: tuple[BiddingState, ...]
    """The states, ordered so that every edge leads to a later state."""
    start: int
    """The index of the first state of a deal."""
    benny: int
    """The index of the first state of a deal whose upcard is the joker, or ``NONE`` if it never is."""
    next_up: bool
    """Whether the next card is turned up in place of a joker."""
    keys: dict[StateKey, int]
    """The index of each state, by what identifies it."""

    def state(self, deal: PublicDeal) -> int:
        """Return the index of the state that ``deal`` is in. For a deal in play, it is the state of its contract.

        Raise ``KeyError`` if the automaton has no such state.
        """
        return self.keys[state_key(deal)]


def seat_from_dealer(deal: PublicDeal, seat: Seat | None) -> int:
    """Return the number of ``seat``, clockwise from the dealer of ``deal``, or ``NONE`` if ``seat`` is None."""
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def up_suit_index(deal: PublicDeal) -> int:
    """Return the index of the suit of the upcard of ``deal``, or ``NO_SUIT`` if it is a joker without a named suit."""
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def state_key(deal: PublicDeal) -> StateKey:
    """Return the public facts of ``deal`` on which the rest of the bidding depends, besides the hands.

    ``automaton_builder`` checks that none is missing.
    """
    contract = deal.contract
    if deal.result:
        return (Phase.OVER, deal.result.outcome)
    turn = seat_from_dealer(deal, deal.turn)
    declined = tuple(seat_from_dealer(deal, seat) for seat in deal.declined)
    if not contract:
        progress = (len(deal.calls), declined if deal.phase is Phase.CLAIMING else len(deal.shown))
        return (deal.phase, turn, deal.up_suit is None, deal.upcard is JOKER, *progress)
    bidders = tuple(seat_from_dealer(deal, seat) for seat in (contract.maker, contract.loner, contract.lone_defender))
    if deal.phase is Phase.PLAYING:
        return (deal.phase, *bidders)
    return (deal.phase, *bidders, turn, seat_from_dealer(deal, deal.picked_up), deal.given, declined)
