"""Elo ratings by the Bradley-Terry model, fitted to all results at once.

A player whose rating is ``d`` higher than another's wins with the probability ``1 / (1 + 10 ** (-d / 400))``. The
ratings maximize the likelihood of the results, by Newton's method, and their mean is 0. One draw is added to the
results of each pair that met, so that a player that won everything has a finite rating. The errors are sandwich
estimates from the differences between units of play, so that drawn games and duplicate play have the right weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

from .confidence_intervals import Interval, RatioSums, Z

SCALE = 400 / log(10)
"""The Elo points of one unit of strength in the Bradley-Terry model."""
Matrix = list[list[float]]


def elo(player_count: int, results: Mapping[tuple[int, int], RatioSums]) -> tuple[Interval, ...]:
    """Return the Elo rating of each of ``player_count`` players, with its confidence interval.

    ``results`` maps each pair of players that met, as two indexes, to sums in which the first player won ``x`` of ``n``
    trials.

    >>> even = RatioSums()
    >>> for won in (0, 2) * 50:
    ...     even.count(won, 2)
    >>> [round(rating.value) for rating in elo(2, {(0, 1): even})]
    [0, 0]
    """
    trials = {pair: (sums.pieces + 1.0, _score_with_draw(sums)) for pair, sums in results.items() if sums.n}
    strengths = [0.0] * player_count
    for _ in range(100):
        slope = [0.0] * player_count
        for (i, j), (count, score) in trials.items():
            gain = count * (score - _win_chance(strengths[i] - strengths[j]))
            slope[i] += gain
            slope[j] -= gain
        steps = _product(_inverse(_information(player_count, trials, strengths)), slope)
        longest = max(map(abs, steps), default=0.0)
        # A long Newton step would overshoot if a player won nearly everything.
        shortening = 1 / longest if longest > 1 else 1.0
        strengths = [strength + shortening * step for strength, step in zip(strengths, steps, strict=True)]
        if longest < 1e-10:
            break
    errors = _errors(player_count, trials, results, strengths)
    return tuple(
        Interval(SCALE * strength, SCALE * (strength - Z * error), SCALE * (strength + Z * error))
        for strength, error in zip(strengths, errors, strict=True)
    )


def _score_with_draw(sums: RatioSums) -> float:
    """Return the fraction of the trials that the first player won, after one draw is added to the trials."""
    return (sums.pieces * sums.x / sums.n + 0.5) / (sums.pieces + 1)


def _win_chance(difference: float) -> float:
    """Return a player's chance to win, if its strength minus its opponent's is ``difference``."""
    return 1 / (1 + exp(-difference))


def _information(
    player_count: int, trials: Mapping[tuple[int, int], tuple[float, float]], strengths: Sequence[float]
) -> Matrix:
    """Return the Fisher information of the ratings plus 1 in every cell, which makes the matrix invertible.

    The added 1 does not change the ratings, because their mean is 0. ``trials`` holds, for each pair of players, the
    number of trials and the fraction of them that the first player won. ``strengths`` holds the ratings divided by
    ``SCALE``.
    """
    information = [[1.0] * player_count for _ in range(player_count)]
    for (i, j), (count, _) in trials.items():
        chance = _win_chance(strengths[i] - strengths[j])
        _add_squared_difference(information, i, j, count * chance * (1 - chance))
    return information


def _errors(
    player_count: int,
    trials: Mapping[tuple[int, int], tuple[float, float]],
    results: Mapping[tuple[int, int], RatioSums],
    strengths: Sequence[float],
) -> list[float]:
    """Return the standard errors of ``strengths``, which holds the ratings divided by ``SCALE``."""
    noise = [[0.0] * player_count for _ in range(player_count)]
    for pair, (count, score) in trials.items():
        variance = results[pair].variance or 0.0  # this variance excludes the draw that was added
        _add_squared_difference(noise, *pair, count * count * variance + (0.5 - score) ** 2)
    inverse = _inverse(_information(player_count, trials, strengths))
    return [sqrt(sum(a * b for a, b in zip(row, _product(noise, row), strict=True))) for row in inverse]


def _add_squared_difference(matrix: Matrix, i: int, j: int, factor: float) -> None:
    """Add ``factor`` times the squared difference of ratings ``i`` and ``j`` to a quadratic form of the ratings.

    ``matrix`` is the matrix of the quadratic form. It is changed in place.
    """
    matrix[i][i] += factor
    matrix[j][j] += factor
    matrix[i][j] -= factor
    matrix[j][i] -= factor


def _product(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by Gauss-Jordan elimination without pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
