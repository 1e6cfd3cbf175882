"""The means, rates, times and names in the results of a contest as text."""

from __future__ import annotations

from .confidence_intervals import Interval
from .contest import COMMAND


def short_name(name: str) -> str:
    """Return the name of a player in at most 24 characters: of a longer name only its end, after an ellipsis."""
    short = name.removeprefix(COMMAND)
    return short if len(short) <= 24 else f"…{short[-23:]}"


def interval_text(interval: Interval, unit: str) -> str:
    """Return a mean or a rate with the bounds of its confidence interval as text. ``unit`` is "%" for a rate."""
    if interval.value is None:
        return "none"
    form = "{:.1%}" if unit else "{:+.3f}"
    if interval.low is None or interval.high is None:
        return form.format(interval.value)
    return f"{form.format(interval.value)} ({form.format(interval.low)} – {form.format(interval.high)})"


def duration_text(seconds: float | None) -> str:
    """Return a duration as text with up to three digits and a unit, such as "12.5 ms". Return "none" for None."""
    if seconds is None:
        return "none"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"
