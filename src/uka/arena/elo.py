"""Elo ratings by the Bradley-Terry model, fitted to all results at once.

A player rated ``d`` points above another beats it with the probability ``1 / (1 + 10 ** (-d / 400))``. The ratings
maximize the likelihood, by Newton's method, and their mean is 0. One draw is added to the results of each pair that
met, so a player that won everything has a finite rating. The errors are sandwich estimates from the differences between
units of play. So drawn games and duplicate pairs have the right weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

from .confidence_intervals import Interval, RatioSums, Z

SCALE = 400 / log(10)
Matrix = list[list[float]]


def elo(players: int, met: Mapping[tuple[int, int], RatioSums]) -> tuple[Interval, ...]:
    """Return the Elo rating of each player.

    ``met`` maps each pair of players to its ``RatioSums``, in which the first player won ``x`` of ``n`` trials.

    >>> even = RatioSums()
    >>> for won in (0, 2) * 50:
    ...     even.count(won, 2)
    >>> [round(rating.value) for rating in elo(2, {(0, 1): even})]
    [0, 0]
    """
    trials = {pair: (sums.pieces + 1.0, _score(sums)) for pair, sums in met.items() if sums.n}
    strengths = [0.0] * players
    for _ in range(100):
        slope = [0.0] * players
        for (i, j), (of, score) in trials.items():
            gain = of * (score - _chance(strengths[i] - strengths[j]))
            slope[i], slope[j] = slope[i] + gain, slope[j] - gain
        steps = _times(_inverse(_curve(players, trials, strengths)), slope)
        # A long Newton step would overshoot if a player won nearly everything.
        longest = max(map(abs, steps), default=0.0)
        strengths = [
            s + step * min(1.0, 1 / longest if longest else 1.0) for s, step in zip(strengths, steps, strict=True)
        ]
        if longest < 1e-10:
            break
    errors = _errors(players, trials, met, strengths)
    return tuple(
        Interval(SCALE * s, SCALE * (s - Z * error), SCALE * (s + Z * error))
        for s, error in zip(strengths, errors, strict=True)
    )


def _score(sums: RatioSums) -> float:
    """Return the fraction of the trials that the first player won, after one draw is added to the trials."""
    return (sums.pieces * sums.x / sums.n + 0.5) / (sums.pieces + 1)


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _curve(players: int, trials: Mapping[tuple[int, int], tuple[float, float]], strengths: Sequence[float]) -> Matrix:
    """Return the Fisher information of the ratings plus 1 in every cell, which makes the matrix invertible.

    The added 1 does not change the ratings, because their mean is 0. ``trials`` holds, for each pair of players, the
    number of trials and the fraction of them that the first player won. ``strengths`` are the ratings divided by
    ``SCALE``.
    """
    curve = [[1.0] * players for _ in range(players)]
    for (i, j), (of, _) in trials.items():
        p = _chance(strengths[i] - strengths[j])
        _spread(curve, i, j, of * p * (1 - p))
    return curve


def _errors(
    players: int,
    trials: Mapping[tuple[int, int], tuple[float, float]],
    met: Mapping[tuple[int, int], RatioSums],
    strengths: Sequence[float],
) -> list[float]:
    noise = [[0.0] * players for _ in range(players)]
    for pair, (of, score) in trials.items():
        variance = met[pair].variance or 0.0  # this variance excludes the draw that was added
        _spread(noise, *pair, of * of * variance + (0.5 - score) ** 2)
    inverse = _inverse(_curve(players, trials, strengths))
    return [sqrt(sum(a * b for a, b in zip(row, _times(noise, row), strict=True))) for row in inverse]


def _spread(matrix: Matrix, i: int, j: int, amount: float) -> None:
    """Add ``amount`` times the squared difference of ratings ``i`` and ``j`` to a quadratic form of the ratings.

    ``matrix`` is the matrix of the quadratic form. It is changed in place.
    """
    for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
        matrix[a][b] += sign * amount


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse by Gauss-Jordan elimination. A positive definite matrix needs no pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
