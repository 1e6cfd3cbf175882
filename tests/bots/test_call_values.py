"""The value of a call: a partner never costs tricks."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.strategies import random_deal
from uka import rulesets
from uka.bots import evaluate
from uka.core.actions import Action, CallTrump, OrderUp
from uka.core.observation import Observation


def alone(action: Action) -> Action | None:
    """Return the same call alone, or None if the action is no call with a partner."""
    if isinstance(action, OrderUp | CallTrump) and not action.alone:
        return replace(action, alone=True)
    return None


def first_calls(rules: str, count: int) -> list[Observation]:
    """Return what the first seat to call sees, at a score where one point wins the game for either side."""
    ruleset, rng = rulesets.find(rules), Random(3)
    score = (ruleset.target - 1, ruleset.target - 1)
    deals = (random_deal(ruleset, rng, False) for _ in range(count))
    return [replace(deal.observe(deal.turn), score=score) for deal in deals if deal.turn is not None]


@pytest.mark.parametrize("rules", ["bicycle", "north_american"])
def test_nobody_goes_alone_if_one_point_wins_the_game(rules: str) -> None:
    compared = 0
    for seen in first_calls(rules, 60):
        wins = {each.action: each.win for each in evaluate(seen, Random(1))}
        for action, win in wins.items():
            same = alone(action)
            if same in wins:
                assert win >= wins[same] - 1e-9, (seen.cards, action)
                compared += 1
    assert compared >= 30
