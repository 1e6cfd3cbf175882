"""Rate limits that the processes of a cluster share: each sends the others its counts for buckets that run low.

Counts for buckets that are more than half full are not sent, so that heartbeats stay small. The keys are addresses and
guests' ids; they are sent as hashes that only these processes can compute.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from ..base.rate_limits import Rate, RateLimiter

UsageCounts: TypeAlias = dict[str, dict[str, int]]
"""Counts by the limit's name and the key's hash, since the key was first sent."""


class SharedRateLimits:
    """The rate limits of one process, reduced by what the other processes count.

    >>> here, there = SharedRateLimits(b"key"), SharedRateLimits(b"key")
    >>> ours, theirs = (shares.buckets("asked", (0.01, 4)) for shares in (here, there))
    >>> [ours.take("192.0.2.7", 0.0) for _ in range(4)]
    [0.0, 0.0, 0.0, 0.0]
    >>> there.receive({"here": here.taken()}, now=0.0)
    >>> [theirs.take("192.0.2.7", 0.0) > 0 for _ in range(3)]
    [False, False, True]
    """

    def __init__(self, key: bytes, *, several: bool = True) -> None:
        self._key, self._several = key, several
        self._limits = dict[str, SharedRateLimiter]()
        self._received = dict[str, UsageCounts]()

    def buckets(self, name: str, rate: Rate) -> RateLimiter:
        """Return the limit of a name; limits with the same name are shared by all processes."""
        if not self._several:
            return RateLimiter(rate)
        return self._limits.setdefault(name, SharedRateLimiter(rate, self._key))

    def taken(self) -> UsageCounts:
        """Return this process's counts for buckets that run low."""
        return {name: counts for name, limit in self._limits.items() if (counts := limit.reported())}

    def receive(self, others: Mapping[str, UsageCounts], now: float | None = None) -> None:
        """Apply the counts of the other processes since their last report."""
        now = time.monotonic() if now is None else now
        for owner, taken in others.items():
            before = self._received.get(owner, {})
            for name, counts in taken.items():
                if name in self._limits:
                    self._limits[name].owe(counts, before.get(name, {}), now)
        self._received = dict(others)


class SharedRateLimiter(RateLimiter):
    """A rate limiter by the hashes of keys, which counts what is taken from buckets that run low."""

    def __init__(self, rate: Rate, secret: bytes) -> None:
        super().__init__(rate)
        self._secret = secret[:64]
        self._counts = Counter[str]()

    def take(self, key: Hashable, now: float) -> float:
        """Take one token of a key; return 0, or the seconds to wait if there is none."""
        hashed = hashlib.blake2b(str(key).encode(), key=self._secret, digest_size=8).hexdigest()
        wait = super().take(hashed, now)
        if not wait and self.of(hashed, now).low(now):
            self._counts[hashed] += 1
        return wait

    def reported(self) -> dict[str, int]:
        """Return the count of each key; a key whose bucket is full again or dropped restarts at 0."""
        self._counts = Counter({key: count for key, count in self._counts.items() if key in self})
        return dict(self._counts)

    def owe(self, counts: Mapping[str, int], before: Mapping[str, int], now: float) -> None:
        """Take what another process has taken since ``before``; a smaller count means that it restarted at 0."""
        for key, count in counts.items():
            had = before.get(key, 0)
            if taken := count - had if count >= had else count:
                self.of(key, now).owe(taken, now)
