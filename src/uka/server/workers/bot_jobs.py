"""The functions that run in bot workers; the server process only names them."""

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
    """Do nothing; the first call makes the worker import this module and all that bots need."""


def think(level: str, observation: Observation, seed: int) -> int:
    """Return a bot's choice, as the index of an action."""
    return bot(level).choose(observation, random.Random(seed)).index


def timed(work: Callable[..., T], *about: Any) -> tuple[T, float]:
    """Return the result of some work, and the CPU seconds that it took."""
    since = time.process_time()
    return work(*about), time.process_time() - since
