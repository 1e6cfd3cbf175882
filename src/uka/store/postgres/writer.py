"""The task that appends to a Postgres store. It writes all pending appends in one statement, since commits are slow."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from ..commit_pace import CommitPace
from ..interface import StoreUnavailable
from ..queries import AppendRequest
from ..writer import BATCH, settle
from . import queries
from .connections import PostgresPool

AppendOutcome: TypeAlias = Exception | None
"""The outcome of an append: None if the lines were written, otherwise the error."""
AppendJob: TypeAlias = tuple[AppendRequest, asyncio.Future[None]]
"""A pair: a request to append lines, and the future to resolve when they are on disk."""


class PostgresWriter:
    """A queue of appends, and a task that writes the appends. The task ends when the queue is empty."""

    def __init__(self, pool: PostgresPool, pace: float) -> None:
        self._pool, self._pace = pool, CommitPace(pace)
        self._waiting: list[AppendJob] = []
        self._task: asyncio.Task[None] | None = None

    def enqueue(self, request: AppendRequest) -> asyncio.Future[None]:
        """Add ``request`` to the queue, and return a future that resolves when the appended lines are on disk.

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
            await asyncio.sleep(self._pace.delay)
            batch = self._take_batch()
            self._pace.begin(len(batch))
            if batch:
                outcomes = await self._write([request for request, _ in batch])
                settle([answer for _, answer in batch], outcomes)
        self._task = None

    def _take_batch(self) -> list[AppendJob]:
        """Take the appends to write next out of the queue, at most one for each game table, and return them.

        A second append to the same table depends on the result of the first append, so it stays in the queue.
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
        """Write ``appends`` in one statement, and return their outcomes.

        If the statement fails, write each append in a statement of its own, so that one can't make others fail.
        """
        try:
            return await self._pool.run(queries.append, appends)
        except Exception as error:
            if len(appends) == 1:
                return [error]
            if isinstance(error, StoreUnavailable):
                return [error.copy() for _ in appends]
        return [(await self._write([request]))[0] for request in appends]
