"""The processes that bots think in: never on the server's loop, and none can hold a table up."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from uka.bots import bot
from uka.coach import Rated, hint
from uka.core.actions import ACTIONS, Action
from uka.core.observation import Observation

from . import workers

T = TypeVar("T")
REST = 2.0
"""Seconds from workers that died to the next ones."""
MISSED = 3
"""Answers missed one after another, after which the processes are started anew."""


def ready() -> None:
    """What a worker does before the first choice: import this module, and all that bots need."""


def think(level: str, observation: Observation, seed: int) -> int:
    """A bot's choice as the index of an action; this runs in a worker."""
    return bot(level).choose(observation, random.Random(seed)).index


def fallback(observation: Observation) -> Action:
    """What is chosen where no bot answers: the first thing that breaks no rule."""
    return observation.lawful_actions[0]


def _heard(thinking: asyncio.Future[Any]) -> None:
    """Take note of how it ended, where nobody waits for it any more."""
    if not thinking.cancelled():
        thinking.exception()


class Thinkers:
    """Worker processes, started when the first choice is asked for, or before."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self.waiting = 0
        """Choices that are asked for and not made."""
        self._pool: ProcessPoolExecutor | None = None
        self._missed = 0
        self._closed = False
        self._since = -REST

    def start(self) -> None:
        """Start the workers now, so that the first choice need not wait for them."""
        if self._pool is None and not self._closed and time.monotonic() >= self._since + REST:
            self._since = time.monotonic()
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=workers.begin)
            self._pool.submit(ready)

    @property
    def processes(self) -> tuple[int, ...]:
        """The workers that run, by their process ids."""
        return tuple(self._pool._processes or ()) if self._pool else ()  # pyright: ignore[reportPrivateUsage]

    async def choose(self, level: str, observation: Observation) -> Action | None:
        """A bot's choice; None if its process died, or it chose what it may not."""
        self.waiting += 1
        try:
            index = await self._thought(think, level, observation, random.SystemRandom().getrandbits(64))
        finally:
            self.waiting -= 1
        action = None if index is None else ACTIONS[index]
        return action if action in observation.legal_actions else None

    async def rate(self, observation: Observation, seconds: float) -> tuple[Rated, ...] | None:
        """What each choice of whose turn it is is worth; None if the process died, or it took too long."""
        try:
            return await asyncio.wait_for(self._thought(hint, observation), seconds)
        except TimeoutError:
            self.missed()
            return None

    async def _thought(self, work: Callable[..., T], *about: Any) -> T | None:
        """What some work in a worker gives; None if it fails."""
        with suppress(Exception):  # no process can be started just now
            self.start()
        if self._pool is None:
            return None
        pool = self._pool
        try:
            # Waited for, not awaited: the pool's own thread fails if its processes die while it holds a future that
            # was cancelled, and a future that the pool cancels must not cancel whoever waits.
            thinking = asyncio.wrap_future(pool.submit(work, *about))
            thinking.add_done_callback(_heard)
            await asyncio.wait([thinking])
            found = None if thinking.cancelled() else thinking.result()
        except BrokenProcessPool:
            self._drop(pool)
            return None
        except Exception:  # a bot that fails must not stop a table
            return None
        self._missed = 0
        return found

    def missed(self) -> None:
        """An answer came too late; after some the workers are started anew, since one may hang."""
        self._missed += 1
        if self._missed >= MISSED * self._processes and self._pool is not None:
            self._drop(self._pool)

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        if self._pool is not None:
            self._drop(self._pool)

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if pool is not self._pool:
            return
        self._pool, self._missed = None, 0
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            with suppress(ProcessLookupError):
                process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
