"""A ruleset as it is played for the deals of a day: aligned deals, and points only."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.test_house_rules import CASES, Case, rules
from uka import rulesets
from uka.bots import bot
from uka.core.seats import SEATS
from uka.days import DEALS, ComputedGame, day_rules, points_of
from uka.records.fair import numbered_seed


@pytest.mark.parametrize("name", rulesets.names())
def test_every_ruleset_plays_the_same_eight_deals_whatever_is_called(name: str) -> None:
    played, dealers = day_rules(rulesets.find(name)), set[tuple[object, ...]]()
    for number in range(3):
        game = ComputedGame(played, "number:1", numbered_seed(1))
        rng = Random(number)
        while choice := game.next_choice():
            game.choose(bot("random").choose(choice[0], rng))
        assert len(points_of(game.table)) == DEALS
        assert game.table.number == DEALS + 1  # one pack for the draw, and one for each deal
        assert game.table.rules.seats == SEATS
        assert game.table.game is not None
        dealers.add((game.table.draw.dealer if game.table.draw else None, game.table.game.dealer))
    assert len(dealers) == 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.field)
def test_every_house_rule_can_be_played_on_a_day(case: Case) -> None:
    for value in case.shows:
        assert day_rules(rules(**case.given).changed({case.field: value})).deals == DEALS


def test_a_second_number_of_deals() -> None:
    assert day_rules(rulesets.find("tainui"), 4).deals == 4
