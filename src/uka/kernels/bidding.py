"""The bidding in compiled code: the legal actions and the next states, from the upcard to the first lead.

>>> import uka
>>> rules = uka.Ruleset()
>>> bidding = BiddingPhase(rules)
>>> state = bidding.deal_state(uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7)))
>>> bidding.stage(state), bidding.turn(state), bidding.legal(state)
(<BiddingStage.FIRST: 3>, Seat.WEST, (Pass(), OrderUp(alone=False), OrderUp(alone=True)))
>>> state = bidding.step(state, uka.OrderUp())
>>> bidding.stage(state), bidding.turn(state), len(bidding.legal(state))
(<BiddingStage.DISCARDING: 6>, Seat.SOUTH, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from uka.core.actions import ACTIONS, Action
from uka.core.cards import SUITS, Card, CardMask, Suit, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Contract, Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, SEATS, Seat

from .automaton import KIND_MASKS, NONE, RELATIVE_SUIT, BiddingStage, up_suit_index
from .automaton_builder import bidding_automaton
from .compiled import native
from .double_dummy import PackedPosition, trick_tables

if TYPE_CHECKING:
    from ._native import DealState, RuleTables

OUTCOMES = tuple(Outcome)
STRAINS = (*SUITS, Suit.NO_TRUMP)


@lru_cache(maxsize=64)
def rule_tables(rules: Ruleset) -> RuleTables:
    """Return ``rules`` in the form in which the kernels read them, with the bidding automaton."""
    automaton = bidding_automaton(rules)
    states = [[int(field) for field in state[:-1]] for state in automaton.states]
    edges = [[number, *edge] for number, state in enumerate(automaton.states) for edge in state.edges]
    starts = [automaton.start, automaton.benny, int(automaton.next_up)]
    ends = [OUTCOMES.index(Outcome.THROWN_IN), OUTCOMES.index(Outcome.REDEAL)]
    return native.RuleTables(
        trick_tables(rules), (states, edges, KIND_MASKS, RELATIVE_SUIT, starts), (_scores(rules), ends)
    )


@lru_cache(maxsize=64)
def _scores(rules: Ruleset) -> list[list[list[int]]]:
    """Return a table of scores, in which ``table[alone][tricks]`` is [index of the outcome, points of the makers].

    ``alone`` is the code of ``alone_kind`` for who plays alone, and ``tricks`` the number of tricks that the makers
    take. The points are negative if the defenders score.
    """
    return [
        [_score(rules, tricks, loner=loner, lone_defender=lone_defender) for tricks in range(rules.hand_size + 1)]
        for lone_defender in (False, True)
        for loner in (False, True)
    ]


def _score(rules: Ruleset, tricks: int, *, loner: bool, lone_defender: bool) -> list[int]:
    """Return the index of the outcome of a deal, and the makers' points, which are negative if the defenders score."""
    outcome = outcome_of(
        tricks, rules.hand_size, loner=loner, lone_defender=lone_defender, lone_must_march=rules.lone_must_march
    )
    makers, defenders = PARTNERSHIPS
    points = points_for(rules.scoring, outcome, makers)
    return [OUTCOMES.index(outcome), points[makers.index] - points[defenders.index]]


class ContractPoints(NamedTuple):
    """For each case of who plays alone, the makers' points for each number of tricks that they take, from 0.

    The points are negative if the defenders score. The index of a field is the code that ``alone_kind`` returns.
    """

    with_partners: list[int]
    """The points if every seat plays with its partner."""
    loner: list[int]
    """The points if the maker's side plays with one seat."""
    lone_defender: list[int]
    """The points if the defenders play with one seat."""
    both_alone: list[int]
    """The points if both sides play with one seat."""


def contract_points(rules: Ruleset) -> ContractPoints:
    """Return the makers' points for each case of who plays alone and each number of tricks that they take.

    >>> contract_points(Ruleset()).with_partners
    [-2, -2, -2, 1, 1, 2]
    """
    with_partners, loner, lone_defender, both_alone = ([points for _, points in row] for row in _scores(rules))
    return ContractPoints(with_partners, loner, lone_defender, both_alone)


