"""Deals from the turn-up to the first lead, in compiled code: what may be chosen, and what follows.

>>> import uka
>>> rules = uka.Ruleset()
>>> calls = BiddingPhase(rules)
>>> hold = calls.hold(uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7)))
>>> calls.stage(hold), calls.turn(hold), calls.legal(hold)
(<BiddingStage.FIRST: 3>, Seat.WEST, (Pass(), OrderUp(alone=False), OrderUp(alone=True)))
>>> hold = calls.step(hold, uka.OrderUp())
>>> calls.stage(hold), calls.turn(hold), len(calls.legal(hold))
(<BiddingStage.DISCARDING: 6>, Seat.SOUTH, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from uka.core.actions import ACTIONS, Action
from uka.core.cards import SUITS, Card, Suit, mask_of
from uka.core.deal import Deal
from uka.core.public import Contract, Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, SEATS, Seat
from uka.core.tables import tables

from ._native import Book, Hold
from .automaton import KIND_MASKS, NO_SUIT, NONE, RELATIVE_SUIT, BiddingStage
from .automaton_builder import bidding_automaton
from .double_dummy import PackedPosition

OUTCOMES = tuple(Outcome)
STRAINS = (*SUITS, Suit.NO_TRUMP)


@lru_cache(maxsize=64)
def rule_tables(rules: Ruleset) -> Book:
    """What kernels know of a ruleset."""
    t, made = tables(rules), bidding_automaton(rules)
    return Book(
        t.pack,
        t.hand_size,
        t.suit,
        t.strength,
        t.must_head,
        t.first_lead_trump,
        states=[[int(field) for field in state[:-1]] for state in made.states],
        edges=[[at, *edge] for at, state in enumerate(made.states) for edge in state.edges],
        masks=KIND_MASKS,
        relative=RELATIVE_SUIT,
        starts=[made.start, made.benny, int(made.next_up)],
        scores=_scores(rules),
        ends=[OUTCOMES.index(Outcome.THROWN_IN), OUTCOMES.index(Outcome.REDEAL)],
    )


def _scores(rules: Ruleset) -> list[list[list[int]]]:
    """By who plays alone and the makers' tricks: an outcome, and its points, the defenders' below zero."""
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
    """By who plays alone and the makers' tricks: what the makers get, the defenders' points below zero.

    >>> contract_points(Ruleset())[0]
    [-2, -2, -2, 1, 1, 2]
    """
    return [[worth for _, worth in row] for row in _scores(rules)]


def cards_shown(seen: PublicDeal) -> list[int]:
    """The cards that each seat showed when it went under, masks by seat."""
    return [mask_of(seen.shown) if seat is seen.went_under else 0 for seat in SEATS]


class BiddingPhase:
    """The calls under one ruleset. A ``Hold`` is a deal on its way: a step gives a new one."""

    def __init__(self, rules: Ruleset) -> None:
        self.automaton = bidding_automaton(rules)
        self.book = rule_tables(rules)

    def hold(self, deal: Deal) -> Hold:
        """A deal in any phase up to the first lead."""
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
    ) -> Hold:
        """What is open of a deal, with some hands; masks by seat, as is what each laid away.

        ``away`` None is what was shown. ``kitty`` is what lies under the turn-up, top first; it may be left out once
        nobody can take it. ``ValueError`` for a deal in play or over, and for hands that nobody can hold there.
        """
        state, dealer, upcard, up, trump = self.place(seen)
        under, laid = [card.index for card in kitty], cards_shown(seen) if away is None else away
        try:
            return self.book.at(state, dealer, hands, upcard, up, trump, under, laid, gift.index if gift else NONE)
        except TypeError:
            raise ValueError("hands, and what was laid away, are four masks each") from None

    def place(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        """Where a deal stands: state, dealer, turn-up, its suit and trump; ``ValueError`` once a card was led."""
        if seen.phase is Phase.OVER or seen.trick or seen.tricks:
            raise ValueError("the calls end with the first lead")
        up = seen.up_suit.index if seen.up_suit else NO_SUIT
        trump = seen.trump.index if seen.trump else NONE
        return self.automaton.state(seen), seen.dealer.index, seen.upcard.index, up, trump

    def legal(self, hold: Hold) -> tuple[Action, ...]:
        """What the seat in turn may choose, in index order; nothing at an end."""
        return tuple(ACTIONS[index] for index in self.book.legal(hold))

    def step(self, hold: Hold, action: Action) -> Hold:
        """The deal after an action of the seat in turn; ``ValueError`` if it is not allowed."""
        return self.book.step(hold, action.index)

    def stage(self, hold: Hold) -> BiddingStage:
        """What is decided next, or how the calls ended."""
        return BiddingStage(self.book.stage(hold))

    def turn(self, hold: Hold) -> Seat | None:
        """The seat in turn; None at an end."""
        turn = self.book.seats(hold)[0]
        return None if turn == NONE else SEATS[turn]

    def contract(self, hold: Hold) -> Contract | None:
        """Who plays what trump, alone or not, once that is agreed. What was ordered up is not remembered."""
        _, maker, loner, lone_defender, _, sitting = self.book.seats(hold)
        if maker == NONE:
            return None
        return Contract(
            SEATS[maker],
            STRAINS[hold.trump],
            ordered=False,
            loner=None if loner == NONE else SEATS[loner],
            lone_defender=None if lone_defender == NONE else SEATS[lone_defender],
            sitting=sitting,
        )

    def position(self, hold: Hold) -> PackedPosition:
        """The first lead of a contract, for the tricks of the makers; ``ValueError`` in any other state."""
        _, maker, _, _, leader, sitting = self.book.seats(hold)
        if leader == NONE:
            raise ValueError("only a contract has a first lead")
        return PackedPosition(tuple(hold.hands), leader, hold.trump, (), sitting, maker % len(PARTNERSHIPS))
