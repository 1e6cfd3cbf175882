"""Means, shares, times and names of a contest as text."""

from __future__ import annotations

from .confidence_intervals import Interval
from .contest import COMMAND


def short_name(name: str) -> str:
    """Return a player's name. If it is a long command, return only the end of the command, after an ellipsis."""
    short = name.removeprefix(COMMAND)
    return short if len(short) <= 24 else f"…{short[-23:]}"


def with_bounds(interval: Interval, unit: str) -> str:
    """Return a mean or a share with the bounds of its confidence interval, as text."""
    if interval.value is None:
        return "none"
    form = "{:.1%}" if unit else "{:+.3f}"
    if interval.low is None or interval.high is None:
        return form.format(interval.value)
    return f"{form.format(interval.value)} ({form.format(interval.low)} – {form.format(interval.high)})"


def time_of(seconds: float | None) -> str:
    """Return a duration as text with three digits and a unit. None gives "none"."""
    if seconds is None:
        return "none"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"
