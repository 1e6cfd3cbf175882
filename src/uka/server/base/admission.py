"""Admission control for all that clients ask for: a few requests and messages in each turn of the event loop.

Where clients ask for more than the loop can do, they wait here, and turns stay short: bots, clocks and everybody else's
messages do not wait behind a flood.
"""

from __future__ import annotations

import asyncio

from .fair_queue import FairQueue

A_TURN = 2
"""Requests and messages that are admitted in one turn of the loop."""


class AdmissionControl:
    """Admits at once while few ask; else one address after another, and of each address one guest after another.

    With ``every`` the next are admitted so many seconds after the last, rather than in the next turn of the loop.
    """

    def __init__(self, a_turn: int = A_TURN, every: float = 0.0) -> None:
        self._a_turn, self._every = a_turn, every
        self._queue = FairQueue[asyncio.Future[None]]()
        self._admitted = 0
        """In this turn."""

    async def admit(self, address: str, guest: str = "") -> None:
        """Wait until a request or message may be worked on."""
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
