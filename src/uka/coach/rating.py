"""The expected value of each choice of a seat, computed only from what that seat may know."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import hypot
from typing import TypeAlias

import msgspec

from uka.bots import evaluate
from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import Action
from uka.core.errors import IllegalAction
from uka.core.observation import Observation
from uka.narration.calls import choice_name

ERRORS = 2.0
"""A difference may be due to chance if it is at most this number of its standard errors."""
Evaluator: TypeAlias = Callable[[Observation, random.Random], Sequence[ActionEvaluation]]
"""A function that returns an evaluation of each lawful action of the seat whose turn it is."""


class RatedAction(msgspec.Struct, frozen=True, gc=False):
    """A choice and its expected value, with standard errors.

    ``words`` is the name of the choice in the words of the ruleset. A pass is called a pass under every ruleset.
    ``points`` is the expected number of points of the seat's side in the deal, minus that of the other side. ``win`` is
    the chance that the seat's side wins the game.
    """

    action: Action
    words: str
    points: float
    points_error: float
    win: float
    win_error: float


def hint(seen: Observation, evaluate: Evaluator = evaluate) -> tuple[RatedAction, ...]:
    """Return every lawful choice of the seat whose turn it is, with its expected value, the best choice first.

    The random numbers are seeded with the observation, so the hint for an observation is always the same. Raise
    ``IllegalAction`` if it is not the turn of the observing seat.
    """
    seat = seen.seat
    if seat is None or not seen.my_turn:
        raise IllegalAction("a hint is for the seat whose turn it is")
    values = evaluate(seen, random.Random(msgspec.json.encode(seen)))
    rated = (
        RatedAction(v.action, choice_name(seen, seat, v.action), v.points, v.points_error, v.win, v.win_error)
        for v in values
    )
    return tuple(sorted(rated, key=merit, reverse=True))


def are_equal(one: RatedAction, other: RatedAction) -> bool:
    """Return whether two choices are equal within the margin of error.

    They are equal if this is true of both their expected points and their chances of winning.
    """
    points, points_error = one.points - other.points, hypot(one.points_error, other.points_error)
    win, win_error = one.win - other.win, hypot(one.win_error, other.win_error)
    return abs(points) <= ERRORS * points_error and abs(win) <= ERRORS * win_error


def merit(rated: RatedAction) -> tuple[float, float]:
    """Return the sort key of a choice: the chance of winning the game, then the expected points."""
    return rated.win, rated.points
