"""What each choice of a seat is worth, from what that seat may know and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from uka.bots import evaluate
from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import Action
from uka.core.errors import IllegalAction
from uka.core.observation import Observation
from uka.narration.calls import phrase

Evaluator: TypeAlias = Callable[[Observation, random.Random], Sequence[ActionEvaluation]]


class RatedAction(msgspec.Struct, frozen=True, gc=False):
    """A choice in the ruleset's words, and what it is worth with standard errors.

    ``points`` of the deal for the seat's side less the other's; ``win``, its chance of winning the game.
    """

    action: Action
    words: str
    points: float
    points_error: float
    win: float
    win_error: float


def hint(seen: Observation, evaluate: Evaluator = evaluate) -> tuple[RatedAction, ...]:
    """Every lawful choice of the seat in turn, the best first; ``IllegalAction`` where it is not its turn.

    Chance follows from what the seat knows, so that the same is said whenever it is asked.
    """
    seat = seen.seat
    if seat is None or not seen.my_turn:
        raise IllegalAction("a hint is for whose turn it is")
    found = evaluate(seen, random.Random(msgspec.json.encode(seen)))
    rated = (
        RatedAction(e.action, phrase(seen, seat, e.action), e.points, e.points_error, e.win, e.win_error) for e in found
    )
    return tuple(sorted(rated, key=merit, reverse=True))


def merit(rated: RatedAction) -> tuple[float, float]:
    """What choices are put in order by: the chance of winning, then the points."""
    return rated.win, rated.points
