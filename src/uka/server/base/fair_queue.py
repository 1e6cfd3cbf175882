"""A fair queue for a shared resource. Each user has a key, and the waiting key with the lowest usage is served next.

The algorithm is start-time fair queueing: when a key begins to wait, a low usage is raised to the usage of the key
served last. So idle time gives no advantage, and light users do not wait behind heavy users. With an ``Allowance``, an
idle key also saves up a small credit. So several consecutive jobs of a light user are served before the jobs of heavy
users.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")
KEYS = 1_000
"""The number of idle users whose usage is remembered, those with the highest usage."""


class Allowance(NamedTuple):
    """The credit of a light user: the amount of the resource that the user may use before heavy users are served.

    Keys identify users. The credit of a key grows by ``a_second`` each second, up to ``most``. A key that nobody has
    used before begins with ``at_first``.
    """

    a_second: float
    most: float
    at_first: float = 0.0


NO_ALLOWANCE = Allowance(0.0, 0.0)


class FairKeyQueue:
    """A fair queue of keys, which identify users: of the waiting keys, the one with the lowest usage is served next.

    >>> turns = FairKeyQueue()
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
        """The virtual time: the usage of the key served last, plus the allowance gained since then."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __contains__(self, key: str) -> bool:
        return key in self._used

    def __len__(self) -> int:
        return len(self._used)

    def join(self, key: str) -> None:
        """Add a key to the waiting keys. If the key is waiting already, change nothing."""
        if key not in self._waiting:
            self._used[key] = self._used_from_now(key)
            self._waiting[key] = None
            self._forget()

    def leave(self, key: str) -> None:
        """Remove a key from the waiting keys; its usage stays recorded."""
        self._waiting.pop(key, None)

    @property
    def waiting(self) -> Set[str]:
        """The keys that wait to be served."""
        return self._waiting.keys()

    def light(self) -> set[str]:
        """Return the waiting keys that have some of their allowance left."""
        return {key for key in self._waiting if self._used[key] < self._now}

    def peek(self, keys: Set[str] | None = None) -> str:
        """Return the key with the lowest usage among ``keys``, without serving it. None means all waiting keys."""
        return min(self._waiting if keys is None else keys, key=self._used.__getitem__)

    def next(self, keys: Set[str] | None = None) -> str:
        """Serve the key with the lowest usage among ``keys``, and return it. None means all waiting keys."""
        least = self.peek()
        self._now = max(self._now, self._used[least])
        return least if keys is None else self.peek(keys)

    def serve_at_once(self, key: str, amount: float) -> None:
        """Serve a key that does not have to wait, and add an amount to its usage. No key may be waiting."""
        used = self._used_from_now(key)
        self._now = max(self._now, used)
        self._used[key] = used + amount
        self._forget()

    def charge(self, key: str, amount: float) -> None:
        """Add an amount to the usage of a key. A negative amount corrects an earlier charge."""
        self._used[key] = self._used.get(key, self._now) + amount

    def _forget(self) -> None:
        """If there are many keys, drop those that are not waiting, except the ``KEYS`` with the highest usage.

        Keys are dropped only once many new keys have been added, so the cost does not matter.
        """
        if len(self._used) > 2 * (KEYS + len(self._waiting)):
            idle = [key for key, used in self._used.items() if key not in self._waiting and used > self._now]
            idle.sort(key=self._used.__getitem__)
            self._used = {key: self._used[key] for key in (*self._waiting, *idle[-KEYS:])}

    def _used_from_now(self, key: str) -> float:
        """Advance the virtual time to the present, and return the usage with which an idle key is served or waits."""
        before, self._at = self._at, self._clock()
        self._now += (self._at - before) * self._allowance.a_second
        used = self._used.get(key, self._now - self._allowance.at_first)
        return max(used, self._now - self._allowance.most)


class FairQueue(Generic[J]):
    """A queue of jobs that is fair between network addresses, and between the guests at each address.

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
        self._addresses = FairKeyQueue(allowance, clock)
        self._guests = dict[str, FairKeyQueue]()
        self._jobs = dict[tuple[str, str], dict[J, None]]()
        """The waiting jobs of each guest at each address, oldest first; the keys are (guest, address)."""

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def put(self, job: J, guest: str, address: str) -> None:
        """Add a job after the waiting jobs of the same guest at the same address."""
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
        """Return the next job without removing it. If ``addresses`` is given, consider only jobs of these addresses.

        At least one such job must be waiting.
        """
        address = self._addresses.peek(addresses)
        return next(iter(self._jobs[self._turns(address).peek(), address]))

    def take(self, addresses: Set[str] | None = None) -> tuple[J, str, str]:
        """Remove the next job, and return the job, its guest and its address.

        If ``addresses`` is given, consider only jobs of these addresses. At least one such job must be waiting.
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

    def serve_at_once(self, guest: str, address: str, amount: float) -> None:
        """Serve a job that does not have to wait, and charge for it. The queue must be empty."""
        self._addresses.serve_at_once(address, amount)
        self._turns(address).serve_at_once(guest, amount)

    def charge(self, guest: str, address: str, amount: float) -> None:
        """Add an amount to the usage of an address and of its guest. A negative amount corrects an earlier charge."""
        self._addresses.charge(address, amount)
        self._turns(address).charge(guest, amount)

    def _turns(self, address: str) -> FairKeyQueue:
        if len(self._guests) > 2 * len(self._addresses) + KEYS:
            self._guests = {known: turns for known, turns in self._guests.items() if known in self._addresses}
        if address not in self._guests:
            self._guests[address] = FairKeyQueue(self._allowance, self._clock)
        return self._guests[address]
