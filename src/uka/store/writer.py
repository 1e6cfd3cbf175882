"""The only thread that writes. It writes all pending jobs in one transaction: a commit costs the same for many."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

from uka.core.errors import UkaError

from .interface import StoreUnavailable
from .migrations import transaction
from .queries import AppendRequest, WriteJob, append, append_all
from .sqlite_file import FileIdentity, code, in_words, open_to_write

BATCH = 512  # jobs in one transaction
PACE = 0.008  # seconds from one commit to the next, at least: a commit costs far more than a row, so fewer, fuller ones

JobOutcome: TypeAlias = object
"""What a job returned, or the exception it ended with."""
JobFuture: TypeAlias = asyncio.Future[Any]
T = TypeVar("T")


class SqliteWriter:
    """A thread with its own connection. Answers go to the event loop that started it, once for a whole batch."""

    def __init__(self, path: Path, patience: float, pace: float, clock: Callable[[], float]) -> None:
        self._path, self._patience, self._pace, self._clock = path, patience, pace, clock
        self._next = 0.0
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[WriteJob, JobFuture] | None] = SimpleQueue()
        # A daemon: a program that forgets to close its store can still end.
        self._thread = threading.Thread(target=self._run, name="uka-store-writer", daemon=True)

    async def start(self) -> None:
        """Open the file; raises what is wrong with it."""
        self._opened: JobFuture = self._loop.create_future()
        self._thread.start()
        await self._opened

    def do(self, job: AppendRequest | Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Ask for something to be written; the answer comes when it is on disk."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((job, answer))
        return answer

    def finish(self) -> None:
        """Write what waits, then let go of the file; this waits for it, so not on the event loop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._db = open_to_write(self._path, self._patience)
            self._place = FileIdentity(self._path)
        except Exception as error:
            self._tell([self._opened], [error])
            return
        self._tell([self._opened], [None])
        try:
            while batch := self._next_batch():
                jobs, answers = zip(*batch, strict=True)
                self._tell(answers, self._write(jobs))
        finally:
            self._db.close()

    def _next_batch(self) -> list[tuple[WriteJob, JobFuture]]:
        """All that waits, at least one job; nothing when it is time to end."""
        batch: list[tuple[WriteJob, JobFuture]] = []
        while not batch or (len(batch) < BATCH and not self._queue.empty()):
            wanted = self._queue.get()
            if wanted is None:
                if batch:
                    self._queue.put(None)
                break
            if not batch:
                self._keep_pace()
            batch.append(wanted)
        return batch

    def _keep_pace(self) -> None:
        early = self._next - time.monotonic()
        if early > 0:
            time.sleep(early)
        self._next = time.monotonic() + self._pace

    def _tell(self, answers: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
        with suppress(RuntimeError):  # the loop was closed: nobody waits for an answer
            self._loop.call_soon_threadsafe(settle, answers, outcomes)

    def _write(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        """One transaction; where that fails, one for each job, so that what ails one does not spoil the others."""
        try:
            self._place.check()
            return self._together(jobs)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error, StoreUnavailable) or code(error) == sqlite3.SQLITE_BUSY:
                return [in_words(error) for _ in jobs]
        return [self._write([job])[0] for job in jobs]

    def _together(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        at = self._clock()
        plain = [job for job in jobs if isinstance(job, AppendRequest) and job.plain]
        if len(plain) == len(jobs):
            with suppress(sqlite3.IntegrityError):  # a conflict: find out whose
                append_all(self._db, plain, at)
                return [None] * len(jobs)
        with transaction(self._db):
            return [self._outcome(job, at) for job in jobs]

    def _outcome(self, job: WriteJob, at: float) -> JobOutcome:
        try:
            return append(self._db, job, at) if isinstance(job, AppendRequest) else job(self._db)
        except UkaError as refusal:
            return refusal


def settle(answers: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
    """Resolve each future with its outcome."""
    for answer, outcome in zip(answers, outcomes, strict=True):
        if answer.done():
            continue  # whoever asked is gone
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
