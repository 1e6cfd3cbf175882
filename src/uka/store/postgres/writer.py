"""The only task that appends. It writes all pending appends in one statement: a commit costs the same for many."""

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
"""How an append ended."""
AppendJob: TypeAlias = tuple[AppendRequest, asyncio.Future[None]]


class PostgresWriter:
    """A queue of appends, and a task for as long as there are any."""

    def __init__(self, link: PostgresPool, pace: float) -> None:
        self._link, self._pace = link, pace
        self._waiting: list[AppendJob] = []
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0

    def do(self, wanted: AppendRequest) -> asyncio.Future[None]:
        """Ask for lines to be written; the answer comes when they are on disk. Cancelled, it may be left out."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[None] = loop.create_future()
        self._waiting.append((wanted, answer))
        if not self._task:
            self._task = loop.create_task(self._run())
        return answer

    async def finish(self) -> None:
        """Write what waits."""
        if self._task:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            await self._keep_pace()
            batch = self._next_batch()
            if batch:
                outcomes = await self._write([wanted for wanted, _ in batch])
                settle([answer for _, answer in batch], outcomes)
        self._task = None

    async def _keep_pace(self) -> None:
        early = self._next - time.monotonic()
        await asyncio.sleep(max(early, 0))
        self._next = time.monotonic() + self._pace

    def _next_batch(self) -> list[AppendJob]:
        """What waits, one append of a table at most, so that each of a table's finds what the one before it left."""
        batch: dict[str, AppendJob] = {}
        rest: list[AppendJob] = []
        for job in self._waiting:
            wanted, answer = job
            if answer.done():
                continue  # whoever asked is gone
            if wanted.table in batch or len(batch) == BATCH:
                rest.append(job)
            else:
                batch[wanted.table] = job
        self._waiting = rest
        return list(batch.values())

    async def _write(self, appends: Sequence[AppendRequest]) -> Sequence[AppendOutcome]:
        """One statement; where that fails, one for each, so that what ails one does not spoil the others."""
        try:
            return await self._link.run(queries.append, appends)
        except Exception as error:
            if len(appends) == 1:
                return [error]
            if isinstance(error, StoreUnavailable):
                return [type(error)(str(error)) for _ in appends]
        return [(await self._write([wanted]))[0] for wanted in appends]
