"""95 % intervals for shares and means."""

from __future__ import annotations

from math import sqrt

import msgspec

Z = 1.959964


class Interval(msgspec.Struct, frozen=True):
    """A figure with the bounds between which it lies in 95 of 100 such runs; None where nothing was counted."""

    value: float | None
    low: float | None
    high: float | None


def share_interval(hits: int, of: int) -> Interval:
    """A share with its Wilson interval.

    >>> share_interval(8, 10).value, round(share_interval(8, 10).low, 3), share_interval(0, 0).value
    (0.8, 0.49, None)
    """
    if not of:
        return Interval(None, None, None)
    share, scale = hits / of, 1 + Z * Z / of
    centre = (share + Z * Z / (2 * of)) / scale
    half = Z / scale * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def mean_interval(total: float, squares: float, of: int) -> Interval:
    """A mean, from the sum and the sum of squares of what was counted, with its normal interval."""
    if not of:
        return Interval(None, None, None)
    mean = total / of
    half = Z * sqrt(max(0.0, squares / of - mean * mean) / of)
    return Interval(mean, mean - half, mean + half)
