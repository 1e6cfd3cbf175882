"""The functions that run in the processes of bots; the server process passes them on, and does not call them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from uka.bots import bot
from uka.coach import hint
from uka.core.observation import Observation

__all__ = ["hint", "ready", "think", "timed"]
T = TypeVar("T")


def ready() -> None:
    """Do nothing. The first call makes the worker process import this module and all that bots need."""


def think(level: str, observation: Observation, seed: int) -> int:
    """Return the choice of a bot of the given level, as the index of the action in ``uka.core.actions.ACTIONS``."""
    return bot(level).choose(observation, random.Random(seed)).index


def timed(work: Callable[..., T], *about: Any) -> tuple[T, float]:
    """Call ``work``; return its result, and the CPU seconds that the call took."""
    since = time.process_time()
    return work(*about), time.process_time() - since
