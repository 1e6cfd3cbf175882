"""A timer for a table or tournament. The timer starts tasks; when a task ends, its owner sets the timer again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

AGAIN = 1.0
"""Seconds after the failure of a task until the owner sets the timer again."""
LONG = 10.0
"""Seconds after which a running task counts as stuck."""


class TimerOwner(Protocol):
    """The table or tournament that a timer belongs to."""

    closed: bool

    def schedule_timer(self) -> None:
        """Set the timer for what is due next."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task; if it fails, write its error to the server's log."""
        ...


class Timer:
    """A timer that calls a function at a given time, and starts and watches the tasks of its owner.

    After each task, whether it failed or not, the timer lets its owner set it again.
    """

    def __init__(self, owner: TimerOwner) -> None:
        self._owner = owner
        self._handle: asyncio.TimerHandle | None = None
        self._rings = 0.0
        """When the timer fires, by the event loop's clock; the timer handles of some event loops don't tell."""
        self._started = dict[asyncio.Task[None], float]()
        """The running tasks, and when each was started by the event loop's clock."""

    def set(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after some seconds. This cancels the call that was set before."""
        self.stop()
        if not self._owner.closed:
            loop = asyncio.get_running_loop()
            self._rings = loop.time() + seconds
            self._handle = loop.call_later(seconds, self._ring, call)

    def retry(self) -> None:
        """Let the owner set the timer again after ``AGAIN`` seconds."""
        self.set(AGAIN, self._owner.schedule_timer)

    def stop(self) -> None:
        """Cancel the call that was set."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task. At its end the owner sets the timer again; if the task has failed, ``AGAIN`` seconds later."""
        task = self._owner.spawn(work)
        self._started[task] = asyncio.get_running_loop().time()
        task.add_done_callback(self._ended)
        return task

    @property
    def active(self) -> bool:
        """Whether the timer fires within two seconds, or one of its tasks runs and is not stuck."""
        now = asyncio.get_running_loop().time()
        rings = self._handle is not None and self._rings < now + 2 * AGAIN
        return rings or any(now - since < LONG for since in self._started.values())

    def restart(self) -> None:
        """Cancel the running tasks, and let the owner set the timer again at once."""
        tasks, self._started = self._started, {}
        for task in tasks:
            task.cancel()
        self.stop()
        self._owner.schedule_timer()

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self._started.pop(task, None) is None or self._owner.closed:
            return
        if task.cancelled() or task.exception() is not None:
            self.retry()
        else:
            self._owner.schedule_timer()
