"""Rate limits: a token bucket, and a rate limiter with one token bucket for each key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias

from uka.core.errors import UkaError

MOST_KEYS = 20_000
"""The usual maximum number of keys in a rate limiter. If there are more, the least recently used key is dropped."""


Rate: TypeAlias = tuple[float, float]
"""A rate limit, as a pair: the number of actions per second in the long run, and the number of actions in one burst."""


class LimitExceeded(UkaError):
    """Raised when a limit is reached. ``wait`` is the number of seconds until a retry makes sense; None if unknown."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(why)


class TokenBucket:
    """A bucket that gains ``rate`` tokens a second and holds up to ``burst`` tokens; each action takes one token.

    >>> bucket = TokenBucket(1, 2)
    >>> bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1.5)
    (True, True, False, True)
    """

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._level = rate, burst, burst
        self._at: float | None = None

    def take(self, now: float) -> bool:
        """Take a token and return True, or return False if there is none.

        ``now`` is the time of a monotonic clock in seconds, here and in the other methods.
        """
        self._fill(now)
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def take_reported(self, count: int, now: float) -> None:
        """Take ``count`` tokens for actions that another process has already allowed.

        If there are fewer tokens, their number becomes negative, but not below minus ``burst``. So this process allows
        fewer actions afterwards, and the processes together keep to the rate.
        """
        self._fill(now)
        self._level = max(-self._burst, self._level - count)

    def spend(self, amount: float, now: float) -> None:
        """Take ``amount`` tokens, even if the number of tokens becomes negative.

        The debt has no limit, unlike that of ``take_reported``: its cause is known to be the bucket's own user, so all
        of it counts, and the user keeps to the rate in the long run.
        """
        self._fill(now)
        self._level -= amount

    def is_overdrawn(self, now: float) -> bool:
        """Return whether the number of tokens is negative."""
        self._fill(now)
        return self._level < 0

    def is_low(self, now: float) -> bool:
        """Return whether the bucket is less than half full."""
        self._fill(now)
        return self._level < self._burst / 2

    def seconds_to_wait(self, now: float) -> float:
        """Return the number of seconds until the bucket has a token; 0 if it has one now."""
        self._fill(now)
        return max(0.0, (1 - self._level) / self._rate)

    def is_full(self, now: float) -> bool:
        """Return whether the bucket holds ``burst`` tokens, which is the maximum and what a new bucket holds."""
        self._fill(now)
        return self._level >= self._burst

    def _fill(self, now: float) -> None:
        passed = max(0.0, now - self._at) if self._at is not None else 0.0
        self._level = min(self._burst, self._level + passed * self._rate)
        self._at = now


class RateLimiter:
    """A rate limiter with a token bucket for each key, such as a client's address.

    When a key is new, full buckets are dropped, since they equal new buckets. If there are too many keys, the bucket of
    the least recently used key is dropped.
    """

    def __init__(self, rate: Rate, most: int = MOST_KEYS) -> None:
        """``rate`` applies to each key. ``most`` is the maximum number of keys."""
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable, now: float) -> float:
        """Take a token from the bucket of ``key`` and return 0; if it has none, return the seconds until it has one."""
        bucket = self.bucket(key, now)
        return 0.0 if bucket.take(now) else bucket.seconds_to_wait(now)

    def spend(self, key: Hashable, amount: float, now: float) -> None:
        """Take ``amount`` tokens from the bucket of ``key``, even if its number of tokens becomes negative."""
        self.bucket(key, now).spend(amount, now)

    def is_overdrawn(self, key: Hashable, now: float) -> bool:
        """Return whether the number of tokens in the bucket of ``key`` is negative."""
        return key in self._buckets and self._buckets[key].is_overdrawn(now)

    def bucket(self, key: Hashable, now: float) -> TokenBucket:
        """Return the bucket of ``key``, a new one if there is none, and mark ``key`` as the most recently used key."""
        if key in self._buckets:
            self._buckets.move_to_end(key)
        else:
            self._buckets[key] = TokenBucket(*self._rate)
            self._drop_buckets(now)
        return self._buckets[key]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._buckets

    def _drop_buckets(self, now: float) -> None:
        """While there are too many keys, or the least recently used key's bucket is full, drop that key's bucket."""
        oldest = next(iter(self._buckets))
        while len(self._buckets) > 1 and (len(self._buckets) > self._most or self._buckets[oldest].is_full(now)):
            del self._buckets[oldest]
            oldest = next(iter(self._buckets))


def client_network(address: str) -> str:
    """Return the address or network by which rate limits tell clients apart.

    An IPv6 ``address`` is reduced to its /64 network, since a provider gives each customer a whole network. An IPv4
    address, or a text that is no IP address, is returned as it is.

    >>> client_network("192.0.2.7"), client_network("2001:db8::1:2:3:4"), client_network("a socket")
    ('192.0.2.7', '2001:db8::/64', 'a socket')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
