"""The value of a call: a partner never costs tricks."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.strategies import random_deal
from uka import rulesets
from uka.bots import evaluate
from uka.core.actions import Action, CallTrump, OrderUp, Pass
from uka.core.deal import Deal
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


def dealers_turn(rules: str, rng: Random) -> Deal:
    """Return a deal in which all others have passed, and the dealer may take up the turned card."""
    deal = random_deal(rulesets.find(rules), rng, False)
    while deal.turn is not deal.dealer:
        deal, _ = deal.apply(Pass())
    return deal


def discards(deal: Deal, call: Action) -> dict[Action, float]:
    """Return the dealer's chance of winning after each discard, where all the tricks win the game."""
    deal, _ = deal.apply(call)
    score = (deal.rules.target or 0) - 2
    seen = replace(deal.observe(deal.dealer), score=(score, score))
    return {each.action: each.win for each in evaluate(seen, Random(1))}


@pytest.mark.parametrize("rules", ["bicycle", "north_american"])
def test_no_discard_is_worth_more_alone_if_all_the_tricks_with_the_partner_win_the_game(rules: str) -> None:
    rng = Random(5)
    for _ in range(25):
        deal = dealers_turn(rules, rng)
        with_partner, by_itself = discards(deal, OrderUp()), discards(deal, OrderUp(alone=True))
        for card, win in with_partner.items():
            assert win >= by_itself[card] - 0.02, (deal.hands, card)