def cards_shown(seen: PublicDeal) -> list[CardMask]:
    """Return the cards that each seat showed to exchange a farmer's hand, by ``seat.index``."""
    return [mask_of(seen.shown) if seat is seen.went_under else 0 for seat in SEATS]


class BiddingPhase:
    """Computes the bidding of deals under one ruleset, in compiled code.

    The methods take a ``DealState``, which is the state of a deal in that code. It is immutable: ``step`` returns a new
    state.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.automaton = bidding_automaton(rules)
        self.rule_tables = rule_tables(rules)

    def deal_state(self, deal: Deal) -> DealState:
        """Return the state of ``deal``, which may be in any phase up to the first lead."""
        away = cards_shown(deal)
        for seat, card in deal.discards:
            away[seat.index] |= card.bit
        return self.at(deal, deal.masks, deal.kitty, away, deal.gift)

    def at(
        self,
        seen: PublicDeal,
        hands: Sequence[CardMask],
        kitty: Iterable[Card] = (),
        away: Sequence[CardMask] | None = None,
        gift: Card | None = None,
    ) -> DealState:
        """Return the state of the deal of which ``seen`` is the public part, with the hands ``hands``.

        ``hands`` and ``away`` hold cards by ``seat.index``. ``away`` holds the discards, and the cards that a seat
        showed to exchange a farmer's hand; by default there are no discards. ``kitty`` lists the cards under the upcard
        from the top. It may be empty once no seat can take these cards. ``gift`` is the card given to a loner.

        Raise ``ValueError`` if a card has been led, if the deal is over, or if the hands are impossible in that state.
        """
        under = [card.index for card in kitty]
        laid_away = cards_shown(seen) if away is None else away
        try:
            return self.rule_tables.at(self.public_indexes(seen), hands, under, laid_away, gift.index if gift else NONE)
        except TypeError:
            raise ValueError("hands and the cards laid away are four masks each") from None

    def public_indexes(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        """Return five indexes that describe ``seen``: the automaton state, the dealer, the upcard, its suit and trump.

        Raise ``ValueError`` if a card has been led or the deal is over.
        """
        if seen.phase is Phase.OVER or seen.trick or seen.tricks:
            raise ValueError("the bidding ends with the first lead")
        trump = seen.trump.index if seen.trump else NONE
        return self.automaton.state(seen), seen.dealer.index, seen.upcard.index, up_suit_index(seen), trump

    def legal(self, state: DealState) -> tuple[Action, ...]:
        """Return the legal actions of the seat whose turn it is, in index order. After the bidding there are none."""
        return tuple(ACTIONS[index] for index in self.rule_tables.legal(state))

    def step(self, state: DealState, action: Action) -> DealState:
        """Return the state after ``action`` of the seat whose turn it is. Raise ``ValueError`` if it is illegal."""
        return self.rule_tables.step(state, action.index)

    def stage(self, state: DealState) -> BiddingStage:
        """Return the kind of decision that ``state`` waits for, or how the bidding ended."""
        return BiddingStage(self.rule_tables.stage(state))

    def turn(self, state: DealState) -> Seat | None:
        """Return the seat whose turn it is, or None if the bidding has ended."""
        turn, *_ = self.rule_tables.seats(state)
        return None if turn == NONE else SEATS[turn]

    def contract(self, state: DealState) -> Contract | None:
        """Return the contract, or None if trump is not made yet.

        Its ``ordered`` is always false, since a state does not record whether the upcard was accepted.
        """
        _, maker, loner, lone_defender, _, sitting_out = self.rule_tables.seats(state)
        if maker == NONE:
            return None
        return Contract(
            SEATS[maker],
            STRAINS[state.trump],
            ordered=False,
            loner=None if loner == NONE else SEATS[loner],
            lone_defender=None if lone_defender == NONE else SEATS[lone_defender],
            sitting_out=sitting_out,
        )

    def position(self, state: DealState) -> PackedPosition:
        """Return the position at the first lead. The field ``side`` of the position is the makers' partnership.

        Raise ``ValueError`` if the state has no contract.
        """
        _, maker, _, _, leader, sitting_out = self.rule_tables.seats(state)
        if leader == NONE:
            raise ValueError("only a contract has a first lead")
        return PackedPosition(tuple(state.hands), leader, state.trump, (), sitting_out, maker % len(PARTNERSHIPS))
