"""A wall clock that a test sets, for everything in its process: it reads no calendar."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
import time_machine

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
"""The time at which the clock of a test begins."""


class Clock:
    """The wall clock of this process. It goes on from the time that it was set to.

    Clocks that only measure are as always, until ``suspend``.
    """

    def __init__(self, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> None:
        self._traveller, self._monkeypatch = traveller, monkeypatch

    def set(self, at: float) -> None:
        """Set the clock to a time in seconds since 1970."""
        self._traveller.move_to(at)

    def stop(self, at: float) -> None:
        """Set the clock to a time in seconds since 1970, at which it stays."""
        self._traveller.move_to(at, tick=False)

    def shift(self, seconds: float) -> None:
        """Set the clock forward, or back by a negative number of seconds."""
        self._traveller.shift(seconds)

    def suspend(self, seconds: float) -> None:
        """Let this process see what it sees after the machine was suspended for some seconds.

        The wall clock and the clock that counts since the machine's start have gone on. The monotonic clock, by which
        event loops set their timers, has stood still, as on Linux and macOS.
        """
        read = time.clock_gettime
        self._monkeypatch.setattr(time, "clock_gettime", lambda which: read(which) + seconds * (which in GOES_ON))
        self.shift(seconds)


GOES_ON = [getattr(time, name) for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC") if hasattr(time, name)][:1]
"""The clock that counts the seconds of a suspension too."""
