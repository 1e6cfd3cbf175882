"""What several tests of the store need."""

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
    """Another program's connection to a store's file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as db:
        yield db


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program that holds the lock for writing."""
    with sql(path) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield
        db.execute("ROLLBACK")


@contextmanager
def writer_busy(store: SqliteStore) -> Iterator[None]:
    """What is asked for meanwhile waits, and then goes into one transaction."""
    begun, end = threading.Event(), threading.Event()
    store._writer.do(lambda _: begun.set() or end.wait())
    assert begun.wait(10)
    yield
    end.set()


@asynccontextmanager
async def busy(store: Any) -> AsyncIterator[None]:
    """The same for either database."""
    if isinstance(store, SqliteStore):
        with writer_busy(store):
            yield
    else:
        store._writer._next = time.monotonic() + 0.05
        yield


async def on_writer(store: SqliteStore, job: Callable[[sqlite3.Connection], Any]) -> Any:
    """Something done by the thread and on the connection that write."""
    return await store._writer.do(job)


async def pragma(store: SqliteStore, words: str) -> Any:
    """A setting of the connection that writes, made outside of any transaction."""

    def run(db: sqlite3.Connection) -> Any:
        db.execute("COMMIT")
        try:
            return db.execute(f"PRAGMA {words}").fetchone()
        finally:
            db.execute("BEGIN IMMEDIATE")

    return await on_writer(store, run)


async def outcomes(*jobs: Any) -> Sequence[Any]:
    """What each of several tasks at once came to; an exception is one of the things it may come to."""
    return await asyncio.gather(*jobs, return_exceptions=True)
