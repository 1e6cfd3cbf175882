"""Helpers that several tests of the stores use."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from uka.store import SqliteStore


@contextmanager
def sql(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a store's file, such as another program could have."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as db:
        yield db


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within this context, another connection holds the file's lock for writing."""
    with sql(path) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield
        db.execute("ROLLBACK")


@contextmanager
def writer_busy(store: SqliteStore) -> Iterator[None]:
    """Within this context, the writer thread is busy, so that all appends wait and then share one transaction."""
    begun, end = threading.Event(), threading.Event()
    store._writer.enqueue(lambda _: begun.set() or end.wait())
    assert begun.wait(10)
    yield
    end.set()


@asynccontextmanager
async def busy(store: Any) -> AsyncIterator[None]:
    """Within this context, the appends to a SQLite or Postgres store wait, so that they share one transaction."""
    if isinstance(store, SqliteStore):
        with writer_busy(store):
            yield
    else:
        store._writer._next_commit_at = time.monotonic() + 0.05
        yield


async def on_writer(store: SqliteStore, job: Callable[[sqlite3.Connection], Any]) -> Any:
    """Run a job on the writer thread with the writer's connection; return the job's result."""
    return await store._writer.enqueue(job)


async def pragma(store: SqliteStore, words: str) -> Any:
    """Run a PRAGMA statement on the writer's connection, outside of any transaction; return the row."""

    def run(db: sqlite3.Connection) -> Any:
        db.execute("COMMIT")
        try:
            return db.execute(f"PRAGMA {words}").fetchone()
        finally:
            db.execute("BEGIN IMMEDIATE")

    return await on_writer(store, run)


async def outcomes(*jobs: Any) -> Sequence[Any]:
    """Run awaitables concurrently; return the result or the exception of each."""
    return await asyncio.gather(*jobs, return_exceptions=True)
