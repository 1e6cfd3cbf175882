"""The server's clocks.

- ``ServerClock`` tells the present time. A single server uses the machine's wall clock. Servers that share a store use
  the store's clock instead, so that their own clocks may differ, and any of these servers can run a table.
- ``LogClock`` tells the time of a log. It starts from the log's last line, because any clock can be wrong and then be
  set right.
- ``awake`` measures time at a table. It stands still while the server is suspended, such as a laptop with its lid
  closed, because nobody can play then.
- ``elapsed`` measures the time of a tournament's round. It runs on while the server is suspended, because the round's
  clock is also on the wall of a hall and on all phones.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Protocol

SUSPENDED_AFTER = 5.0
"""If two readings of ``awake`` are more than this many seconds apart, the process was suspended between them."""
SLOW_ANSWER = 0.5
"""If the store takes this many seconds or more to tell its time, ``ServerClock`` ignores any but the first answer."""
JUMP_MS = 500
"""``LogClock`` ignores the present time if it is ahead of the log's time by at most this many milliseconds."""
_BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The clock of Linux or macOS that runs on while the machine is suspended; None on Windows.

On Windows, the clock of ``time.monotonic`` runs on while the machine is suspended.
"""


def elapsed() -> float:
    """Return the seconds since a fixed moment, including time for which the machine was suspended."""
    return time.monotonic() if _BOOT_CLOCK is None else time.clock_gettime(_BOOT_CLOCK)


class AwakeTime:
    """Counts the seconds since a fixed moment, without the time for which the process or the machine was suspended.

    On Linux and macOS, the monotonic clock stops with the machine, but runs on while only the process is stopped. So
    the time between two readings does not count if it is more than ``SUSPENDED_AFTER`` seconds. The server's watchdog
    reads this clock every second.
    """

    def __init__(self) -> None:
        self._read_at, self._stopped = time.monotonic(), 0.0

    def __call__(self) -> float:
        """Return the seconds for which the process was awake since a fixed moment."""
        present = time.monotonic()
        if present - self._read_at > SUSPENDED_AFTER:
            self._stopped += present - self._read_at
        self._read_at = present
        return present - self._stopped


awake = AwakeTime()
"""Call ``awake()`` for the number of seconds for which this process was awake; see ``AwakeTime``."""


class TimedStore(Protocol):
    """A store that tells the time of its own clock, such as ``uka.store.Store``."""

    async def now(self) -> int:
        """Return the present time by the store's clock, in milliseconds since 1970."""
        ...


class ServerClock:
    """The present time for a server: by the machine's wall clock or, after ``sync_with``, by the store's clock."""

    def __init__(self) -> None:
        self._read: tuple[int, float] | None = None
        """The store's time in milliseconds, and the value of ``elapsed`` at that time; None for the wall clock."""

    def now(self) -> int:
        """Return the present time in milliseconds since 1970 (Unix time)."""
        if self._read is None:
            return time.time_ns() // 1_000_000
        at, since = self._read
        return at + round(1_000 * (elapsed() - since))

    @property
    def today(self) -> date:
        """The present day in UTC. Days begin and end in UTC for everyone."""
        return datetime.fromtimestamp(self.now() / 1_000, UTC).date()

    async def sync_with(self, store: TimedStore) -> None:
        """Read the time of ``store``, and use the store's clock from now on. Call this method again from time to time.

        Between two calls this machine's clock measures the time, and no two clocks run at the same rate.
        """
        before = elapsed()
        at = await store.now()
        after = elapsed()
        if after - before < SLOW_ANSWER or self._read is None:
            self._read = at, (before + after) / 2


class LogClock:
    """The time of a table's or tournament's log, in milliseconds since 1970; never earlier than the log's last line.

    The log's time advances steadily from its last line. The present time, in contrast, jumps forward or back when a
    wrong clock is corrected. If it is more than ``JUMP_MS`` ahead and no timer of the table or tournament runs, the
    log's time is the present time.
    """

    def __init__(self, at: int, present: Callable[[], int], pace: Callable[[], float] = awake) -> None:
        """Begin at the present time, or at the time ``at`` of the log's last line if that is later.

        ``present`` returns the present time. ``pace`` returns the seconds since some moment; it is ``awake`` or
        ``elapsed``.
        """
        self._present, self._pace = present, pace
        self._at, self._since = max(at, present()), pace()

    def now(self, timer_runs: Callable[[], bool]) -> int:
        """Return the time of the log. ``timer_runs`` returns whether one of the log's timers runs."""
        steady, present = self._steady(), self._present()
        return present if present > steady + JUMP_MS and not timer_runs() else steady

    def note(self, at: int) -> None:
        """Set the log's time to ``at``, the time of a line that was just appended or read, if ``at`` is later."""
        if at > self._steady():
            self._at, self._since = at, self._pace()

    def _steady(self) -> int:
        """Return the time of the last line, plus the time that has passed since then by the clock ``pace``."""
        return self._at + int(1_000 * (self._pace() - self._since))
