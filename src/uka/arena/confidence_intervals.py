"""95 % intervals for shares, means and ratios, from sums of whole numbers: adding them up in any order is the same."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import msgspec

Z = NormalDist().inv_cdf(0.975)


class Interval(msgspec.Struct, frozen=True):
    """A figure with the bounds between which it lies in 95 of 100 such runs; None where too little was counted."""

    value: float | None
    low: float | None
    high: float | None


class RatioSums(msgspec.Struct):
    """Of pieces of play that do not depend on each other: what was scored (x) in how many (n), and their products.

    A piece is what shares its cards: a deal, a game, or the two of a duplicate pair. ``x / n`` over all of them is the
    figure; how the pieces differ from it is its error, so that what hangs together inside a piece is no matter.

    >>> sums = RatioSums()
    >>> for x, n in ((2, 2), (-1, 2), (4, 2), (1, 2)):
    ...     sums.count(x, n)
    >>> found = sums.mean()
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (0.75, -0.89, 2.39)
    """

    pieces: int = 0
    x: int = 0
    n: int = 0
    xx: int = 0
    xn: int = 0
    nn: int = 0

    def count(self, x: int, n: int) -> None:
        """Count a piece."""
        self.add(RatioSums(1, x, n, x * x, x * n, n * n))

    def add(self, other: RatioSums) -> None:
        """Count other pieces in."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))

    def negative(self) -> RatioSums:
        """The same with every x as -x: points less the others', as the others see it."""
        return RatioSums(self.pieces, -self.x, self.n, self.xx, -self.xn, self.nn)

    def rest(self) -> RatioSums:
        """The same with every x as n - x: what was not won."""
        return RatioSums(
            self.pieces, self.n - self.x, self.n, self.nn - 2 * self.xn + self.xx, self.nn - self.xn, self.nn
        )

    @property
    def variance(self) -> float | None:
        """Of ``x / n``, from how the pieces differ; None for fewer than two."""
        if self.pieces < 2 or not self.n:
            return None
        ratio = self.x / self.n
        apart = max(0.0, self.xx - 2 * ratio * self.xn + ratio * ratio * self.nn)
        return apart * self.pieces / (self.pieces - 1) / self.n**2

    def mean(self) -> Interval:
        """``x / n`` with Student's interval."""
        if not self.n:
            return Interval(None, None, None)
        ratio, variance = self.x / self.n, self.variance
        if variance is None:
            return Interval(ratio, None, None)
        half = _student(self.pieces - 1) * sqrt(variance)
        return Interval(ratio, ratio - half, ratio + half)

    def share(self) -> Interval:
        """``x / n``, from 0 to 1, with Wilson's interval for as many single trials as would be as certain."""
        if not self.n:
            return Interval(None, None, None)
        share, variance = self.x / self.n, self.variance
        return share_interval(share, share * (1 - share) / variance if variance else self.pieces)


def share_interval(share: float, of: float) -> Interval:
    """A share of so many trials with its Wilson interval.

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
    """So many of so many, as a share.

    >>> hit_share(8, 10).value, hit_share(0, 0).value
    (0.8, None)
    """
    return share_interval(hits / of if of else 0.0, of)


def _student(freedom: int) -> float:
    """Student's factor for so many degrees of freedom, by its series about the normal one (exact to 3 % from 3 on)."""
    z2, f = Z * Z, freedom
    terms = (
        (z2 + 1) / 4,
        ((5 * z2 + 16) * z2 + 3) / 96,
        (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
    )
    return Z * (1 + sum(term / f**power for power, term in enumerate(terms, 1)))
