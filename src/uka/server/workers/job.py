"""The jobs for bot workers: their priorities, and how many unfinished jobs each network address has."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from ..base.requester import Requester
from .preparations import Preparation


class JobPriority(IntEnum):
    """The priority of a job. A job is served only while no job of a higher priority waits; 0 is the highest."""

    PEOPLE = 0
    """Actions of bots at tables where people play, and hints."""
    OTHERS = 1
    """Actions of bots at tables without people, and reviews."""
    OVERDRAWN = 2
    """Jobs of guests and addresses that have used up their budgets."""


@dataclass(eq=False, slots=True)
class BotJob:
    """A job for a bot worker."""

    payer: Requester
    """The requester whose budget is charged for the job."""
    rank: JobPriority
    work: Callable[..., Any] | None = None
    """The function to call; if None, the job is empty: it waits for its turn in the queue, then ends."""
    arguments: tuple[Any, ...] = ()
    """The arguments of ``work``."""
    needs: Preparation | None = None
    """What a worker must load for the job, unless an earlier job of the same kind has loaded it."""
    light: bool = True
    """Whether the job's address counted as a light user, who is served first, when a worker got the job."""
    since: float = field(default_factory=time.monotonic)
    """The monotonic time at which the job was made."""
    seconds: float = 0.0
    """The number of seconds that a worker process was busy with the job."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """Resolves to the result of ``work``, or to None if the job fails or is empty."""

    def finish(self, result: Any) -> None:
        """Set the answer to ``result``, unless it is set or cancelled already."""
        if not self.answer.done():
            self.answer.set_result(result)


def budget_keys(payer: Requester) -> tuple[str, str]:
    """Return the guest and the address of a payer, as keys of budgets and queues.

    If the guest is unknown, the address serves as both keys, and vice versa.
    """
    return payer.guest or payer.address, payer.address or payer.guest


SEVERAL = 5.0
"""For this many seconds after an address had several unfinished jobs, ``had_at_most_one`` returns false for it."""
REMEMBERED = 1_000
"""The number of stored addresses above which entries older than ``SEVERAL`` seconds are deleted."""


class PendingJobs:
    """Counts the unfinished jobs of each network address.

    A table waits for one bot at a time, so an address with several unfinished jobs has several tables.

    >>> pending = PendingJobs()
    >>> pending.begin("192.0.2.1")
    >>> pending.had_at_most_one("192.0.2.1", now=0.0)
    True
    >>> pending.begin("192.0.2.1")
    >>> pending.end("192.0.2.1", now=8.0)
    >>> pending.had_at_most_one("192.0.2.1", now=12.0), pending.had_at_most_one("192.0.2.1", now=13.0)
    (False, True)
    """

    def __init__(self) -> None:
        self._count = Counter[str]()
        self._several_at = dict[str, float]()
        """For addresses that have at most one unfinished job, the monotonic time at which they last had several."""

    def begin(self, address: str) -> None:
        """Count a new job of an address."""
        self._count[address] += 1

    def end(self, address: str, now: float) -> None:
        """Count a job of an address as finished. ``now`` is a monotonic clock's time in seconds."""
        if self._count[address] > 1:
            self._several_at[address] = now
            if len(self._several_at) > REMEMBERED:
                self._several_at = {known: at for known, at in self._several_at.items() if now - at < SEVERAL}
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def had_at_most_one(self, address: str, now: float) -> bool:
        """Return whether an address has had at most one unfinished job at a time in the last ``SEVERAL`` seconds."""
        return self._count[address] <= 1 and now - self._several_at.get(address, -SEVERAL) >= SEVERAL
