"""The thread that writes to a SQLite file. It writes all pending jobs in one transaction, since commits are slow."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

from uka.core.errors import UkaError

from .high_water_mark import HighWaterMark
from .interface import StoreUnavailable
from .migrations import transaction
from .queries import AppendRequest, WriteJob, append, append_all, is_one_statement
from .sqlite_file import FileIdentity, code, in_words, open_to_write

BATCH = 512  # the maximum number of jobs in one transaction
PACE = 0.008  # the minimum number of seconds between two commits; a commit costs far more than a row

JobOutcome: TypeAlias = object
"""The return value of a job, or the exception that it raised."""
JobFuture: TypeAlias = asyncio.Future[Any]
T = TypeVar("T")


class SqliteWriter:
    """A thread that writes batches of jobs over a separate connection, and resolves their futures on the event loop."""

    def __init__(self, path: Path, patience: float, pace: float, clock: Callable[[], float]) -> None:
        self._path, self._patience, self._pace, self._clock = path, patience, pace, clock
        self._mark = HighWaterMark(path)
        self._next = 0.0
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[WriteJob, JobFuture] | None] = SimpleQueue()
        # This is a daemon thread, so that a program can exit even if it does not close its store.
        self._thread = threading.Thread(target=self._run, name="uka-store-writer", daemon=True)

    async def start(self) -> None:
        """Start the thread, and wait until it has opened the file. If the file can't be opened, raise the error."""
        self._opened: JobFuture = self._loop.create_future()
        self._thread.start()
        await self._opened

    def do(self, job: AppendRequest | Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Enqueue a job, and return a future for the job's result. It resolves when the job's changes are on disk."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((job, answer))
        return answer

    def finish(self) -> None:
        """Write the pending jobs and close the file. This blocks, so call this method outside the event loop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._db = self._open()
            self._identity = FileIdentity(self._path)
        except Exception as error:
            self._resolve([self._opened], [error])
            return
        self._resolve([self._opened], [None])
        try:
            while batch := self._next_batch():
                jobs, answers = zip(*batch, strict=True)
                outcomes = self._write(jobs)
                self._resolve(answers, outcomes)
                self._mark.note(jobs, outcomes)
        finally:
            self._mark.close()
            self._db.close()

    def _open(self) -> sqlite3.Connection:
        db = open_to_write(self._path, self._patience)
        try:
            self._mark.check(db)
        except BaseException:
            db.close()
            raise
        return db

    def _next_batch(self) -> list[tuple[WriteJob, JobFuture]]:
        """Wait for a job, then return all pending jobs, up to ``BATCH``. Return no jobs if the thread must end."""
        batch: list[tuple[WriteJob, JobFuture]] = []
        while not batch or (len(batch) < BATCH and not self._queue.empty()):
            job = self._queue.get()
            if job is None:
                if batch:
                    self._queue.put(None)
                break
            if not batch:
                self._keep_pace()
            batch.append(job)
        return batch

    def _keep_pace(self) -> None:
        early = self._next - time.monotonic()
        if early > 0:
            time.sleep(early)
        self._next = time.monotonic() + self._pace

    def _resolve(self, answers: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
        with suppress(RuntimeError):  # the event loop is closed, so no task waits
            self._loop.call_soon_threadsafe(settle, answers, outcomes)

    def _write(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        """Write jobs in one transaction. If the transaction fails, write each job in a separate transaction.

        So a job that fails does not make other jobs fail.
        """
        try:
            self._identity.check()
            return self._together(jobs)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error, StoreUnavailable) or code(error) == sqlite3.SQLITE_BUSY:
                return [in_words(error) for _ in jobs]
        return [self._write([job])[0] for job in jobs]

    def _together(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        at = self._clock()
        with suppress(sqlite3.IntegrityError):  # an append conflicts, and the code below finds out which one
            return self._quickly(jobs, at)
        with transaction(self._db):
            return [self._outcome(job, at) for job in jobs]

    def _quickly(self, jobs: Sequence[WriteJob], at: float) -> Sequence[JobOutcome]:
        """Write jobs in one transaction with few statements: first all plain appends together, then the other jobs."""
        plain = [job for job in jobs if isinstance(job, AppendRequest) and job.plain]
        with nullcontext() if len(plain) == len(jobs) and is_one_statement(plain) else transaction(self._db):
            append_all(self._db, plain, at)
            return [None if isinstance(job, AppendRequest) and job.plain else self._outcome(job, at) for job in jobs]

    def _outcome(self, job: WriteJob, at: float) -> JobOutcome:
        try:
            return append(self._db, job, at) if isinstance(job, AppendRequest) else job(self._db)
        except UkaError as refusal:
            return refusal


def settle(answers: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
    """Resolve each future with the outcome of its job: a result or an exception."""
    for answer, outcome in zip(answers, outcomes, strict=True):
        if answer.done():
            continue  # the task that awaits the future was cancelled
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
