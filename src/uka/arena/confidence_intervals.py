"""Rates, means and ratios with 95 % confidence intervals.

All estimates are computed from sums of integers, because such sums do not depend on the order of addition.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import msgspec

Z = NormalDist().inv_cdf(0.975)


class Interval(msgspec.Struct, frozen=True):
    """An estimate with its 95 % confidence bounds. A field is None if there are too few data to compute it."""

    value: float | None
    low: float | None
    high: float | None


class RatioSums(msgspec.Struct):
    """Sums over independent units of play: of the scores ``x``, of the numbers of trials ``n``, and of their products.

    A unit is a deal, a game, or the two rooms of a duplicate pair, because the deals within a unit share their cards.
    The estimate is the sum of ``x`` divided by the sum of ``n``. Its error comes from the differences between units, so
    correlation within a unit does not distort the error.

    >>> sums = RatioSums()
    >>> for x, n in ((2, 2), (-1, 2), (4, 2), (1, 2)):
    ...     sums.count(x, n)
    >>> mean = sums.mean()
    >>> mean.value, round(mean.low, 2), round(mean.high, 2)
    (0.75, -0.89, 2.39)
    """

    pieces: int = 0
    x: int = 0
    n: int = 0
    xx: int = 0
    xn: int = 0
    nn: int = 0

    def count(self, x: int, n: int) -> None:
        """Add one unit with score ``x`` in ``n`` trials."""
        self.add(RatioSums(1, x, n, x * x, x * n, n * n))

    def add(self, other: RatioSums) -> None:
        """Add the units that another ``RatioSums`` has summed."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))

    def negative(self) -> RatioSums:
        """Return the sums with every x replaced by -x. They give the points from the other side's view."""
        return RatioSums(self.pieces, -self.x, self.n, self.xx, -self.xn, self.nn)

    def rest(self) -> RatioSums:
        """Return the sums with every x replaced by n - x. They count the trials that the other side won."""
        return RatioSums(
            self.pieces, self.n - self.x, self.n, self.nn - 2 * self.xn + self.xx, self.nn - self.xn, self.nn
        )

    @property
    def variance(self) -> float | None:
        """The variance of the estimate ``x / n``, from the differences between units.

        It is None if there are fewer than two units.
        """
        if self.pieces < 2 or not self.n:
            return None
        ratio = self.x / self.n
        apart = max(0.0, self.xx - 2 * ratio * self.xn + ratio * ratio * self.nn)
        return apart * self.pieces / (self.pieces - 1) / self.n**2

    def mean(self) -> Interval:
        """Return the estimate ``x / n`` with its confidence interval by Student's t."""
        if not self.n:
            return Interval(None, None, None)
        ratio, variance = self.x / self.n, self.variance
        if variance is None:
            return Interval(ratio, None, None)
        half = _student(self.pieces - 1) * sqrt(variance)
        return Interval(ratio, ratio - half, ratio + half)

    def share(self) -> Interval:
        """Return the estimate ``x / n``, a proportion from 0 to 1, with its Wilson interval.

        The Wilson interval depends on a number of independent trials. This method uses the number with which the
        estimate would have the variance ``variance``. If ``variance`` is None or 0, it uses the number of units.
        """
        if not self.n:
            return Interval(None, None, None)
        share, variance = self.x / self.n, self.variance
        return share_interval(share, share * (1 - share) / variance if variance else self.pieces)


def share_interval(share: float, of: float) -> Interval:
    """Return the Wilson interval of the proportion ``share``. ``of`` is the number of trials.

    >>> round(share_interval(0.8, 10).low, 3), share_interval(0.0, 0).value
    (0.49, None)
    """
    if not of:
        return Interval(None, None, None)
    scale = 1 + Z * Z / of
    centre = (share + Z * Z / (2 * of)) / scale
    half = Z / scale * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def hit_share(hits: int, of: int) -> Interval:
    """Return the proportion of hits with its Wilson interval. ``of`` is the number of trials.

    >>> hit_share(8, 10).value, hit_share(0, 0).value
    (0.8, None)
    """
    return share_interval(hits / of if of else 0.0, of)


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t for ``freedom`` degrees of freedom, by its series in ``1 / freedom``.

    The error is below 3 % for 3 or more degrees.
    """
    z2, f = Z * Z, freedom
    terms = (
        (z2 + 1) / 4,
        ((5 * z2 + 16) * z2 + 3) / 96,
        (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
    )
    return Z * (1 + sum(term / f**power for power, term in enumerate(terms, 1)))
