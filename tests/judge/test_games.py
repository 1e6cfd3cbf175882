"""Core against the second judge around a deal: first dealers, scores, misdeals, the bell, rubbers, deals by hand."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Literal

import pytest

from tests.alike import alike
from tests.judge import model
from tests.judge.test_judge import TEXTS, Dealing, modelled, spoken
from tests.sources import SOURCES
from tests.strategies import SCORINGS, laid_over, random_rules
from uka import rulesets
from uka.core import reported_results
from uka.core.actions import Action, ClaimRevoke
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.game import Game, at_the_bridge
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import Scoring
from uka.core.seats import SEATS, Partnership, Seat
from uka.core.shuffle import shuffled

HOUSES = range(400)
"""Random house rules, of which a game is played."""
MAX_DEALS = 40
"""Deals after which a game that has not ended is left."""


class Table:
    """A game, or a rubber, and the model's, side by side."""

    def __init__(self, rules: Ruleset, seed: str) -> None:
        self.rng = Random(seed)
        dealer, revokes = self.rng.choice(SEATS), self.rng.random() < 0.5
        self.rules, self.judged = rules, modelled(rules, revokes=revokes)
        self.core: Game | Rubber = (Rubber if rules.rubber else Game).start(rules, dealer, revokes=revokes)
        self.model = model.Rubber([model.Game(self.judged, dealer.index)])
        self.ways: dict[tuple[int, Seat], str] = {}
        self.story = [seed]

    @property
    def game(self) -> Game:
        return self.core.game if isinstance(self.core, Rubber) else self.core

    @property
    def judge(self) -> model.Game:
        return self.model.games[-1]

    def play(self) -> None:
        """To the end, or for so many deals; `AssertionError` at the first point where core and the model differ."""
        try:
            for _ in range(MAX_DEALS):
                if self.core.over:
                    return
                self.between_deals()
                if not self.core.over:
                    self.one_deal()
        except (AssertionError, model.IllegalAction) as difference:
            raise AssertionError("\n".join([str(difference), *self.story, repr(self.judged)])) from None

    def between_deals(self) -> None:
        if self.rng.random() < 0.15:
            self.misdeal()
        if self.rng.random() < 0.05:
            self.ring()

    def one_deal(self) -> None:
        if self.rules.rubber:
            self.model.begin_next()
        order, lifted, way = dealing = Dealing.random(self.rules, self.rng)
        if self.rules.packets.startswith("kept"):  # 003: "must adhere to whichever distribution plan he begins with"
            number = 0 if self.rules.packets == "kept" else len(self.model.games)
            way = self.ways.setdefault((number, self.core.dealer), way)
            dealing = dealing._replace(way=way)
        self.judge.start_deal(dealing.modelled(self.judged, self.core.dealer))
        self.core, _ = self.core.start_deal(order, cut=lifted, packet_pattern=way)
        self.story.append(f"deal by {self.core.dealer}")
        self.compare()
        while self.game.deal and (chosen := choice(self.game.deal, self.rng)):
            seat, action = chosen
            self.story.append(f"{seat} {action}")
            judged = self.judge.deal
            assert judged is not None
            self.judge.act(spoken(action, judged.phase), seat.index)
            self.core, _ = self.core.apply(action, seat)
            self.compare()
            if self.game.in_deal and self.rng.random() < 0.01:
                self.misdeal(late=bool(self.game.deal.trick or self.game.deal.tricks))
            if self.game.in_deal and self.rng.random() < 0.005:
                self.ring()

    def misdeal(self, *, late: bool = False) -> None:
        self.story.append("misdeal")
        if self.rules.rubber:
            self.model.begin_next()
        self.judge.misdeal()
        self.core, _ = self.core.misdeal(late=late)
        self.compare()

    def ring(self) -> None:
        if self.rules.clock and not self.game.bell and not self.game.over:
            self.story.append("bell")
            self.judge.bell = True
            self.core, _ = self.core.ring_bell()
            self.compare()

    def compare(self) -> None:
        game, judge = self.game, self.judge
        found = (game.dealer.index, game.score, game.in_deal, game.over, index(game.winner))
        expected = (judge.dealer, judge.score, judge.in_deal, judge.over, judge.winner)
        assert found == expected, f"dealer, score, in deal, over, winner: {found}, {expected}"
        if self.rules.bridge:
            assert index(at_the_bridge(self.rules, game.score)) == model.at_the_bridge(self.rules.target, game.score)
        if isinstance(self.core, Rubber):
            result = (index(self.core.winner), self.core.margin) if self.core.over else None
            assert result == self.model.result, f"rubber: {result}, {self.model.result}"


