"""The server's clocks, and whose clock counts.

- The present time (``ServerClock``) is that of the machine's wall clock. Servers that share a store go by the store's
  clock instead: for the lines that they write, for leases, for days and for what expires. So it does not matter how far
  their own clocks are apart, and which of them runs a table.
- A log goes on from its last line (``LogClock``), because any clock can be wrong and then be set right.
- While a server is suspended, such as a laptop with its lid closed, nobody can play. So the time of a table stands
  still (``awake``). The clock of a tournament's round is on the wall of a hall and on all phones: it runs on
  (``elapsed``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Protocol

ASLEEP = 5.0
"""Seconds without a reading of ``awake`` after which the process counts as having been stopped."""
SLOW = 0.5
"""A store that takes more seconds than this to tell its time is not believed, unless no time is known yet."""
_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The clock that goes on while the machine is suspended, as Linux and macOS name it. Windows has only such a clock."""


def elapsed() -> float:
    """Return the seconds since some moment, including those for which the machine was suspended."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


class AwakeTime:
    """Counts the seconds since some moment, without those for which the process or the machine was suspended.

    The monotonic clock stops with the machine on Linux and macOS, but runs on while only the process is stopped. So a
    time of more than ``ASLEEP`` seconds between two readings does not count. The watchdog reads every second.
    """

    def __init__(self) -> None:
        self._read_at, self._stopped = time.monotonic(), 0.0

    def __call__(self) -> float:
        """Return the seconds."""
        present = time.monotonic()
        if present - self._read_at > ASLEEP:
            self._stopped += present - self._read_at
        self._read_at = present
        return present - self._stopped


awake = AwakeTime()
"""The time for which this process was awake."""


class TimedStore(Protocol):
    """A store that tells the time."""

    async def now(self) -> int:
        """Return the present time by the store's clock, in milliseconds since 1970."""
        ...


class ServerClock:
    """The present time for a server: that of the wall clock, or of the store's clock once ``follow`` has read it."""

    def __init__(self) -> None:
        self._read: tuple[int, float] | None = None
        """The store's time, and when it was read as ``elapsed`` tells; None if the wall clock counts."""

    def now(self) -> int:
        """Return the present time in milliseconds since 1970 (Unix time)."""
        if self._read is None:
            return time.time_ns() // 1_000_000
        at, since = self._read
        return at + round(1_000 * (elapsed() - since))

    @property
    def today(self) -> date:
        """The present day in UTC, in which days begin and end for everyone."""
        return datetime.fromtimestamp(self.now() / 1_000, UTC).date()

    async def follow(self, store: TimedStore) -> None:
        """Go by the store's clock from now on. Call this again from time to time, since no two clocks run alike."""
        before = elapsed()
        at = await store.now()
        after = elapsed()
        if after - before < SLOW or self._read is None:
            self._read = at, (before + after) / 2


class LogClock:
    """The time of a log, in milliseconds since 1970. It is never earlier than the log's last line.

    The present time can be wrong and then be set right, in both directions. So while a timer runs, the time goes on
    from the log's last line at a steady pace. While no timer runs, it follows the present time, but never goes back.
    """

    def __init__(self, at: int, present: Callable[[], int], pace: Callable[[], float] = awake) -> None:
        """Begin at the present time, or at the time ``at`` of the log's last line if that is later.

        ``present`` returns the present time. ``pace`` returns the seconds since some moment; it is ``awake`` or
        ``elapsed``.
        """
        self._present, self._pace = present, pace
        self._at, self._since = max(at, present()), pace()

    def now(self, *, timed: bool) -> int:
        """Return the time of the log. ``timed`` is whether a timer runs."""
        steady = self._at + int(1_000 * (self._pace() - self._since))
        return steady if timed else max(steady, self._present())

    def note(self, at: int) -> None:
        """Go on from the time ``at`` of a line that was just appended or read, if it is later than the present time."""
        if at > self.now(timed=True):
            self._at, self._since = at, self._pace()
