"""A timer that is set again and again, and leaves few timers in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Does one piece of work at a set time. Both may be changed until then.

    Pyodide's event loop keeps a cancelled timer until its time has come. So the alarm cancels none: a timer that comes
    too early starts the next one.
    """

    def __init__(self) -> None:
        self._at = 0.0
        self._work: Callable[[], object] | None = None
        self._timers = dict[float, asyncio.TimerHandle]()
        """The timers in the event loop, by their times."""

    @property
    def is_set(self) -> bool:
        """Whether there is work to do."""
        return self._work is not None

    def set(self, seconds: float, work: Callable[[], object]) -> None:
        """Do ``work`` after ``seconds``, in place of what the alarm was set for before."""
        self._at, self._work = asyncio.get_running_loop().time() + seconds, work
        self._start_timer()

    def stop(self) -> None:
        """Drop the work that the alarm was set for."""
        self._work = None

    def close(self) -> None:
        """Drop the work, and cancel all timers."""
        self.stop()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _start_timer(self) -> None:
        if any(at <= self._at for at in self._timers):
            return
        loop = asyncio.get_running_loop()
        delay = max(self._at - loop.time(), 0.0)  # Pyodide's event loop refuses a time that has passed
        self._timers[self._at] = loop.call_later(delay, self._ring, self._at)

    def _ring(self, at: float) -> None:
        del self._timers[at]
        if self._work is None:
            return
        if self._at > at:
            self._start_timer()
            return
        work, self._work = self._work, None
        work()