def index(side: Partnership | None) -> int | None:
    return side.index if side else None


def choice(deal: Deal, rng: Random) -> tuple[Seat, Action] | None:
    """A random action, now and then a claim of a revoke; None when the deal is over and nothing is claimed."""
    claims = [(seat, act) for seat in SEATS for act in deal.legal_actions_of(seat) if isinstance(act, ClaimRevoke)]
    if claims and rng.random() < 0.08:
        return rng.choice(claims)
    if deal.turn is None:
        return None
    return deal.turn, rng.choice([act for act in deal.legal_actions if not isinstance(act, ClaimRevoke)])


@pytest.mark.parametrize("name", SOURCES)
def test_each_ruleset(name: str, exhaustive: bool) -> None:
    rules = rulesets.find(name)
    for number in range(400 if exhaustive else 3):
        Table(rules, f"{name} {number}").play()
        Table(laid_over(rules, {"rubber": True, "clock": 0, "target": 5}), f"rubber {name} {number}").play()
        Table(laid_over(rules, {"clock": 12, "misdeal": "second_chance"}), f"bell {name} {number}").play()


@alike("house", *HOUSES, daily=10)
def test_house_rules(house: int) -> None:
    Table(random_rules(Random(f"game {house}")), f"game {house}").play()


# Deals played with real cards


@pytest.mark.parametrize("lone_must_march", [False, True])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_deal_entered_by_hand(scoring: Scoring, lone_must_march: bool) -> None:
    rules = Ruleset(scoring=scoring, lone_must_march=lone_must_march, defend_alone="always")
    for makers, tricks, alone, defended in product(Partnership, range(6), (False, True), (False, True)):
        to_makers, figure = model.score_of(modelled(rules), tricks, alone, defended)
        expected = [0, 0]
        expected[makers.index if to_makers else makers.other.index] = figure
        entered = reported_results.played_result(rules, makers, tricks, alone=alone, defended_alone=defended)
        assert entered.points == tuple(expected)


# The first dealer


@pytest.fixture
def draws(exhaustive: bool) -> int:
    """How many random draws of each kind."""
    return 5_000 if exhaustive else 100


@pytest.mark.parametrize("size", [24, 32])
def test_first_jack(size: Literal[24, 32], draws: int) -> None:
    rules = Ruleset(draw="first_jack", pack=size)
    for seed in range(draws):
        order = shuffled(rules, seed)
        dealer = Draw.start(rules, order, captain=SEATS[seed % 4]).dealer
        assert dealer is SEATS[model.first_jack(seed % 4, [TEXTS[card] for card in order])]


def test_high_cut(draws: int) -> None:
    rules = Ruleset(draw="high_cut")
    for seed in range(draws):
        rng = Random(seed)
        draw = Draw.start(rules, shuffled(rules, seed), captain=rng.choice(SEATS))
        while draw.waiting:
            draw = draw.take(rng.randrange(draw.face_down_count))
        cuts = {side: [TEXTS[card] for seat, card in draw.shown if seat.partnership is side] for side in Partnership}
        ours, theirs = (cuts[side] for side in Partnership)
        assert index(draw.namer) == model.high_cut(list(zip(ours, theirs, strict=True)))


@pytest.mark.parametrize("ties", ["break", "replace"])
@pytest.mark.parametrize("size", [24, 32])
def test_low_card(ties: Literal["break", "replace"], size: Literal[24, 32], draws: int) -> None:
    rules = Ruleset(draw="low_card", pack=size, draw_ties=ties)
    for seed in range(draws):
        rng = Random(seed)
        draw = Draw.start(rules, shuffled(rules, seed), captain=rng.choice(SEATS))
        while draw.waiting:
            draw = draw.take(rng.randrange(draw.face_down_count))
            waiting, order = model.low_draw([(seat.index, TEXTS[card]) for seat, card in draw.shown], ties, size)
            assert {seat.index for seat in draw.waiting} == waiting
        assert draw.dealer is not None
        assert draw.dealer is SEATS[order[0]]
        lowest, highest = ({draw.seating[player] for player in side} for side in model.low_draw_partners(order))
        assert (lowest, highest) == (set(draw.dealer.partnership.seats), set(draw.dealer.partnership.other.seats))
