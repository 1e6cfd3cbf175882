"""Admission control: limits how many requests and messages of clients each event loop iteration processes.

So each iteration stays short even during a flood of requests, and bots, timers and other clients are not delayed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from .fair_queue import NO_ALLOWANCE, Allowance, FairQueue

A_TURN = 2
"""The maximum number of requests and messages that one event loop iteration admits."""


class AdmissionControl:
    """Limits the number of requests that are admitted in each event loop iteration; further requests wait in a queue.

    The queue serves network addresses in turn, and the guests at each address in turn. It admits at most
    ``a_turn`` requests in each iteration or, if ``every`` is not 0, in each period of ``every`` seconds. ``allowance``
    lets light users go first (see ``fair_queue.Allowance``); ``clock`` returns the seconds by which their credit grows.
    """

    def __init__(
        self,
        a_turn: int = A_TURN,
        every: float = 0.0,
        allowance: Allowance = NO_ALLOWANCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._a_turn, self._every = a_turn, every
        self._queue = FairQueue[asyncio.Future[None]](allowance, clock)
        self._admitted = 0
        """The number of requests admitted so far in the present event loop iteration."""

    async def admit(self, address: str, guest: str = "") -> None:
        """Wait until a request or message of ``guest`` at ``address`` may be processed."""
        if self._admitted < self._a_turn and not self._queue:
            self._queue.serve_at_once(guest, address, 1.0)
            self._count_admitted()
            return
        admitted = asyncio.get_running_loop().create_future()
        self._queue.put(admitted, guest, address)
        try:
            await admitted
        finally:
            self._queue.discard(admitted, guest, address)

    def _count_admitted(self) -> None:
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
                self._count_admitted()
                admitted.set_result(None)
