"""A fair queue for a shared resource: the waiting key that has used least is served next.

It is start-time fair queueing: a key that begins to wait starts at the virtual time of the last key served. So idle
time gives no advantage, and light users do not wait behind heavy ones. With an ``Allowance`` each key saves up a
little: a few jobs in a row of a light user are all served before those of heavy users.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")
KEYS = 1_000
"""The most keys kept beside those that wait; beyond it, keys behind the virtual time are dropped."""


class Allowance(NamedTuple):
    """What each key may use with priority over heavier users: an amount a second, saved up to ``most``."""

    a_second: float
    most: float


NO_ALLOWANCE = Allowance(0.0, 0.0)


class FairScheduler:
    """Decides in which order waiting keys are served.

    >>> turns = FairScheduler()
    >>> for key in ("much", "little"):
    ...     turns.join(key)
    >>> turns.charge("much", 2.0)
    >>> turns.next()
    'little'
    """

    def __init__(self, allowance: Allowance = NO_ALLOWANCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock, self._at = allowance, clock, clock()
        self._waiting = dict[str, None]()
        self._used = dict[str, float]()
        self._now = 0.0
        """The virtual time: the use of the last key served, plus the allowance since then."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __contains__(self, key: str) -> bool:
        return key in self._used

    def __len__(self) -> int:
        return len(self._used)

    def join(self, key: str) -> None:
        """Add a waiting key."""
        if key not in self._waiting:
            self._pass_time()
            self._waiting[key] = None
            self._used[key] = max(self._used.get(key, self._now), self._now - self._allowance.most)
            if len(self._used) > KEYS + 2 * len(self._waiting):
                self._used = {k: used for k, used in self._used.items() if k in self._waiting or used > self._now}

    def leave(self, key: str) -> None:
        """Remove a waiting key."""
        self._waiting.pop(key, None)

    @property
    def waiting(self) -> Set[str]:
        """The waiting keys."""
        return self._waiting.keys()

    def light(self) -> set[str]:
        """Return the waiting keys that have some of their allowance left."""
        return {key for key in self._waiting if self._used[key] < self._now}

    def peek(self, keys: Set[str] | None = None) -> str:
        """Return the one of ``keys``, by default of all that wait, that has used least; it keeps waiting."""
        return min(self._waiting if keys is None else keys, key=self._used.__getitem__)

    def next(self, keys: Set[str] | None = None) -> str:
        """Return the one of ``keys``, by default of all that wait, that has used least, and serve it."""
        self._now = max(self._now, self._used[self.peek()])
        return self.peek(keys)

    def charge(self, key: str, amount: float) -> None:
        """Add to what a key has used; a negative amount corrects an earlier charge."""
        self._used[key] = self._used.get(key, self._now) + amount

    def _pass_time(self) -> None:
        before, self._at = self._at, self._clock()
        self._now += (self._at - before) * self._allowance.a_second


class FairQueue(Generic[J]):
    """A queue of jobs that is fair to addresses, and to the guests of each address.

    >>> queue = FairQueue[str]()
    >>> for job in ("a1", "a2", "a3"):
    ...     queue.put(job, "ana", "192.0.2.1")
    >>> queue.put("h1", "hemi", "192.0.2.2")
    >>> order = list[str]()
    >>> while queue:
    ...     job, guest, address = queue.take()
    ...     queue.charge(guest, address, 1.0)
    ...     order.append(job)
    >>> order
    ['a1', 'h1', 'a2', 'a3']
    """

    def __init__(self, allowance: Allowance = NO_ALLOWANCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._addresses = FairScheduler(allowance, clock)
        self._guests = dict[str, FairScheduler]()
        self._jobs = dict[tuple[str, str], dict[J, None]]()
        """The waiting jobs in order, by guest and address."""

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def put(self, job: J, guest: str, address: str) -> None:
        """Add a job behind those of the same guest."""
        self._addresses.join(address)
        self._turns(address).join(guest)
        self._jobs.setdefault((guest, address), {})[job] = None

    @property
    def addresses(self) -> Set[str]:
        """The addresses that have jobs in the queue."""
        return self._addresses.waiting

    def light(self) -> set[str]:
        """Return the addresses that have jobs in the queue and some of their allowance left."""
        return self._addresses.light()

    def peek(self, addresses: Set[str] | None = None) -> J:
        """Return the next job, or the next of some addresses, without removing it; there must be one."""
        address = self._addresses.peek(addresses)
        return next(iter(self._jobs[self._turns(address).peek(), address]))

    def take(self, addresses: Set[str] | None = None) -> tuple[J, str, str]:
        """Remove and return the next job, or the next of some addresses, its guest and its address.

        There must be one.
        """
        address = self._addresses.next(addresses)
        guest = self._turns(address).next()
        job = next(iter(self._jobs[guest, address]))
        self.discard(job, guest, address)
        return job, guest, address

    def discard(self, job: J, guest: str, address: str) -> None:
        """Remove a job if it is in the queue."""
        jobs = self._jobs.get((guest, address), {})
        jobs.pop(job, None)
        if jobs:
            return
        self._jobs.pop((guest, address), None)
        turns = self._turns(address)
        turns.leave(guest)
        if not turns:
            self._addresses.leave(address)

    def charge(self, guest: str, address: str, amount: float) -> None:
        """Add to what a guest at an address has used; a negative amount corrects an earlier charge."""
        self._addresses.charge(address, amount)
        self._turns(address).charge(guest, amount)

    def _turns(self, address: str) -> FairScheduler:
        if len(self._guests) > 2 * len(self._addresses) + KEYS:
            self._guests = {known: turns for known, turns in self._guests.items() if known in self._addresses}
        if address not in self._guests:
            self._guests[address] = FairScheduler(self._allowance, self._clock)
        return self._guests[address]
