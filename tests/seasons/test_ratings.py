"""Ratings: who is strong is found, intervals hold, and a rating cleaned of the cards is better than one that is not."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from uka.seasons import SeasonSettings, add_event, append_entries, open_season
from uka.seasons.entries import EventAdded, EventGame, EventResult
from uka.seasons.ratings import ratings

from .evenings import DEALS, season_of, strengths

SEEDS = range(6)


def rank_correlation(one: dict[str, float], other: dict[str, float]) -> float:
    names = sorted(one)
    ranks = [{name: place for place, name in enumerate(sorted(names, key=each.__getitem__))} for each in (one, other)]
    squares = sum((ranks[0][name] - ranks[1][name]) ** 2 for name in names)
    return 1 - 6 * squares / (len(names) * (len(names) ** 2 - 1))


@pytest.mark.parametrize("cleaned", [False, True])
def test_strengths_are_found_and_intervals_hold(cleaned: bool) -> None:
    correlations, held = list[float](), list[bool]()
    for seed in SEEDS:
        rng = Random(seed)
        strong = strengths(24, rng)
        found = {rating.member: rating for rating in ratings(season_of(strong, rng, 12), cleaned=cleaned)}
        mean = fmean(strong.values())
        truth = {name: (strong[name] - mean) / (DEALS if cleaned else 1) for name in found}
        correlations.append(rank_correlation(truth, {name: rating.strength for name, rating in found.items()}))
        held += [rating.low <= truth[name] <= rating.high for name, rating in found.items()]
    assert fmean(correlations) > (0.9 if cleaned else 0.75)
    assert 0.88 < fmean(held) <= 1


def test_the_ratings_of_one_season_are_the_same_again_and_have_no_sum() -> None:
    season = season_of(strengths(12, Random(1)), Random(2), 4)
    found = ratings(season)
    assert found == ratings(season)
    assert abs(sum(rating.strength for rating in found)) < 1e-6
    assert [rating.ranked for rating in found] == sorted([rating.ranked for rating in found], reverse=True)


def test_nobody_is_ranked_by_a_single_game() -> None:
    season, _ = open_season("Winter", SeasonSettings(), at=0)
    assert ratings(season) == ()
    game = EventGame((("Ana", "Hemi"), ("Mere", "Tama")), (10, 4))
    results = tuple([EventResult(name, 1, 0) for side in game.sides for name in side])
    season, _ = append_entries(season, add_event(season, EventAdded("One", "2026-01-01", "1", results, (game,))), at=1)
    found = ratings(season)
    assert {rating.member for rating in found[:2]} == {"Ana", "Hemi"}
    assert not any(rating.ranked for rating in found)
    assert all(rating.games == 0 for rating in ratings(season, cleaned=True))
