"""The bidding phase in compiled code: legal actions and transitions from the turn-up to the first lead.

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

from uka.core.actions import ACTIONS, Action
from uka.core.cards import SUITS, Card, Suit, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Contract, Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, SEATS, Seat

from ._native import DealState, RuleTables
from .automaton import KIND_MASKS, NO_SUIT, NONE, RELATIVE_SUIT, BiddingStage
from .automaton_builder import bidding_automaton
from .double_dummy import PackedPosition, trick_tables

OUTCOMES = tuple(Outcome)
STRAINS = (*SUITS, Suit.NO_TRUMP)


@lru_cache(maxsize=64)
def rule_tables(rules: Ruleset) -> RuleTables:
    """The rules as tables for the kernels."""
    automaton = bidding_automaton(rules)
    states = [[int(field) for field in state[:-1]] for state in automaton.states]
    edges = [[number, *edge] for number, state in enumerate(automaton.states) for edge in state.edges]
    starts = [automaton.start, automaton.benny, int(automaton.next_up)]
    ends = [OUTCOMES.index(Outcome.THROWN_IN), OUTCOMES.index(Outcome.REDEAL)]
    return RuleTables(trick_tables(rules), (states, edges, KIND_MASKS, RELATIVE_SUIT, starts), (_scores(rules), ends))


def _scores(rules: Ruleset) -> list[list[list[int]]]:
    """``[alone][tricks]``: an outcome and its points, by who plays alone and by the makers' tricks.

    Points are negative where the defenders score.
    """
    makers, defenders = PARTNERSHIPS
    scores = list[list[list[int]]]()
    for alone in range(4):
        row = [
            outcome_of(
                tricks,
                rules.hand_size,
                loner=bool(alone & 1),
                lone_defender=bool(alone & 2),
                lone_must_march=rules.lone_must_march,
            )
            for tricks in range(rules.hand_size + 1)
        ]
        points = [points_for(rules.scoring, outcome, makers) for outcome in row]
        scores.append(
            [[OUTCOMES.index(o), p[makers.index] - p[defenders.index]] for o, p in zip(row, points, strict=True)]
        )
    return scores


def contract_points(rules: Ruleset) -> list[list[int]]:
    """``[alone][tricks]``: the makers' points, negative where the defenders score; ``alone`` as in ``alone_kind``.

    >>> contract_points(Ruleset())[0]
    [-2, -2, -2, 1, 1, 2]
    """
    return [[worth for _, worth in row] for row in _scores(rules)]


def cards_shown(seen: PublicDeal) -> list[int]:
    """By seat, the mask of the cards that it showed to go under (a farmer's hand)."""
    return [mask_of(seen.shown) if seat is seen.went_under else 0 for seat in SEATS]


class BiddingPhase:
    """The bidding phase under one ruleset. A ``DealState`` is immutable: a step returns a new one."""

    def __init__(self, rules: Ruleset) -> None:
        self.automaton = bidding_automaton(rules)
        self.rule_tables = rule_tables(rules)

    def deal_state(self, deal: Deal) -> DealState:
        """The state of a deal in any phase up to the first lead."""
        away = cards_shown(deal)
        for seat, card in deal.discards:
            away[seat.index] |= card.bit
        return self.at(deal, deal.masks, deal.kitty, away, deal.gift)

    def at(
        self,
        seen: PublicDeal,
        hands: Sequence[int],
        kitty: Iterable[Card] = (),
        away: Sequence[int] | None = None,
        gift: Card | None = None,
    ) -> DealState:
        """The state of a deal with this public side and these hands; ``hands`` and ``away`` are masks by seat.

        ``away`` are the cards laid away, by default those shown to go under. ``kitty`` are the cards under the turn-up,
        top first; it may be left out once nobody can take them. ``gift`` is the card passed to a loner. ``ValueError``
        for a deal in play or over, and for hands that cannot arise there.
        """
        under, laid = [card.index for card in kitty], cards_shown(seen) if away is None else away
        try:
            return self.rule_tables.at(self.point(seen), hands, under, laid, gift.index if gift else NONE)
        except TypeError:
            raise ValueError("hands and the cards laid away are four masks each") from None

    def point(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        """The state, the dealer, the turn-up, its suit and trump, by index; ``ValueError`` once a card is led."""
        if seen.phase is Phase.OVER or seen.trick or seen.tricks:
            raise ValueError("the bidding ends with the first lead")
        up = seen.up_suit.index if seen.up_suit else NO_SUIT
        trump = seen.trump.index if seen.trump else NONE
        return self.automaton.state(seen), seen.dealer.index, seen.upcard.index, up, trump

    def legal(self, state: DealState) -> tuple[Action, ...]:
        """The legal actions of the seat in turn, in index order; none in a terminal state."""
        return tuple(ACTIONS[index] for index in self.rule_tables.legal(state))

    def step(self, state: DealState, action: Action) -> DealState:
        """The state after an action of the seat in turn; ``ValueError`` if it is illegal."""
        return self.rule_tables.step(state, action.index)

    def stage(self, state: DealState) -> BiddingStage:
        """The decision that the state waits for, or how the bidding ended."""
        return BiddingStage(self.rule_tables.stage(state))

    def turn(self, state: DealState) -> Seat | None:
        """The seat in turn; None in a terminal state."""
        turn = self.rule_tables.seats(state)[0]
        return None if turn == NONE else SEATS[turn]

    def contract(self, state: DealState) -> Contract | None:
        """The contract, or None before trump is made; ``ordered`` is always False, since a state does not hold it."""
        _, maker, loner, lone_defender, _, sitting = self.rule_tables.seats(state)
        if maker == NONE:
            return None
        return Contract(
            SEATS[maker],
            STRAINS[state.trump],
            ordered=False,
            loner=None if loner == NONE else SEATS[loner],
            lone_defender=None if lone_defender == NONE else SEATS[lone_defender],
            sitting_out=sitting,
        )

    def position(self, state: DealState) -> PackedPosition:
        """The position at the first lead, with the makers as its side; ``ValueError`` without a contract."""
        _, maker, _, _, leader, sitting = self.rule_tables.seats(state)
        if leader == NONE:
            raise ValueError("only a contract has a first lead")
        return PackedPosition(tuple(state.hands), leader, state.trump, (), sitting, maker % len(PARTNERSHIPS))
