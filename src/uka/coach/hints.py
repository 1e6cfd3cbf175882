"""Hints: every choice of the seat whose turn it is, with its expected value. They print as a table."""

from __future__ import annotations

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.text.html import html_table

from .formatting import choice_text, points_text, win_text
from .rating import Evaluator, RatedAction, rate_choices


class Hints(tuple[RatedAction, ...]):
    """Every lawful choice of the seat whose turn it is, with its expected value, the best choice first."""

    def __str__(self) -> str:
        """Return a line for each choice: its name, chance of winning and points, with twice their standard errors."""
        width = max((len(choice) for choice, *_ in self._rows), default=0)
        return "\n".join(f"{choice:<{width}}  {win}  {points}" for choice, win, points in self._rows)

    def _repr_html_(self) -> str:
        return html_table("the best choice first, ± two standard errors", ("choice", "to win", "points"), self._rows)

    @property
    def _rows(self) -> list[tuple[str, str, str]]:
        return [(choice_text(each.action, each.words), win_text(each), points_text(each)) for each in self]


def hint(seen: Observation, evaluate: Evaluator | None = None, *, against: Action | None = None) -> Hints:
    """Return every lawful choice of the seat whose turn it is in ``seen``, with its expected value, the best first.

    ``evaluate`` gives the values. Without it, the strongest bot gives them, and one choice also holds the reasons why
    the best choice is better: ``against`` or, by default, usually the best other choice for which there are reasons.

    The random numbers are seeded with ``seen``, so that the result is always the same. Raise ``IllegalAction`` if it is
    not the turn of the observing seat.
    """
    return Hints(rate_choices(seen, evaluate, against=against))
