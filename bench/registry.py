"""The lines that `make prove` runs: named checks, each giving the figure that it found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Figure = dict[str, Any] | str | float | None


class Failed(Exception):
    """What was found is not what was promised; the figure still goes into the results."""

    def __init__(self, why: str, figure: Figure = None):
        super().__init__(why)
        self.figure = figure


class Skipped(Exception):
    """The line can't be run on this machine, for the reason given."""


@dataclass(frozen=True)
class Line:
    name: str
    check: Callable[[], Figure]
    speed: bool


LINES: dict[str, Line] = {}


def line(name: str, *, speed: bool = False) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Register a check under its issue's number and a few words, e.g. `@line("2.1 real games replay")`.

    It returns its figure, or raises: `Failed` with a figure, an `AssertionError`, `Skipped` with a reason.
    """

    def register(check: Callable[[], Figure]) -> Callable[[], Figure]:
        if name in LINES:
            raise ValueError(f"two lines are named {name!r}")
        LINES[name] = Line(name, check, speed)
        return check

    return register


def promise(kept: bool, figure: Figure, why: str) -> Figure:
    """The figure, if the promise is kept; `Failed` with both if not."""
    if not kept:
        raise Failed(why, figure)
    return figure
