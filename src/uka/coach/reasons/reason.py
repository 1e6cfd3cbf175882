"""A reason why a choice is better than another: a sentence, and its figures, which were counted in sampled worlds.

>>> hundredths(Figure(0.443, 0.02)), points_difference(Figure(0.62, 0.1)), points_difference(Figure(-0.31, 0.1))
('44', '0.6 points better', '0.3 points worse')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import fsum, sqrt
from operator import mul
from typing import Literal, TypeAlias

import msgspec

FAR = 99
"""More points than a deal can bring."""
ReasonKind: TypeAlias = Literal["result", "cards", "score", "view"]
"""What a reason is about: how the deal ends, where the hidden cards are, the score of the game, or what is visible."""


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A number that was computed from sampled worlds, with its standard error. A share of the worlds is from 0 to 1."""

    value: float
    error: float
    """The standard error of ``value``."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """A reason why the best choice is better than another choice."""

    kind: ReasonKind
    text: str
    """The reason as a sentence."""
    figures: tuple[Figure, ...] = ()
    """The figures in ``text``, in the order in which they occur there."""

    @property
    def says_close(self) -> bool:
        """Whether the reason says only that two choices win about equally often."""
        return " are close: " in self.text


class Feature(msgspec.Struct, frozen=True, gc=False):
    """A statement about the hidden cards, and the sampled worlds in which it is true."""

    clause: str
    """The statement, such as "Your partner holds the right bower"."""
    opposite: str
    """The opposite of the statement. It is empty if the opposite would say too little to a player."""
    true: list[bool]
    """For each sampled world, whether the statement is true."""
    helps: bool = False
    """Whether the statement, if it is true, is good for the seat's side in a deal in which that side makes trump."""
    stops: bool = False
    """Whether the statement, if it is true, rules out that the seat's side takes all the tricks."""


def share(true: Sequence[bool], effective_size: float) -> Figure:
    """Return the share of the sampled worlds in which a statement is true.

    ``true`` says, for each sampled world, whether the statement is true. ``effective_size`` is the number of
    independent worlds that would give the same standard error.
    """
    count, size = sum(true), len(true)
    guess = (count + 1) / (size + 2)  # so that the error of a share of 0 or 1 is not 0
    return Figure(count / size, sqrt(guess * (1 - guess) / effective_size))


def mean(values: Sequence[float], effective_size: float) -> Figure:
    """Return the mean of ``values``, which holds one value for each sampled world.

    ``effective_size`` is the number of independent worlds that would give the same standard error.
    """
    return _mean(len(values), fsum(values), fsum(map(mul, values, values)), effective_size)


class SplitMean:
    """The mean of a value over the sampled worlds in which a statement is true, and its mean over the other worlds.

    ``values`` holds the value in each world. ``effective_size`` is the number of independent worlds that would give the
    same standard error of the mean of all ``values``.
    """

    def __init__(self, values: Sequence[float], effective_size: float) -> None:
        self._values, self._squares = values, [*map(mul, values, values)]
        self._size, self._weight = len(values), effective_size / len(values)
        self._total, self._total_of_squares = fsum(values), fsum(self._squares)

    def means_by(self, true: Sequence[bool]) -> tuple[Figure, Figure]:
        """Return the mean over the worlds in which a statement is true, and the mean over the other worlds.

        ``true`` says, for each sampled world, whether the statement is true. It must hold both true and false values.
        """
        count = sum(true)
        total, total_of_squares = fsum(compress(self._values, true)), fsum(compress(self._squares, true))
        rest = self._size - count
        return (
            _mean(count, total, total_of_squares, self._weight * count),
            _mean(rest, self._total - total, self._total_of_squares - total_of_squares, self._weight * rest),
        )


def _mean(count: int, total: float, total_of_squares: float, effective_size: float) -> Figure:
    average = total / count
    variance = max(0.0, total_of_squares / count - average * average)
    variance += 1 / count  # so that the error of equal values is not 0
    return Figure(average, sqrt(variance / effective_size))


def hundredths(figure: Figure) -> str:
    """Return a share of the worlds as a whole number of hundredths, such as "44" for 0.443."""
    return f"{100 * figure.value:.0f}"


def points_difference(figure: Figure) -> str:
    """Return a difference in points as text, rounded to tenths, such as "0.6 points better"."""
    tenths = f"{abs(figure.value):.1f}"
    if tenths == "0.0":
        return "no better"
    return f"{tenths} points {'better' if figure.value > 0 else 'worse'}"
