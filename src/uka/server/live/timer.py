"""A timer of a table or tournament: it rings once, and when the work that it began has ended, its owner plans anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

AGAIN = 1.0
"""Seconds until work that failed is tried again."""
LONG = 10.0
"""Seconds after which work that has not ended is taken for stuck."""


class TimerOwner(Protocol):
    """What has a timer."""

    closed: bool

    def plan(self) -> None:
        """Look what is due, and set the timer."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work that goes on beside; a failure of it is logged."""
        ...


class Timer:
    """Wakes its owner up at a time, and has it plan anew after all work that it began, however the work ended."""

    def __init__(self, owner: TimerOwner) -> None:
        self._owner = owner
        self._handle: asyncio.TimerHandle | None = None
        self._rings = 0.0
        """When it rings, by the loop's clock: not every loop's handles tell."""
        self._works = dict[asyncio.Task[None], float]()
        """What was begun and has not ended, and when it was begun."""

    def set(self, seconds: float, call: Callable[[], None]) -> None:
        """Call something after so many seconds, instead of what was set before."""
        self.stop()
        if not self._owner.closed:
            loop = asyncio.get_running_loop()
            self._rings = loop.time() + seconds
            self._handle = loop.call_later(seconds, self._ring, call)

    def retry(self) -> None:
        """Look again in a while what is due."""
        self.set(AGAIN, self._owner.plan)

    def stop(self) -> None:
        """Do not wake up."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin work; when it has ended the owner plans anew: at once, or in a while if it failed or was cancelled."""
        task = self._owner.spawn(work)
        self._works[task] = asyncio.get_running_loop().time()
        task.add_done_callback(self._ended)
        return task

    @property
    def active(self) -> bool:
        """Whether it rings within two seconds, or work goes on that has not taken too long."""
        now = asyncio.get_running_loop().time()
        rings = self._handle is not None and self._rings < now + 2 * AGAIN
        return rings or any(now - since < LONG for since in self._works.values())

    def restart(self) -> None:
        """Cancel the work that goes on, and have the owner plan anew at once."""
        works, self._works = self._works, {}
        for task in works:
            task.cancel()
        self.stop()
        self._owner.plan()

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self._works.pop(task, None) is None or self._owner.closed:
            return
        if task.cancelled() or task.exception() is not None:
            self.retry()
        else:
            self._owner.plan()
