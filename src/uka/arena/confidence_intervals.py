"""Rates, means and ratios with 95 % confidence intervals.

All estimates are computed from sums of whole numbers, because such sums do not depend on the order of addition.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import msgspec

Z = NormalDist().inv_cdf(0.975)
"""The 97.5 % quantile of the normal distribution."""
ONE_SIDED = NormalDist().inv_cdf(0.95)
"""The 95 % quantile of the normal distribution."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate with its 95 % confidence interval. A field is None if there are too few data to compute it."""

    value: float | None
    """The estimate."""
    low: float | None
    """The lower end of the interval."""
    high: float | None
    """The upper end of the interval."""


class RatioSums(msgspec.Struct):
    """Sums over independent units of play, from which a ratio is estimated: all scores divided by all trials.

    A unit is a deal, a game, or a deal or game in both rooms of duplicate play, because what is played with the same
    cards is not independent. The error of the estimate is computed from the differences between units, so that
    correlation within a unit does not distort it.

    >>> sums = RatioSums()
    >>> for x, n in ((2, 2), (-1, 2), (4, 2), (1, 2)):
    ...     sums.count(x, n)
    >>> mean = sums.mean()
    >>> mean.value, round(mean.low, 2), round(mean.high, 2)
    (0.75, -0.89, 2.39)
    """

    pieces: int = 0
    """The number of units."""
    x: int = 0
    """The sum of the scores of the units."""
    n: int = 0
    """The sum of the numbers of trials (such as deals) of the units."""
    xx: int = 0
    """The sum of the squared scores."""
    xn: int = 0
    """The sum of the products of score and number of trials."""
    nn: int = 0
    """The sum of the squared numbers of trials."""

    def count(self, x: int, n: int) -> None:
        """Add one unit with the score ``x`` in ``n`` trials."""
        self.add(RatioSums(1, x, n, x * x, x * n, n * n))

    def add(self, other: RatioSums) -> None:
        """Add the sums of ``other``, which are sums over other units."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))

    def negative(self) -> RatioSums:
        """Return the sums with every score x replaced by -x: the points from the other side's view."""
        return RatioSums(self.pieces, -self.x, self.n, self.xx, -self.xn, self.nn)

    def complement(self) -> RatioSums:
        """Return the sums with every score x replaced by n - x: the trials that the other side won."""
        return RatioSums(
            self.pieces, self.n - self.x, self.n, self.nn - 2 * self.xn + self.xx, self.nn - self.xn, self.nn
        )

    @property
    def variance(self) -> float | None:
        """The variance of the estimate ``x / n``, from the differences between units. None for fewer than two."""
        if self.pieces < 2 or not self.n:
            return None
        ratio = self.x / self.n
        apart = max(0.0, self.xx - 2 * ratio * self.xn + ratio * ratio * self.nn)
        return apart * self.pieces / (self.pieces - 1) / self.n**2

    def mean(self) -> Interval:
        """Return the estimate ``x / n`` with its confidence interval, by Student's t-distribution."""
        if not self.n:
            return Interval(None, None, None)
        ratio, variance = self.x / self.n, self.variance
        if variance is None:
            return Interval(ratio, None, None)
        half = _student_quantile(self.pieces - 1) * sqrt(variance)
        return Interval(ratio, ratio - half, ratio + half)

    def lower_bound(self) -> float | None:
        """Return the one-sided 95 % confidence bound below ``x / n``, or None if there are too few data."""
        if self.variance is None:
            return None
        return self.x / self.n - _student_quantile(self.pieces - 1, ONE_SIDED) * sqrt(self.variance)

    def share(self) -> Interval:
        """Return the estimate ``x / n``, a proportion from 0 to 1, with its Wilson interval.

        The Wilson interval needs a number of independent trials. Here, that is the number with which the estimate would
        have the variance ``variance``. If ``variance`` is None or 0, it is the number of units.
        """
        if not self.n:
            return Interval(None, None, None)
        share, variance = self.x / self.n, self.variance
        return share_interval(share, share * (1 - share) / variance if variance else self.pieces)


def share_interval(share: float, trials: float) -> Interval:
    """Return the proportion ``share``, from 0 to 1, with its Wilson interval for a number of independent ``trials``.

    >>> round(share_interval(0.8, 10).low, 3), share_interval(0.0, 0).value
    (0.49, None)
    """
    if not trials:
        return Interval(None, None, None)
    scale = 1 + Z * Z / trials
    centre = (share + Z * Z / (2 * trials)) / scale
    half = Z / scale * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def hit_share(hits: int, trials: int) -> Interval:
    """Return the proportion of ``hits`` among ``trials`` with its Wilson interval.

    >>> hit_share(8, 10).value, hit_share(0, 0).value
    (0.8, None)
    """
    return share_interval(hits / trials if trials else 0.0, trials)


def _student_quantile(freedom: int, z: float = Z) -> float:
    """Return a quantile of Student's t-distribution with ``freedom`` degrees of freedom.

    ``z`` is the same quantile of the normal distribution, by default that of 97.5 %. It is computed by its series in
    ``1 / freedom``. The error is below 3 % for 3 or more degrees.
    """
    z2 = z * z
    terms = (
        (z2 + 1) / 4,
        ((5 * z2 + 16) * z2 + 3) / 96,
        (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
    )
    return z * (1 + sum(term / freedom**power for power, term in enumerate(terms, 1)))
