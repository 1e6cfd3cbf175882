"""Admission control: each iteration of the event loop admits only a few requests and messages of clients.

Iterations stay short even under a flood of requests. So bots, timers and the messages of other clients are not delayed.
"""

from __future__ import annotations

import asyncio

from .fair_queue import FairQueue

A_TURN = 2
"""The number of requests and messages that one iteration of the event loop admits."""


class AdmissionControl:
    """Admits up to ``a_turn`` requests in each iteration of the event loop, and queues the others.

    In the queue addresses take turns, and the guests of each address take turns. If ``every`` is not 0, requests are
    admitted every ``every`` seconds instead of in each iteration.
    """

    def __init__(self, a_turn: int = A_TURN, every: float = 0.0) -> None:
        self._a_turn, self._every = a_turn, every
        self._queue = FairQueue[asyncio.Future[None]]()
        self._admitted = 0
        """The number of requests admitted in this iteration of the event loop."""

    async def admit(self, address: str, guest: str = "") -> None:
        """Wait until a request or message may be processed."""
        if self._admitted < self._a_turn and not self._queue:
            self._count()
            return
        admitted = asyncio.get_running_loop().create_future()
        self._queue.put(admitted, guest, address)
        try:
            await admitted
        finally:
            self._queue.discard(admitted, guest, address)

    def _count(self) -> None:
        if not self._admitted:
            loop = asyncio.get_running_loop()
            loop.call_later(self._every, self._next_turn) if self._every else loop.call_soon(self._next_turn)
        self._admitted += 1

    def _next_turn(self) -> None:
        self._admitted = 0
        while self._queue and self._admitted < self._a_turn:
            admitted, guest, address = self._queue.take()
            self._queue.charge(guest, address, 1.0)
            if not admitted.done():
                self._count()
                admitted.set_result(None)
