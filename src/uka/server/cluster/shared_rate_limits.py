"""Rate limits that the processes of a cluster share: each process tells the others how many tokens it has taken.

Only the counts for token buckets that are less than half full are sent, so that heartbeats stay small. The keys are
addresses and the ids of guests. They are sent as hashes that only the processes of the cluster can compute.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from ..base.rate_limits import Rate, RateLimiter

UsageCounts: TypeAlias = dict[str, dict[str, int]]
"""The tokens that a process has taken: a dict from limiter name to a dict from the hash of a key to their number."""


class SharedRateLimits:
    """The rate limits of one process. If another process takes a token, this process takes one from its bucket too.

    ``key`` is the secret with which all processes hash the keys of buckets. If ``several`` is false, this server
    is a single process, and nothing is shared.

    >>> here, there = SharedRateLimits(b"key"), SharedRateLimits(b"key")
    >>> ours, theirs = (limits.limiter("asked", (0.01, 4)) for limits in (here, there))
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
        """The last report of each other process."""

    def limiter(self, name: str, rate: Rate) -> RateLimiter:
        """Return the rate limiter with this name. All processes of the cluster share limiters of the same name."""
        if not self._several:
            return RateLimiter(rate)
        return self._limits.setdefault(name, SharedRateLimiter(rate, self._key))

    def taken(self) -> UsageCounts:
        """Return how many tokens this process has taken from each bucket while the bucket was less than half full.

        The result is a dict from limiter name to a dict from hashed key to this number.
        """
        return {name: counts for name, limit in self._limits.items() if (counts := limit.usage_report())}

    def receive(self, others: Mapping[str, UsageCounts], now: float | None = None) -> None:
        """Take as many tokens from the buckets as the other processes have taken since their last reports.

        ``others`` is a dict from process id to the process's present report, which is what its ``taken`` returned.
        ``now`` is the monotonic time in seconds; without it, the time of the call.
        """
        now = time.monotonic() if now is None else now
        for owner, taken in others.items():
            before = self._received.get(owner, {})
            for name, counts in taken.items():
                if name in self._limits:
                    self._limits[name].take_reported(counts, before.get(name, {}), now)
        self._received = dict(others)


class SharedRateLimiter(RateLimiter):
    """A rate limiter that stores only hashes of keys, and counts the tokens taken from buckets that run low."""

    def __init__(self, rate: Rate, secret: bytes) -> None:
        super().__init__(rate)
        self._secret = secret[:64]
        self._counts = Counter[str]()

    def take(self, key: Hashable, now: float) -> float:
        """Take one token from a key's bucket and return 0. If it has none, return the seconds until it has a token."""
        hashed = hashlib.blake2b(str(key).encode(), key=self._secret, digest_size=8).hexdigest()
        wait = super().take(hashed, now)
        if not wait and self.bucket(hashed, now).is_low(now):
            self._counts[hashed] += 1
        return wait

    def usage_report(self) -> dict[str, int]:
        """Return the number of tokens taken, by hashed key. If a key's bucket is dropped, its count restarts at 0."""
        self._counts = Counter({key: count for key, count in self._counts.items() if key in self})
        return dict(self._counts)

    def take_reported(self, counts: Mapping[str, int], before: Mapping[str, int], now: float) -> None:
        """Take as many tokens as another process has taken since its previous report.

        ``counts`` is its new report and ``before`` the previous one, as ``usage_report`` returns them. If a new count
        is smaller than the previous one, the other process has restarted this count at 0.
        """
        for key, count in counts.items():
            previous = before.get(key, 0)
            taken = count - previous if count >= previous else count
            if taken:
                self.bucket(key, now).take_reported(taken, now)
