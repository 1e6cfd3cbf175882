"""The registry of the lines that `make prove` runs: named checks that return a figure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Figure = dict[str, Any] | str | float | None


class Failed(Exception):
    """A promise is not kept; the figure still goes into the results."""

    def __init__(self, why: str, figure: Figure = None):
        super().__init__(why)
        self.figure = figure


class Skipped(Exception):
    """The line can't be run on this machine; the message says why."""


@dataclass(frozen=True)
class Line:
    name: str
    check: Callable[[], Figure]
    speed: bool


LINES: dict[str, Line] = {}


def line(name: str, *, speed: bool = False) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Register a check under its issue's number and a few words, e.g. `@line("2.1 real games replay")`.

    The check returns its figure, or raises `Failed` with a figure, an `AssertionError`, or `Skipped` with a reason.
    """

    def register(check: Callable[[], Figure]) -> Callable[[], Figure]:
        if name in LINES:
            raise ValueError(f"two lines are named {name!r}")
        LINES[name] = Line(name, check, speed)
        return check

    return register


def promise(kept: bool, figure: Figure, why: str) -> Figure:
    """The figure, if the promise is kept; else raises `Failed` with the reason and the figure."""
    if not kept:
        raise Failed(why, figure)
    return figure
