"""Confidence intervals: of intervals for a known true value, 95 % contain it."""

from collections.abc import Callable
from math import exp
from random import Random

import pytest

from uka.arena import Interval, RatioSums, elo
from uka.arena.confidence_intervals import share_interval
from uka.arena.elo import SCALE
from uka.arena.player_tally import ChoiceTimes

RUNS = 2_000


def coverage(interval: Callable[[Random], Interval], truth: float, runs: int = RUNS) -> float:
    """Return the fraction of the intervals, one for each seed, that contain the true value."""
    found = [interval(Random(f"coverage/{run}")) for run in range(runs)]
    return sum(f.low is not None and f.high is not None and f.low <= truth <= f.high for f in found) / runs


@pytest.mark.parametrize("truth", [0.5, 0.18, 0.9])
@pytest.mark.parametrize("of", [40, 300])
def test_a_share_of_single_trials(truth: float, of: int) -> None:
    def one(rng: Random) -> Interval:
        return share_interval(sum(rng.random() < truth for _ in range(of)) / of, of)

    assert 0.93 < coverage(one, truth) < 0.975


@pytest.mark.daily(2)
@pytest.mark.parametrize("truth", [0.5, 0.7])
@pytest.mark.parametrize("alike", [0.0, 0.8])
def test_a_share_of_correlated_pairs_of_games(truth: float, alike: float) -> None:
    def one(rng: Random) -> Interval:
        sums = RatioSums()
        for _ in range(150):
            first = rng.random() < truth
            second = first if rng.random() < alike else rng.random() < truth
            sums.count(2 * (first + second), 4)
        return sums.share()

    assert 0.93 < coverage(one, truth) < 0.97


def test_intervals_that_ignore_the_correlation_are_too_narrow() -> None:
    """This is the reason for the test above: correlated pairs are counted here as independent games."""

    def one(rng: Random) -> Interval:
        return share_interval(sum(rng.random() < 0.5 for _ in range(150)) / 150, 300)

    assert coverage(one, 0.5) < 0.88


POINTS = (-4, -2, -1, 1, 1, 1, 2, 4)


@pytest.mark.parametrize("pieces", [8, 30, 200])
def test_points_a_deal(pieces: int) -> None:
    def one(rng: Random) -> Interval:
        sums = RatioSums()
        for _ in range(pieces):
            sums.count(rng.choice(POINTS), 1)
        return sums.mean()

    assert 0.925 < coverage(one, sum(POINTS) / len(POINTS)) < 0.97


def test_points_a_deal_from_games_of_many_lengths() -> None:
    """Long games are close ones, so their deals are not independent. The games are independent."""

    def one(rng: Random) -> Interval:
        sums = RatioSums()
        for _ in range(60):
            better = rng.choice((-1, 0, 2))
            deals = rng.randint(3, 6) + (4 if better == 0 else 0)
            sums.count(sum(better + rng.choice((-1, 1)) for _ in range(deals)), deals)
        return sums.mean()

    truth = (-1 * 4.5 + 0 * 8.5 + 2 * 4.5) / (4.5 + 8.5 + 4.5)
    assert 0.93 < coverage(one, truth) < 0.97


def test_sums_are_the_same_in_any_order_and_from_the_other_side() -> None:
    rng = Random(1)
    pieces = [(rng.randint(-5, 5), rng.randint(5, 9)) for _ in range(100)]
    forward, backward, halves = RatioSums(), RatioSums(), (RatioSums(), RatioSums())
    for i, piece in enumerate(pieces):
        forward.count(*piece)
        halves[i % 2].count(*piece)
    for piece in reversed(pieces):
        backward.count(*piece)
    halves[0].add(halves[1])
    assert forward == backward == halves[0]
    mean, other = forward.mean(), forward.negative().mean()
    assert (mean.value, mean.low, mean.high) == tuple(-x for x in (other.value, other.high, other.low) if x is not None)
    won, lost = forward.share(), forward.complement().share()
    assert won.value is not None
    assert lost.value is not None
    assert won.value + lost.value == pytest.approx(1)


def test_too_few_pieces_give_no_bounds() -> None:
    assert RatioSums().mean() == RatioSums().share() == Interval(None, None, None)
    one = RatioSums()
    one.count(3, 1)
    assert one.mean() == Interval(3.0, None, None)
    all_won = RatioSums()
    for _ in range(20):
        all_won.count(2, 2)
    share = all_won.share()
    assert share.low is not None
    assert share.low < 0.9  # 20 wins of 20 do not prove a rate of 1


STRENGTHS = (0.8, 0.3, -0.2, -0.9)


def meetings(rng: Random, pieces: int = 80, drawn: float = 0.1) -> dict[tuple[int, int], RatioSums]:
    met: dict[tuple[int, int], RatioSums] = {}
    for i in range(4):
        for j in range(i + 1, 4):
            chance = 1 / (1 + exp(STRENGTHS[j] - STRENGTHS[i]))
            sums = met[i, j] = RatioSums()
            for _ in range(pieces):
                # as many wins as losses become draws, which leaves the mean unchanged
                share = min(chance, 1 - chance) * drawn
                at = rng.random()
                sums.count(1 if at < 2 * share else 2 * (at < chance + share), 2)
    return met


@pytest.mark.daily(2)
@pytest.mark.parametrize("player", range(4))
def test_elo_ratings(player: int) -> None:
    truth = SCALE * STRENGTHS[player]
    assert 0.92 < coverage(lambda rng: elo(4, meetings(rng))[player], truth, runs=400) < 0.98


def test_the_rating_of_a_player_that_won_everything_is_finite() -> None:
    met = {(0, 1): RatioSums(), (1, 2): RatioSums()}
    for _ in range(1_000):
        met[0, 1].count(2, 2)
        met[1, 2].count(1, 2)
    ratings = elo(3, met)
    values = [rating.value for rating in ratings if rating.value is not None]
    assert sum(values) == pytest.approx(0, abs=1e-6)
    assert 800 < values[0] - values[1] < 2_000
    assert values[1] == pytest.approx(values[2], abs=1)
    assert all(r.low is not None and r.high is not None and r.low < r.high for r in ratings)


def test_the_ratings_of_two_players_follow_from_the_share() -> None:
    met = {(0, 1): RatioSums()}
    for i in range(10_000):
        met[0, 1].count(2 * (i % 100 < 64), 2)
    first, second = (rating.value for rating in elo(2, met))
    assert first is not None
    assert second is not None
    assert first - second == pytest.approx(100, abs=1)  # Elo's tables give 100 points for 64 %


def test_times_are_within_2_percent() -> None:
    rng = Random(3)
    seconds = sorted(10 ** rng.uniform(-6, 1) for _ in range(5_000))
    times, others = ChoiceTimes(), ChoiceTimes()
    for i, taken in enumerate(seconds):
        (times if i % 2 else others).count(taken)
    times.add(others)
    for share in (0.5, 0.99):
        assert times.quantile(share) == pytest.approx(seconds[round(share * len(seconds)) - 1], rel=0.02)
