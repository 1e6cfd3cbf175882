"""A hint depends only on what the seat knows, is repeatable, and lists every lawful choice, the best first."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.coach.judges import by_chance
from tests.core.test_unseen import Moment, another_world
from tests.strategies import playing, random_deal, random_rules
from uka import bots, rulesets
from uka.coach import Evaluator, hint
from uka.core.actions import ClaimRevoke
from uka.core.deal import Deal
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.narration.calls import choice_name


def some_rules(number: int, rng: Random) -> Ruleset:
    return rulesets.find(rng.choice(rulesets.names())) if number % 2 else random_rules(rng)


def turns(start: Deal, rng: Random) -> list[Moment]:
    """Return the moments of a deal at which a seat has to choose."""
    steps = tuple(playing(start, rng))
    moments = (Moment(start, steps[:number]) for number in range(len(steps)))
    return [moment for moment in moments if moment.now.turn is not None]


def test_a_hint_lists_every_lawful_choice_in_the_rulesets_words_best_first() -> None:
    rng = Random(1)
    for number in range(20):
        moments = turns(random_deal(some_rules(number, rng), rng, False), rng)
        for moment in rng.sample(moments, min(3, len(moments))):
            deal = moment.now
            assert deal.turn is not None
            seen = deal.observe(deal.turn)
            found = hint(seen, by_chance)
            lawful = [action for action in seen.lawful_actions if not isinstance(action, ClaimRevoke)]
            assert sorted(each.action.index for each in found) == sorted(action.index for action in lawful)
            assert [each.words for each in found] == [choice_name(deal, deal.turn, each.action) for each in found]
            assert [each.win for each in found] == sorted((each.win for each in found), reverse=True)
            assert all(0 <= each.win <= 1 and each.win_error >= 0 <= each.points_error for each in found)
            assert hint(seen, by_chance) == found


@pytest.mark.parametrize(("evaluate", "daily", "every"), [(by_chance, 80, 80), (bots.evaluate, 15, 40)])
def test_a_hint_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    evaluate: Evaluator, daily: int, every: int, exhaustive: bool
) -> None:
    most = every if exhaustive else daily
    rng, count = Random(2), Counter[str]()
    for number in range(most):
        rules = some_rules(number, rng)
        moments = turns(random_deal(rules, rng, False), rng)
        for moment in rng.sample(moments, min(3, len(moments))):
            seat = moment.now.turn
            assert seat is not None
            other = another_world(moment, seat, rng)
            if other is None:
                continue
            count["different"] += other.now != moment.now
            assert hint(other.now.observe(seat), evaluate) == hint(moment.now.observe(seat), evaluate)
    assert count["different"] > most / 2


def test_a_hint_is_refused_unless_it_is_the_seats_turn() -> None:
    deal = random_deal(rulesets.find("uka"), Random(3), False)
    for seat in (*(seat for seat in SEATS if seat is not deal.turn), None):
        with pytest.raises(IllegalAction, match="whose turn it is"):
            hint(deal.observe(seat))
