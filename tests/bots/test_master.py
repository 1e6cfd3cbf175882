"""The master bot: it evaluates every choice, exactly where all is known, and prefers to win the game."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies import any_rules, random_deal, random_rules, randoms
from uka import Deal, Ruleset, rulesets
from uka.bots import bot, evaluate, master
from uka.bots.equity import DealStakes, Equity, PointSwing
from uka.bots.evaluation import best_first
from uka.bots.master import MasterBot, ruleset_model
from uka.core.actions import ClaimRevoke, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import PARTNERSHIPS
from uka.solver import Position, solve

LIGHT = MasterBot(sampled=200, kept_for_bids=20, kept_for_plays=20)
"""The same bot with a smaller budget."""
SCORES = ((0, 0), (9, 9), (9, 6), (3, 8))


RARE = (Ruleset(partners_best=True, partner_alone="both"), rulesets.find("british"))
"""Rulesets with rare situations: a card passed to a loner, and a benny turned up."""


def some_rules(number: int, rng: Random) -> Ruleset:
    if number % 4 == 0:
        return RARE[number // 4 % 2]
    return rulesets.find(rulesets.names()[number // 2 % len(rulesets.names())]) if number % 2 else random_rules(rng)


def turns(rules: Ruleset, rng: Random, player: MasterBot = LIGHT) -> Iterator[tuple[Deal, Observation]]:
    """Yield each turn of a deal of four master bots, with the observation of the seat. Some actions are random."""
    deal = random_deal(rules, rng, revokes=False)
    while deal.turn is not None:
        seen = deal.observe(deal.turn)
        yield deal, seen
        wild = rng.random() < 0.3
        deal, _ = deal.apply(rng.choice(seen.lawful_actions) if wild else player.choose(seen, rng))


def at(seen: Observation, score: tuple[int, int]) -> Observation:
    """Return the same observation at another score, if the game is not over at that score."""
    return replace(seen, score=score) if seen.rules.target == 10 else seen


def test_every_choice_in_every_phase_is_evaluated() -> None:
    rules_rng, rng, phases = Random(1), Random(1), Counter[Phase]()
    for number in range(60):
        for _, plain in turns(some_rules(number, rules_rng), Random(number)):
            seen = at(plain, rng.choice(SCORES))
            found = LIGHT.evaluate(seen, Random(number))
            phases[seen.phase] += 1
            assert [each.action for each in found] == [a for a in seen.lawful_actions if not isinstance(a, ClaimRevoke)]
            for each in found:
                assert -1e-9 < each.win < 1 + 1e-9
                assert each.points_error >= 0 <= each.win_error
                assert abs(each.points) < 100
    assert set(phases) == set(Phase) - {Phase.OVER}


def test_the_choice_has_the_best_evaluation_and_depends_only_on_the_generator() -> None:
    rng, chosen = Random(2), 0
    for number in range(12):
        for _, plain in turns(some_rules(number, rng), rng):
            seen = at(plain, rng.choice(SCORES))
            random.seed(number)
            found = LIGHT.evaluate(seen, Random(7))
            random.seed(-number)
            assert found == LIGHT.evaluate(seen, Random(7))
            choice = LIGHT.choose(seen, Random(7))
            mine = next(each for each in found if each.action == choice)
            if len(found) > 1:
                assert best_first(seen, found)[0] == mine
                assert mine.win >= max(each.win for each in found) - 2 * mine.win_error
                chosen += 1
    assert chosen > 100


def test_evaluate_gives_the_masters_evaluations() -> None:
    rng = Random(3)
    for _, seen in turns(rulesets.find("north_american"), rng):
        assert evaluate(seen, Random(1)) == bot("master").evaluate(seen, Random(1))  # type: ignore[attr-defined]


def knowing(monkeypatch: pytest.MonkeyPatch, deal: Deal) -> None:
    """Make the bot sample only the true world of a deal."""

    def believed(*_: Any, **__: Any) -> memoryview:
        return memoryview(array("Q", deal.masks)).cast("B").cast("Q", (1, len(deal.masks)))

    monkeypatch.setattr(master, "sample_worlds", believed)


def test_with_one_possible_world_it_agrees_with_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, alone = Random(4), Counter[bool]()
    for number in range(36):
        with monkeypatch.context() as patched:
            moments = [(deal, seen) for deal, seen in turns(some_rules(number, rng), rng) if seen.trump]
            playing = [(deal, seen) for deal, seen in moments if seen.phase is Phase.PLAYING]
            for deal, plain in rng.sample(playing, min(5, len(playing))):
                assert plain.seat is not None
                seen, mine = at(plain, rng.choice(SCORES)), plain.seat.partnership.index
                knowing(patched, deal)
                found = LIGHT.evaluate(seen, rng)
                solved = {choice.card: choice.points for choice in solve(Position.of(deal)).choices}
                assert {each.action for each in found} == {Play(card) for card in solved}
                stakes = DealStakes(seen, plain.seat.partnership, ruleset_model(seen.rules).equity)
                for each in found:
                    assert isinstance(each.action, Play)
                    points = solved[each.action.card]
                    difference = points[mine] - points[1 - mine]
                    assert each == (
                        each.action,
                        pytest.approx(difference),
                        pytest.approx(0),
                        pytest.approx(stakes.after(difference)),
                        pytest.approx(0),
                    )
                alone[bool(deal.contract and deal.contract.sitting_out)] += 1
    assert min(alone[False], alone[True]) > 15


@given(
    rules=any_rules,
    rng=randoms,
    score=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    number=st.integers(0, 4),
    bell=st.booleans(),
    chances=st.lists(st.floats(0.01, 1), min_size=9, max_size=9),
)
def test_more_points_never_hurt_and_the_last_deal_decides(
    rules: Ruleset, rng: Random, score: tuple[int, int], number: int, bell: bool, chances: list[float]
) -> None:
    """More points never hurt at any score, in the last deal or before it, and with any number of deals left."""
    deal = random_deal(rules, rng)
    if rules.target:
        score = (score[0] % rules.target, score[1] % rules.target)
    seen = replace(deal.observe(deal.dealer), score=score, number=number, bell=bell)
    equity = Equity(rules.target, PointSwing(dict(enumerate(chances, -4))))
    for side in PARTNERSHIPS:
        stakes = DealStakes(seen, side, equity)
        after = [stakes.after(points) for points in range(-6, 7)]
        assert all(less <= more + 1e-9 for less, more in pairwise(after))
        assert all(-1e-9 < chance < 1 + 1e-9 for chance in (*after, stakes.after_redeal()))
        lead = score[side.index] - score[side.other.index]
        if bell or (rules.deals and number + 1 >= rules.deals):
            assert after[6] == (lead > 0) + 0.5 * (lead == 0)
        if rules.target:
            assert stakes.after(rules.target - score[side.index]) == 1
            assert stakes.after(score[side.other.index] - rules.target) == 0


def test_at_nine_all_the_safer_point_is_preferred_to_a_gamble() -> None:
    """The other choice has more expected points, but a smaller chance of winning."""
    rng, rules, gambles = Random(6), rulesets.find("north_american"), 0
    for _ in range(25):
        for _, plain in turns(rules, rng):
            seen = replace(plain, score=(9, 9))
            if len(seen.lawful_actions) == 1:
                continue
            found = LIGHT.evaluate(seen, Random(5))
            most = max(found, key=lambda each: each.points)
            mine = next(each for each in found if each.action == LIGHT.choose(seen, Random(5)))
            gambles += most.win < mine.win
            assert mine.win == max(each.win for each in found)
    assert gambles > 10
