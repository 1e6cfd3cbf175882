"""Verifies and replays records that clients send, in a worker process that is killed if it takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from uka.core.seats import Seat
from uka.hosting.errors import InvalidRequest
from uka.hosting.record_pages import replay_record, untrusted, verify_record
from uka.wire.http_bodies import GameVerdicts

from ..base.problems import HttpRefusal
from .process import NICE, set_up_process

T = TypeVar("T")
WAITING = 4
"""The number of unfinished jobs above which further jobs are refused."""
START_SECONDS = 60.0
"""The maximum time in seconds that the worker process may take to start."""


class RecordFault(NamedTuple):
    """What the worker process found wrong with a record or a request."""

    why: str
    """The sentence that tells the client what is wrong."""


def run_guarded(work: Callable[..., T], *arguments: Any) -> T | RecordFault:
    """Return the result of ``work(*arguments)``, or a ``RecordFault`` if the record or the request is wrong.

    This function runs in the worker process.
    """
    try:
        return untrusted(work, *arguments)
    except InvalidRequest as error:
        return RecordFault(str(error))


class RecordChecker:
    """Runs jobs on records one at a time in a worker process, which is started when a job needs it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def verify(self, data: bytes) -> tuple[GameVerdicts, ...]:
        """Return the verdicts on the fairness of each game of a record.

        Raise ``HttpRefusal`` if the record is invalid, too many records wait, or the work takes too long.
        """
        return await self.do(verify_record, data)

    async def replayed(self, data: bytes, game: int, seat: Seat | None, deal: int | None) -> bytes:
        """Return the replay of the game with the index ``game`` of a record, as JSON.

        If ``deal`` is None, the replay covers all deals. If ``seat`` is None, it shows all hands. Raise ``HttpRefusal``
        if the record is invalid, too many records wait, or the work takes too long.
        """
        return await self.do(replay_record, data, game, seat, deal)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call ``work(*arguments)`` in the worker process, after earlier jobs, and return its result.

        Raise ``HttpRefusal`` if the record is invalid, too many records wait, or the work takes too long.
        """
        if self._waiting > WAITING:
            raise HttpRefusal(503, "too many records are being read: try again in a moment", wait=self._seconds)
        self._waiting += 1
        try:
            async with self._turn:
                result = await self._run(work, *arguments)
        finally:
            self._waiting -= 1
        if isinstance(result, RecordFault):
            raise HttpRefusal(400, result.why)
        return result

    async def _run(self, work: Callable[..., T], *arguments: Any) -> T | RecordFault:
        try:
            pool = self._pool or await self._start()
            return await asyncio.wait_for(
                asyncio.wrap_future(pool.submit(run_guarded, work, *arguments)), self._seconds
            )
        except TimeoutError:
            self.close()
            return RecordFault("the record takes too long to read")
        except BrokenProcessPool:
            self.close()
            return RecordFault("the record could not be read")

    async def _start(self) -> ProcessPoolExecutor:
        """Start the worker process and wait until it is ready. Its start does not count toward the time of a job."""
        context = multiprocessing.get_context("spawn")
        self._pool = pool = ProcessPoolExecutor(1, mp_context=context, initializer=set_up_process, initargs=(NICE,))
        await asyncio.wait_for(asyncio.wrap_future(pool.submit(run_guarded, bool)), START_SECONDS)
        return pool

    def close(self) -> None:
        """Kill the worker process. The next job starts a new process."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
