"""Reported results of deals score the same points as deals that are played in Uka."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.strategies import any_rules, played_out, random_deal, randoms
from uka import rulesets
from uka.core.errors import IllegalAction
from uka.core.game import Game
from uka.core.reported_results import outcome_values, played_result, redeal_result, revoked_result, thrown_in_result
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


def entered(rules: Ruleset, result: DealResult) -> DealResult:
    """Return the result that an official would report for a deal with this result."""
    if result.outcome is Outcome.THROWN_IN:
        return thrown_in_result(rules)
    if result.outcome is Outcome.REDEAL:
        return redeal_result(rules)
    makers = result.makers
    assert makers is not None
    if result.outcome is Outcome.REVOKED:
        return revoked_result(rules, NS if result.points[EW.index] else EW)
    alone, defended = result.loner is not None, result.lone_defender is not None
    return played_result(rules, makers, result.tricks[makers.index], alone=alone, defended_alone=defended)


@given(any_rules, randoms)
def test_a_reported_deal_scores_like_a_played_deal(rules: Ruleset, rng: Random) -> None:
    rules = rules.changed({"rubber": False})
    played = by_hand = Game.start(rules, Seat.NORTH)
    for _ in range(3):
        if played.over:
            break
        deal = played_out(random_deal(rules, rng, revokes=False), rng)
        assert deal.result is not None
        result = entered(rules, deal.result)
        assert (result.outcome, result.points) == (deal.result.outcome, deal.result.points)
        played = played.enter_result(deal.result)[0]
        by_hand = by_hand.enter_result(result)[0]
        assert (by_hand.score, by_hand.dealer, by_hand.finished) == (played.score, played.dealer, played.finished)
        assert (by_hand.over, by_hand.winner) == (played.over, played.winner)


def test_what_an_official_of_a_tainui_table_taps() -> None:
    rules = rulesets.find("tainui")
    assert [played_result(rules, NS, tricks).points for tricks in range(6)] == [(0, 2)] * 3 + [(1, 0)] * 2 + [(2, 0)]
    assert [played_result(rules, EW, tricks, alone=True).points for tricks in (2, 3, 4, 5)] == [
        (2, 0),
        (0, 1),
        (0, 1),
        (0, 6),
    ]
    assert revoked_result(rules, NS).points == (0, 2)
    assert revoked_result(rules, EW).outcome is Outcome.REVOKED
    assert (redeal_result(rules).outcome, redeal_result(rules).points) == (Outcome.REDEAL, (0, 0))
    assert thrown_in_result(rulesets.find("bicycle")).outcome is Outcome.THROWN_IN


def test_what_these_rules_do_not_have_is_refused() -> None:
    rules = rulesets.find("tainui")
    with pytest.raises(IllegalAction, match="the makers took 0 to 5 tricks, not 6"):
        played_result(rules, NS, 6)
    with pytest.raises(IllegalAction, match="nobody defends alone"):
        played_result(rules, NS, 3, defended_alone=True)
    against = rules.changed({"defend_alone": "against_loner"})
    assert played_result(against, NS, 3, alone=True, defended_alone=True).lone_defender is not None
    with pytest.raises(IllegalAction, match="nobody defends alone against two makers"):
        played_result(against, NS, 3, defended_alone=True)
    assert played_result(rules.changed({"alone_by": "anyone"}), NS, 3, defended_alone=True).outcome is Outcome.MADE
    with pytest.raises(IllegalAction, match="nobody plays alone"):
        played_result(rulesets.find("knock").changed({"alone_by": "nobody"}), NS, 3, alone=True)
    with pytest.raises(IllegalAction, match="no deal is thrown in"):
        thrown_in_result(rules)


def test_nothing_is_entered_in_a_deal_or_after_the_end() -> None:
    rules = rulesets.find("tainui")
    deal = random_deal(rules, Random(1))
    game = Game.start(rules, deal.dealer)
    dealing, _ = game.start_deal(rules.cards)
    with pytest.raises(IllegalAction, match="a deal is in progress"):
        dealing.enter_result(played_result(rules, NS, 3))
    for _ in range(2):
        game, _ = game.enter_result(played_result(rules, NS, 5, alone=True))
    assert game.over
    assert game.winner is NS
    with pytest.raises(IllegalAction, match="the game is over: nothing more can be scored"):
        game.enter_result(played_result(rules, NS, 3))


@given(any_rules)
def test_the_outcome_values_cover_every_result_that_can_be_reported(rules: Ruleset) -> None:
    found = {(end.alone, end.defended_alone, tricks): end for end in outcome_values(rules) for tricks in end.tricks}
    for alone in (False, True):
        for defended in (False, True):
            for tricks in range(rules.hand_size + 1):
                try:
                    result = played_result(rules, NS, tricks, alone=alone, defended_alone=defended)
                except IllegalAction:
                    assert (alone, defended, tricks) not in found
                    continue
                end = found[alone, defended, tricks]
                assert (end.outcome, end.points) == (result.outcome, result.points)
