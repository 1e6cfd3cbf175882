"""The timer of a table or tournament, and the tasks that it starts.

When such a task ends, the timer asks its owner (the table or tournament) to set it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..base.clock import awake

RETRY_AFTER = 1.0
"""Seconds between the failure of a task and the moment at which the owner sets the timer again."""
LONG = 10.0
"""Seconds after which a running task counts as stuck, by ``base.clock.awake``: a suspension does not count."""


class TimerOwner(Protocol):
    """The table or tournament that a timer belongs to."""

    closed: bool
    """Whether the table or tournament was dropped from memory."""

    def schedule_timer(self) -> None:
        """Set the timer for the time at which something is due next, such as a bot's turn or the bell."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task. If the task fails, write its error to the server's diagnostic log."""
        ...


class Timer:
    """A timer that calls a function after some seconds. It also starts tasks for its owner and watches them.

    After each task, successful or not, the timer asks its owner to set the timer again.
    """

    def __init__(self, owner: TimerOwner) -> None:
        self._owner = owner
        self._handle: asyncio.TimerHandle | None = None
        self._fires_at = 0.0
        """The time at which the timer fires, by the event loop's clock. Some event loops can't report this time."""
        self._started = dict[asyncio.Task[None], float]()
        """The running tasks, each with the ``awake`` time of its start."""

    def set(self, seconds: float, call: Callable[[], None]) -> None:
        """Let the timer call ``call`` after ``seconds``, in place of the function that it was set for before."""
        self.stop()
        if not self._owner.closed:
            loop = asyncio.get_running_loop()
            self._fires_at = loop.time() + seconds
            self._handle = loop.call_later(seconds, self._fire, call)

    def retry(self) -> None:
        """Ask the owner to set the timer again after ``RETRY_AFTER`` seconds."""
        self.set(RETRY_AFTER, self._owner.schedule_timer)

    def stop(self) -> None:
        """Stop the timer, so that the scheduled function does not run."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task. When it ends, ask the owner to set the timer again, after a failure with a short delay."""
        task = self._owner.spawn(work)
        self._started[task] = awake()
        task.add_done_callback(self._ended)
        return task

    @property
    def active(self) -> bool:
        """Whether the timer fires within two seconds, or at least one of its tasks runs and is not stuck."""
        fires_soon = self._handle is not None and self._fires_at < asyncio.get_running_loop().time() + 2 * RETRY_AFTER
        return fires_soon or any(awake() - since < LONG for since in self._started.values())

    def restart(self) -> None:
        """Cancel the running tasks, and ask the owner to set the timer again at once."""
        tasks, self._started = self._started, {}
        for task in tasks:
            task.cancel()
        self.stop()
        self._owner.schedule_timer()

    def _fire(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self._started.pop(task, None) is None or self._owner.closed:
            return
        if task.cancelled() or task.exception() is not None:
            self.retry()
        else:
            self._owner.schedule_timer()
