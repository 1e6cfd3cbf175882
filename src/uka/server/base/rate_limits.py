"""How often something may be done: token buckets, one alone or one for each of many keys."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias

from uka.core.errors import UkaError

MOST_KEYS = 20_000
"""Keys that are remembered; the one longest unused is forgotten first."""


Rate: TypeAlias = tuple[float, float]
"""So many a second in the long run, and so many at once."""


class LimitExceeded(UkaError):
    """A limit that is met; ``wait`` are the seconds until another try is worth it, where that is known."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(why)


class TokenBucket:
    """A bucket that fills by ``rate`` a second up to ``burst``; each thing done takes one out.

    >>> bucket = TokenBucket(1, 2)
    >>> bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1.5)
    (True, True, False, True)
    """

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._level = rate, burst, burst
        self._at: float | None = None

    def take(self, now: float) -> bool:
        """Whether there was one to take; ``now`` is in seconds of any clock that does not go back."""
        self._fill(now)
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def owe(self, count: int, now: float) -> None:
        """Take out what was taken elsewhere, as far as there is any."""
        self._fill(now)
        self._level = max(0.0, self._level - count)

    def spend(self, amount: float, now: float) -> None:
        """Take out so much, even what is not there yet."""
        self._fill(now)
        self._level -= amount

    def overdrawn(self, now: float) -> bool:
        """Whether more was spent than there was."""
        self._fill(now)
        return self._level < 0

    def low(self, now: float) -> bool:
        """Whether less than half is left."""
        self._fill(now)
        return self._level < self._burst / 2

    def wait(self, now: float) -> float:
        """Seconds until there will be one."""
        self._fill(now)
        return max(0.0, (1 - self._level) / self._rate)

    def full(self, now: float) -> bool:
        """Whether it is as if nothing had ever been taken."""
        self._fill(now)
        return self._level >= self._burst

    def _fill(self, now: float) -> None:
        passed = max(0.0, now - self._at) if self._at is not None else 0.0
        self._level = min(self._burst, self._level + passed * self._rate)
        self._at = now


class RateLimiter:
    """A bucket for each key, kept only while it is not full, and for so many keys at most."""

    def __init__(self, rate: Rate, most: int = MOST_KEYS) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable, now: float) -> float:
        """Take one of a key's; seconds to wait where there is none, 0 where there was."""
        bucket = self.of(key, now)
        return 0.0 if bucket.take(now) else bucket.wait(now)

    def spend(self, key: Hashable, amount: float, now: float) -> None:
        """Take so much out of a key's, even what is not there yet."""
        self.of(key, now).spend(amount, now)

    def overdrawn(self, key: Hashable, now: float) -> bool:
        """Whether a key has spent more than it had."""
        return key in self._buckets and self._buckets[key].overdrawn(now)

    def of(self, key: Hashable, now: float) -> TokenBucket:
        """A key's bucket, used just now."""
        bucket = self._buckets.get(key) or TokenBucket(*self._rate)
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        self._forget(now)
        return bucket

    def __contains__(self, key: Hashable) -> bool:
        return key in self._buckets

    def _forget(self, now: float) -> None:
        """Drop the oldest key if there are too many, and those before it that are full again."""
        oldest = next(iter(self._buckets))
        while len(self._buckets) > 1 and (len(self._buckets) > self._most or self._buckets[oldest].full(now)):
            del self._buckets[oldest]
            oldest = next(iter(self._buckets))


def client_network(address: str) -> str:
    """What counts as one address: with IPv6, the network that one customer is given.

    >>> client_network("192.0.2.7"), client_network("2001:db8::1:2:3:4"), client_network("a socket")
    ('192.0.2.7', '2001:db8::/64', 'a socket')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
