"""The task that appends to a Postgres store. It writes all pending appends in one statement, since commits are slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TypeAlias

from ..interface import StoreUnavailable
from ..queries import AppendRequest
from ..writer import BATCH, settle
from . import queries
from .connections import PostgresPool

AppendOutcome: TypeAlias = Exception | None
"""The outcome of an append: None if the lines were written, otherwise the error."""
AppendJob: TypeAlias = tuple[AppendRequest, asyncio.Future[None]]


class PostgresWriter:
    """A queue of appends, and a task that writes the appends. The task ends when the queue is empty."""

    def __init__(self, pool: PostgresPool, pace: float) -> None:
        self._pool, self._pace = pool, pace
        self._waiting: list[AppendJob] = []
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0

    def do(self, request: AppendRequest) -> asyncio.Future[None]:
        """Enqueue an append, and return a future that resolves when the appended lines are on disk.

        If the future is cancelled, the append may be dropped.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[None] = loop.create_future()
        self._waiting.append((request, answer))
        if not self._task:
            self._task = loop.create_task(self._run())
        return answer

    async def finish(self) -> None:
        """Wait until all pending appends are written."""
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            await self._keep_pace()
            batch = self._next_batch()
            if batch:
                outcomes = await self._write([request for request, _ in batch])
                settle([answer for _, answer in batch], outcomes)
        self._task = None

    async def _keep_pace(self) -> None:
        early = self._next - time.monotonic()
        await asyncio.sleep(max(early, 0))
        self._next = time.monotonic() + self._pace

    def _next_batch(self) -> list[AppendJob]:
        """Return the pending appends to write next, at most one append for each game table.

        A second append to the same table depends on the result of the first append.
        """
        batch: dict[str, AppendJob] = {}
        rest: list[AppendJob] = []
        for job in self._waiting:
            request, answer = job
            if answer.done():
                continue  # the task that awaits the future was cancelled
            if request.table in batch or len(batch) == BATCH:
                rest.append(job)
            else:
                batch[request.table] = job
        self._waiting = rest
        return list(batch.values())

    async def _write(self, appends: Sequence[AppendRequest]) -> Sequence[AppendOutcome]:
        """Write appends in one statement. If the statement fails, write each append separately.

        So an append that fails does not make other appends fail.
        """
        try:
            return await self._pool.run(queries.append, appends)
        except Exception as error:
            if len(appends) == 1:
                return [error]
            if isinstance(error, StoreUnavailable):
                return [type(error)(str(error)) for _ in appends]
        return [(await self._write([request]))[0] for request in appends]
