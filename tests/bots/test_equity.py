"""Equity: both sides' chances sum to one, points never hurt, and simulated games agree."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.bots.equity import FAR, Equity, PointSwing

CHANCES = {-4: 0.02, -2: 0.15, -1: 0.23, 0: 0.05, 1: 0.36, 2: 0.17, 4: 0.02}
swings = st.dictionaries(st.integers(-6, 6), st.floats(0.01, 1.0), min_size=1).filter(lambda d: any(d))


@given(
    swing=swings, target=st.integers(1, 15), ours=st.integers(0, 14), theirs=st.integers(0, 14), dealing=st.booleans()
)
def test_the_chances_of_both_sides_sum_to_one(
    swing: dict[int, float], target: int, ours: int, theirs: int, dealing: bool
) -> None:
    equity = Equity(target, PointSwing(swing))
    if max(ours, theirs) < target:
        mine, other = equity.winning(ours, theirs, dealing=dealing), equity.winning(theirs, ours, dealing=not dealing)
        assert mine + other == pytest.approx(1)
        assert 0 <= mine <= 1
    lead = ours - theirs
    assert equity.winning_by_lead(lead, 5, dealing=dealing) + equity.winning_by_lead(
        -lead, 5, dealing=not dealing
    ) == pytest.approx(1)


@given(swing=swings, dealing=st.booleans())
def test_a_lead_never_hurts_at_the_end_of_fixed_deals(swing: dict[int, float], dealing: bool) -> None:
    equity = Equity(0, PointSwing(swing))
    chances = [equity.winning_by_lead(lead, 3, dealing=dealing) for lead in range(-20, 21)]
    assert all(less <= more + 1e-12 for less, more in pairwise(chances))
    assert chances[0] == pytest.approx(0)
    assert chances[-1] == pytest.approx(1)


def test_a_larger_score_has_a_better_chance() -> None:
    equity = Equity(10, PointSwing(CHANCES))
    for theirs in range(10):
        chances = [equity.winning(ours, theirs, dealing=True) for ours in range(11)]
        assert chances == sorted(chances)
        assert chances[-1] == 1


def test_simulated_games_agree() -> None:
    rng, equity = Random(1), Equity(10, PointSwing(CHANCES))
    for ours, theirs, dealing in ((9, 6, False), (9, 8, True), (3, 5, True)):
        games, won = 20_000, 0
        for _ in range(games):
            score, deals = [ours, theirs], dealing
            while max(score) < 10:
                points = rng.choices([*CHANCES], [*CHANCES.values()])[0] * (1 if deals else -1)
                score[points < 0] += abs(points)
                deals = not deals
            won += score[0] >= 10
        assert won / games == pytest.approx(equity.winning(ours, theirs, dealing=dealing), abs=0.015)


def test_without_a_target_the_leader_is_far_from_winning() -> None:
    open_end, far = Equity(0, PointSwing(CHANCES)), Equity(FAR + 7, PointSwing(CHANCES))
    assert open_end.winning(7, 5, dealing=True) == pytest.approx(far.winning(7, 5, dealing=True))


def test_an_empty_distribution_is_refused() -> None:
    with pytest.raises(ValueError, match="not all zero"):
        PointSwing({1: 0.0})
    with pytest.raises(ValueError, match="none below zero"):
        PointSwing({1: -1.0, 2: 3.0})
