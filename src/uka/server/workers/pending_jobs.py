"""Counts the unfinished bot jobs of each network address. Several unfinished jobs come from more than one table."""

from __future__ import annotations

from collections import Counter

SEVERAL = 5.0
"""For this many seconds after an address had several unfinished jobs, ``has_one`` returns false for the address."""
REMEMBERED = 1_000
"""The number of stored addresses above which entries older than ``SEVERAL`` seconds are deleted."""


class PendingJobs:
    """Counts the unfinished jobs of each network address.

    A table waits for one bot at a time, so an address with several unfinished jobs has several tables.

    >>> pending = PendingJobs()
    >>> pending.begin("192.0.2.1", now=0.0)
    >>> pending.has_one("192.0.2.1", now=0.0)
    True
    >>> pending.begin("192.0.2.1", now=1.0)
    >>> pending.end("192.0.2.1")
    >>> pending.has_one("192.0.2.1", now=2.0)
    False
    """

    def __init__(self) -> None:
        self._count = Counter[str]()
        self._several_at = dict[str, float]()
        """The last time at which each address had several unfinished jobs, in seconds."""

    def begin(self, address: str, now: float) -> None:
        """Count a new job of an address. ``now`` is a monotonic clock's time in seconds."""
        self._count[address] += 1
        if self._count[address] > 1:
            self._several_at[address] = now
            if len(self._several_at) > REMEMBERED:
                self._several_at = {known: at for known, at in self._several_at.items() if now - at < SEVERAL}

    def end(self, address: str) -> None:
        """Count a job of an address as finished."""
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def has_one(self, address: str, now: float) -> bool:
        """Return whether an address has had at most one unfinished job at a time in the last ``SEVERAL`` seconds."""
        return now - self._several_at.get(address, -SEVERAL) >= SEVERAL
