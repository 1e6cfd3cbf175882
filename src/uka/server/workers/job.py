"""A job for a bot worker, and its priority."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from ..base.requester import Requester


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
    """A job for a bot worker. If ``work`` is None, the job is empty: it waits for its turn in the queue, then ends.

    ``answer`` resolves to the result of ``work``. It resolves to None if the job fails or is empty.
    """

    payer: Requester
    rank: JobPriority
    work: Callable[..., Any] | None = None
    about: tuple[Any, ...] = ()
    light: bool = True
    """Whether the job's address was a light user when the job was given to a worker."""
    since: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    """The number of seconds that a worker process was busy with the job."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def finish(self, result: Any) -> None:
        """Set the answer, unless it is set or cancelled already."""
        if not self.answer.done():
            self.answer.set_result(result)


def budget_keys(payer: Requester) -> tuple[str, str]:
    """Return the guest and the address of a payer, as keys of budgets and queues.

    If the guest is unknown, the address serves as both keys, and vice versa.
    """
    return payer.guest or payer.address, payer.address or payer.guest
