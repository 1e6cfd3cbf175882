"""A reason: a sentence about the sampled worlds, and the figures that were counted in these worlds.

>>> hundredths(Figure(0.443, 0.02)), better(Figure(0.62, 0.1)), better(Figure(-0.31, 0.1))
('44', '0.6 points better', '0.3 points worse')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import sqrt
from operator import mul
from typing import Literal, TypeAlias

import msgspec

FAR = 99
"""More points than a deal can bring."""
ReasonKind: TypeAlias = Literal["result", "cards", "score", "view"]
"""What a reason is about: how the deal ends, where the hidden cards are, the score of the game, or what is visible."""


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A number counted in sampled worlds, and its standard error. A share of the worlds is from 0 to 1."""

    value: float
    error: float


class Reason(msgspec.Struct, frozen=True, gc=False):
    """A reason why the best choice is better than another choice. ``figures`` are in the order of ``text``."""

    kind: ReasonKind
    text: str
    figures: tuple[Figure, ...] = ()


class Feature(msgspec.Struct, frozen=True, gc=False):
    """A statement about the hidden cards, its opposite, and whether the statement is true in each sampled world.

    ``opposite`` is empty if it tells a player too little.
    ``helps`` tells whether the statement, if it is true, is good for our side if it makes trump.
    ``stops`` tells whether our side cannot take all the tricks if the statement is true.
    """

    clause: str
    opposite: str
    true: list[bool]
    helps: bool = False
    stops: bool = False


def share(true: Sequence[bool], effective: float) -> Figure:
    """Return the share of the worlds in which a statement is true. ``effective`` is a number of independent worlds."""
    count, size = sum(true), len(true)
    guess = (count + 1) / (size + 2)  # so that the error of a share of 0 or 1 is not 0
    return Figure(count / size, sqrt(guess * (1 - guess) / effective))


def mean(values: Sequence[float], effective: float) -> Figure:
    """Return the mean of a value over the worlds. ``effective`` is a number of independent worlds."""
    return _mean(len(values), sum(values), sum(map(mul, values, values)), effective)


class SplitMean:
    """The means of a value over the worlds in which a statement is true, and over the other worlds.

    ``effective`` is the number of independent worlds that all ``values`` together are worth.
    """

    def __init__(self, values: Sequence[float], effective: float) -> None:
        self._values, self._squares = values, [*map(mul, values, values)]
        self._size, self._weight = len(values), effective / len(values)
        self._total, self._spread = sum(values), sum(self._squares)

    def by(self, true: Sequence[bool]) -> tuple[Figure, Figure]:
        """Return the mean where a statement is true, and the mean elsewhere. Neither may be nowhere."""
        count = sum(true)
        total, spread = sum(compress(self._values, true)), sum(compress(self._squares, true))
        rest = self._size - count
        return (
            _mean(count, total, spread, self._weight * count),
            _mean(rest, self._total - total, self._spread - spread, self._weight * rest),
        )


def _mean(count: int, total: float, squares: float, effective: float) -> Figure:
    average = total / count
    spread = max(0.0, squares / count - average * average) + 1 / count  # so that the error of equal values is not 0
    return Figure(average, sqrt(spread / effective))


def hundredths(figure: Figure) -> str:
    """Return a share as a number of hundredths."""
    return f"{100 * figure.value:.0f}"


def better(figure: Figure) -> str:
    """Return a difference in points as text, rounded to tenths."""
    tenths = f"{abs(figure.value):.1f}"
    if tenths == "0.0":
        return "no better"
    return f"{tenths} points {'better' if figure.value > 0 else 'worse'}"
