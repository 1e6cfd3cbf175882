"""The thread that writes to a SQLite file. It writes all pending jobs in one transaction, since commits are slow."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeGuard, TypeVar

from uka.core.errors import UkaError

from .commit_pace import CommitPace
from .high_water_mark import HighWaterMark
from .interface import StoreUnavailable
from .migrations import transaction
from .queries import AppendRequest, WriteJob, append, append_all_in_transaction, is_one_statement
from .sqlite_file import FileIdentity, open_to_write, result_code, translate_error

BATCH = 512  # the maximum number of jobs in one transaction

JobOutcome: TypeAlias = object
"""The return value of a job, or the exception that it raised."""
JobFuture: TypeAlias = asyncio.Future[Any]
T = TypeVar("T")


class SqliteWriter:
    """A thread that carries out jobs in batches over a connection of its own, and resolves the futures of the jobs."""

    def __init__(self, path: Path, patience: float, pace: float, clock: Callable[[], float]) -> None:
        self._path, self._patience, self._pace, self._clock = path, patience, CommitPace(pace), clock
        self._mark = HighWaterMark(path)
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[WriteJob, JobFuture] | None] = SimpleQueue()
        # This is a daemon thread, so that a program can exit even if it does not close its store.
        self._thread = threading.Thread(target=self._run, name="uka-store-writer", daemon=True)

    async def start(self) -> None:
        """Start the thread, and wait until it has opened the file. Raise the error if the file can't be opened."""
        self._opened: JobFuture = self._loop.create_future()
        self._thread.start()
        await self._opened

    def enqueue(self, job: AppendRequest | Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Add ``job`` to the queue, and return a future that resolves to its result when its changes are on disk."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((job, answer))
        return answer

    def finish(self) -> None:
        """Write the pending jobs and close the file. This blocks, so call this method outside the event loop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        """Carry out jobs in batches until ``finish`` is called. The thread runs this method."""
        try:
            self._db = self._open()
            self._identity = FileIdentity(self._path)
        except Exception as error:
            self._resolve([self._opened], [error])
            return
        self._resolve([self._opened], [None])
        try:
            while batch := self._take_batch():
                jobs, futures = zip(*batch, strict=True)
                outcomes = self._write(jobs)
                self._resolve(futures, outcomes)
                self._mark.record(jobs, outcomes)
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

    def _take_batch(self) -> list[tuple[WriteJob, JobFuture]]:
        """Wait for a job, then return all pending jobs, up to ``BATCH``. Return no jobs if the thread must end."""
        batch: list[tuple[WriteJob, JobFuture]] = []
        while not batch or (len(batch) < BATCH and not self._queue.empty()):
            job = self._queue.get()
            if job is None:
                if batch:
                    self._queue.put(None)
                break
            if not batch:
                time.sleep(self._pace.delay)
            batch.append(job)
        self._pace.begin(len(batch))
        return batch

    def _resolve(self, futures: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
        with suppress(RuntimeError):  # the event loop is closed, so no task waits
            self._loop.call_soon_threadsafe(settle, futures, outcomes)

    def _write(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        """Carry out ``jobs`` in one transaction, and return their outcomes.

        If the transaction fails, carry out each job in a separate transaction, so that one job can't make others fail.
        """
        try:
            self._identity.check()
            return self._write_together(jobs)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error, StoreUnavailable) or result_code(error) == sqlite3.SQLITE_BUSY:
                return [translate_error(error) for _ in jobs]
        return [self._write([job])[0] for job in jobs]

    def _write_together(self, jobs: Sequence[WriteJob]) -> Sequence[JobOutcome]:
        """Carry out ``jobs`` in one transaction, and return their outcomes. Raise an error if the transaction fails."""
        at = self._clock()
        with suppress(sqlite3.IntegrityError):  # an append conflicts, and the code below finds out which one
            return self._write_quickly(jobs, at)
        with transaction(self._db):
            return [self._run_job(job, at) for job in jobs]

    def _write_quickly(self, jobs: Sequence[WriteJob], at: float) -> Sequence[JobOutcome]:
        """Carry out ``jobs`` with few SQL statements, and return their outcomes.

        The appends that close no log come first, all together, then the other jobs one by one. This order does no harm:
        who needs the result of a job before another job awaits it first, so the two are in different batches. Raise
        ``sqlite3.IntegrityError``, and change nothing, if one of those appends conflicts.
        """
        appends = [job for job in jobs if _leaves_log_open(job)]
        if len(appends) == len(jobs) and is_one_statement(appends):
            append_all_in_transaction(self._db, appends, at)
            return [None] * len(jobs)
        with transaction(self._db):
            append_all_in_transaction(self._db, appends, at)
            return [None if _leaves_log_open(job) else self._run_job(job, at) for job in jobs]

    def _run_job(self, job: WriteJob, at: float) -> JobOutcome:
        try:
            return append(self._db, job, at) if isinstance(job, AppendRequest) else job(self._db)
        except UkaError as refusal:
            return refusal


def _leaves_log_open(job: WriteJob) -> TypeGuard[AppendRequest]:
    """Return whether ``job`` is an append that does not close its log, for ``append_all_in_transaction``."""
    return isinstance(job, AppendRequest) and job.leaves_log_open


def settle(futures: Sequence[JobFuture], outcomes: Sequence[JobOutcome]) -> None:
    """Resolve each of ``futures`` with the outcome of its job: a result or an exception."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():
            continue  # the task that awaits the future was cancelled
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
