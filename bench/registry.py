"""The registry of the lines that `make prove` runs. A line is a named check that measures something."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Figure = dict[str, Any] | str | float | None


class Failed(Exception):
    """The error for a promise that is not kept; the measured figure still goes into the results."""

    def __init__(self, why: str, figure: Figure = None):
        super().__init__(why)
        self.figure = figure


class Skipped(Exception):
    """The error for a line that can't be run on this machine; the message says why."""


@dataclass(frozen=True)
class Line:
    name: str
    check: Callable[[], Figure]
    speed: bool


LINES: dict[str, Line] = {}


def line(name: str, *, speed: bool = False) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Register a check under the number of its issue and a few words, e.g. `@line("2.1 real games replay")`.

    `speed` marks a check that measures speed. The check returns a figure. It may raise `Failed` with a figure, an
    `AssertionError`, or `Skipped` with a reason.
    """

    def register(check: Callable[[], Figure]) -> Callable[[], Figure]:
        if name in LINES:
            raise ValueError(f"two lines are named {name!r}")
        LINES[name] = Line(name, check, speed)
        return check

    return register


def promise(kept: bool, figure: Figure, why: str) -> Figure:
    """Return the figure if `kept` is true. Raise `Failed` with the reason `why` and the figure if it is false."""
    if not kept:
        raise Failed(why, figure)
    return figure
