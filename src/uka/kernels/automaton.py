"""The types of the bidding automaton: the phase from the turn-up to the first lead, in integers that kernels can run.

Seats are numbered clockwise from the dealer, 0 to 3. Suits are numbered relative to the suit of the turn-up: 0 is that
suit, 1 the other suit of its colour, 2 and 3 the two others, the lower index first, and 4 is no trump. So one automaton
serves all four suits. The states after a benny is turned up are separate, because the rules treat it differently.

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
"""The index in ``RELATIVE_SUIT`` and ``KIND_MASKS`` for a turn-up that is a benny whose suit is not named yet."""
ALL_CARDS = (1 << len(CARDS)) - 1
RELATIVE_SUIT = (
    *((s.index, s.next.index, *(o.index for o in SUITS if o not in (s, s.next)), 4) for s in SUITS),
    (*range(5),),
)
"""``RELATIVE_SUIT[up][suit]``: the number of a suit relative to the suit of the turn-up."""
KIND_MASKS = (
    (ALL_CARDS,) * 5,
    (LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK,) * 5,
    (ALL_CARDS & ~LOW_MASK & ~JOKER.bit,) * 5,
    *(tuple(SUIT_MASK[RELATIVE_SUIT[up][suit]] for up in range(5)) for suit in range(4)),
)
"""``KIND_MASKS[kind][up]``: the kinds of cards that guards count and choices are made from. The kinds are all cards,
low cards, the other cards with the joker and without it, and the printed cards of each relative suit."""


class BiddingStage(IntEnum):
    """The decision that a state waits for; the last three stages are terminal."""

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
    """A transition: one choice, or one choice for each card of a kind. ``NONE`` in a field means "does not apply"."""

    action: int
    """The index of the action in ``core.actions.ACTIONS``; of those with a suit or a card, the index of the first."""
    suit: int
    cards: int
    """The kind in ``KIND_MASKS`` from which the seat in turn chooses a card that it holds."""
    keeps: int
    """1 where the turn-up may not be chosen."""
    guard: int
    """The kind in ``KIND_MASKS`` of which the seat in turn must hold ``least`` to ``most`` cards."""
    least: int
    most: int
    trump: int
    names: int
    """The index of the suit that a benny stands for from now on."""
    upcard: int
    """The seat that takes the turn-up."""
    under: int
    """The number of cards under the turn-up that the seat in turn takes."""
    given: int
    """The seat that takes the chosen card; ``NONE`` if the card is laid away."""
    next: int


class BiddingState(NamedTuple):
    """One state of the bidding. A terminal state has no turn and no edges; a contract state has a leader."""

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
"""The identity of a state, as ``state_key`` returns it."""


class BiddingAutomaton(NamedTuple):
    """The states, ordered so that every edge leads to a later state.

    ``start`` is the first state of a deal. ``benny`` is the first state when the benny is turned up, and ``NONE`` if
    that cannot happen. ``next_up`` says that the card under a benny is turned up instead of it.
    """

    states: tuple[BiddingState, ...]
    start: int
    benny: int
    next_up: bool
    keys: dict[Key, int]

    def state(self, deal: PublicDeal) -> int:
        """The state of a deal, from its public side; in play, the contract state. ``KeyError`` if there is none."""
        return self.keys[state_key(deal)]


def seat_from_dealer(deal: PublicDeal, seat: Seat | None) -> int:
    """A seat's number clockwise from the dealer; ``NONE`` for no seat."""
    return (seat.index - deal.dealer.index) % len(SEATS) if seat else NONE


def up_suit_index(deal: PublicDeal) -> int:
    """The index of the turn-up's suit; ``NO_SUIT`` for a benny whose suit is not named yet."""
    return deal.up_suit.index if deal.up_suit else NO_SUIT


def state_key(deal: PublicDeal) -> Key:
    """All public facts that the rest of the bidding depends on; the builder checks that none is missing."""
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
