"""Limits that several processes keep together: each tells the others what was taken from buckets that run low.

A bucket of which more than half is left is nobody else's business, so that what is told stays little. Keys are told as
hashes that only these processes can make: they are addresses and guests.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from ..base.rate_limits import Rate, RateLimiter

UsageCounts: TypeAlias = dict[str, dict[str, int]]
"""How often each key of each limit was counted, since it was first told."""


class SharedRateLimits:
    """The limits of one process, and what the others took from them.

    >>> here, there = SharedRateLimits(b"key"), SharedRateLimits(b"key")
    >>> ours, theirs = (shares.buckets("asked", (0.01, 4)) for shares in (here, there))
    >>> [ours.take("192.0.2.7", 0.0) for _ in range(4)]
    [0.0, 0.0, 0.0, 0.0]
    >>> there.hear({"here": here.taken()}, now=0.0)
    >>> [theirs.take("192.0.2.7", 0.0) > 0 for _ in range(3)]
    [False, False, True]
    """

    def __init__(self, key: bytes, *, several: bool = True) -> None:
        self._key, self._several = key, several
        self._limits = dict[str, SharedRateLimiter]()
        self._heard = dict[str, UsageCounts]()

    def buckets(self, name: str, rate: Rate) -> RateLimiter:
        """A limit; one of the same name is kept together with it by every process."""
        if not self._several:
            return RateLimiter(rate)
        return self._limits.setdefault(name, SharedRateLimiter(rate, self._key))

    def taken(self) -> UsageCounts:
        """What this process took from buckets that run low."""
        return {name: found for name, limit in self._limits.items() if (found := limit.told())}

    def hear(self, others: Mapping[str, UsageCounts], now: float | None = None) -> None:
        """Count what other processes took since they last said so."""
        now = time.monotonic() if now is None else now
        for owner, taken in others.items():
            before = self._heard.get(owner, {})
            for name, counts in taken.items():
                if name in self._limits:
                    self._limits[name].owe(counts, before.get(name, {}), now)
        self._heard = dict(others)


class SharedRateLimiter(RateLimiter):
    """Buckets by hashes of their keys, which remember what was taken from those that run low."""

    def __init__(self, rate: Rate, secret: bytes) -> None:
        super().__init__(rate)
        self._secret = secret[:64]
        self._told = Counter[str]()

    def take(self, key: Hashable, now: float) -> float:
        """Take one of a key's; seconds to wait where there is none, 0 where there was."""
        hashed = hashlib.blake2b(str(key).encode(), key=self._secret, digest_size=8).hexdigest()
        wait = super().take(hashed, now)
        if not wait and self.of(hashed, now).low(now):
            self._told[hashed] += 1
        return wait

    def told(self) -> dict[str, int]:
        """How often each key was counted; those whose buckets are full again, or forgotten, begin anew."""
        self._told = Counter({key: count for key, count in self._told.items() if key in self})
        return dict(self._told)

    def owe(self, counts: Mapping[str, int], before: Mapping[str, int], now: float) -> None:
        """Take out what another process took, which counts up, or begins anew."""
        for key, count in counts.items():
            had = before.get(key, 0)
            if taken := count - had if count >= had else count:
                self.of(key, now).owe(taken, now)
