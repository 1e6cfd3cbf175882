"""What bots' worker processes do; the server only names it."""

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
    """What a process does before the first choice: import this module, and all that bots need."""


def think(level: str, observation: Observation, seed: int) -> int:
    """A bot's choice as the index of an action."""
    return bot(level).choose(observation, random.Random(seed)).index


def timed(work: Callable[..., T], *about: Any) -> tuple[T, float]:
    """What some work gives, and the seconds of a processor that it took."""
    since = time.process_time()
    return work(*about), time.process_time() - since
