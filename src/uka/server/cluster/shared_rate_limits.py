"""Rate limits that the processes of a cluster share: each sends the others what was taken from buckets that run low.

Buckets that are more than half full are not sent, so that heartbeats stay small. Keys are addresses and guests; they
are sent as hashes that only these processes can compute.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from ..base.rate_limits import Rate, RateLimiter

UsageCounts: TypeAlias = dict[str, dict[str, int]]
"""How often each key of each limit was counted, since it was first sent."""


class SharedRateLimits:
    """The limits of one process, and what the other processes took from them.

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
        """Return a limit; limits of one name are shared by all processes."""
        if not self._several:
            return RateLimiter(rate)
        return self._limits.setdefault(name, SharedRateLimiter(rate, self._key))

    def taken(self) -> UsageCounts:
        """Return what this process took from buckets that run low."""
        return {name: found for name, limit in self._limits.items() if (found := limit.reported())}

    def receive(self, others: Mapping[str, UsageCounts], now: float | None = None) -> None:
        """Count what other processes took since they last sent it."""
        now = time.monotonic() if now is None else now
        for owner, taken in others.items():
            before = self._received.get(owner, {})
            for name, counts in taken.items():
                if name in self._limits:
                    self._limits[name].owe(counts, before.get(name, {}), now)
        self._received = dict(others)


class SharedRateLimiter(RateLimiter):
    """A rate limiter by hashes of keys, which remembers what was taken from buckets that run low."""

    def __init__(self, rate: Rate, secret: bytes) -> None:
        super().__init__(rate)
        self._secret = secret[:64]
        self._counts = Counter[str]()

    def take(self, key: Hashable, now: float) -> float:
        """Take one of a key's; seconds to wait where there is none, 0 where there was."""
        hashed = hashlib.blake2b(str(key).encode(), key=self._secret, digest_size=8).hexdigest()
        wait = super().take(hashed, now)
        if not wait and self.of(hashed, now).low(now):
            self._counts[hashed] += 1
        return wait

    def reported(self) -> dict[str, int]:
        """Return how often each key was counted; a key whose bucket is full again, or forgotten, starts at 0."""
        self._counts = Counter({key: count for key, count in self._counts.items() if key in self})
        return dict(self._counts)

    def owe(self, counts: Mapping[str, int], before: Mapping[str, int], now: float) -> None:
        """Take out what another process took; its counts grow, or start again at 0."""
        for key, count in counts.items():
            had = before.get(key, 0)
            if taken := count - had if count >= had else count:
                self.of(key, now).owe(taken, now)
