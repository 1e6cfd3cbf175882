"""The functions that run in the worker processes of bots. The server process sends these functions to a worker."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from uka.bots import bot, prepare
from uka.coach import ChoiceExplanation, ObservedChoice, RatedAction, explain_choice, hint
from uka.core.actions import Action
from uka.core.observation import Observation

__all__ = ["explain", "load_modules", "prepare", "rate", "think", "timed"]
T = TypeVar("T")


def load_modules() -> None:
    """Do nothing. As its first job, a worker process calls this, and so imports all modules that bots need."""


def rate(observation: Observation, against: Action | None) -> tuple[RatedAction, ...]:
    """Return each legal action of the seat whose turn it is with its rating, the best action first.

    The ratings come with the reasons why the best action is better than ``against``. If ``against`` is None, the best
    action is compared with another good one.
    """
    return hint(observation, against=against)


def explain(choice: ObservedChoice, level: str | None) -> ChoiceExplanation:
    """Return why a seat made ``choice``. ``level`` is the level of the bot that chose, or None for a person."""
    return explain_choice(choice, level)


def think(level: str, observation: Observation, seed: int, partnerly: bool) -> int:
    """Return the action that a bot of the given level chooses, as an index in ``uka.core.actions.ACTIONS``.

    ``seed`` determines the random numbers that the bot uses. ``partnerly`` says whether it has the manners that people
    expect of a partner.
    """
    return bot(level, partnerly=partnerly).choose(observation, random.Random(seed)).index


def timed(work: Callable[..., T], *arguments: Any) -> tuple[T, float]:
    """Call ``work(*arguments)``; return its result and the CPU seconds that it took."""
    since = time.process_time()
    return work(*arguments), time.process_time() - since
