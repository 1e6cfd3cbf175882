"""The store for servers on a single machine: one SQLite file, with a thread that writes and a thread that reads."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from . import queries
from .commit_pace import PACE
from .compression import compress_all, compression_step
from .interface import CompressionStep, InvalidStore, LogHead, StoreUnavailable
from .queries import AppendRequest
from .sqlite_compression import due_lines, replace
from .sqlite_file import LOCK_TIMEOUT, open_to_read, translate_error, translate_errors
from .writer import SqliteWriter

if TYPE_CHECKING:
    from os import PathLike
    from types import TracebackType

T = TypeVar("T")
P = ParamSpec("P")


class SqliteStore:
    """A ``Store`` in one SQLite file. Several processes can use the file at the same time.

    >>> async def example():
    ...     async with await SqliteStore.open(folder / "uka.db") as store:
    ...         await store.append("marae", 0, [b"rules", b"pass"])
    ...         await store.append("marae", 2, [b"order up"])
    ...         return await store.read("marae", 1)
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     asyncio.run(example())
    [b'pass', b'order up']
    """

    def __init__(
        self, writer: SqliteWriter, reader: ThreadPoolExecutor, db: sqlite3.Connection, clock: Callable[[], float]
    ) -> None:
        self._writer, self._reader, self._db, self._clock = writer, reader, db, clock
        self._closed = False
        self._damage: InvalidStore | None = None

    @classmethod
    async def open(
        cls,
        path: str | PathLike[str],
        *,
        patience: float = LOCK_TIMEOUT,
        pace: float = PACE,
        clock: Callable[[], float] = time.time,
    ) -> SqliteStore:
        """Open the store in the file ``path``. Create the file if it is missing; migrate it if its schema is old.

        ``patience`` is the longest time to wait for the lock of another program, in seconds. ``pace`` is the minimum
        time between two commits, in seconds, while the store is busy (``CommitPace``). ``clock`` returns the present
        time in seconds since 1970. Use the store only on the event loop that opened it. Raise ``StoreUnavailable`` if
        the file cannot be opened.
        """
        file = Path(path)
        writer = SqliteWriter(file, patience, pace, clock)
        reader = ThreadPoolExecutor(1, "uka-store-reader")
        try:
            with translate_errors(file):
                await writer.start()
                db = await asyncio.get_running_loop().run_in_executor(reader, open_to_read, file, patience)
        except BaseException:
            reader.submit(writer.finish)
            reader.shutdown(wait=False)
            raise
        return cls(writer, reader, db, clock)

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Append ``lines`` to the log of ``table``; ``seq`` is the number of the first line. See ``Store.append``."""
        if not lines:
            raise ValueError("an append needs at least one line")
        self._check_open()
        with self._remember_damage():
            await self._writer.enqueue(AppendRequest(table, seq, lines, closed))

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """Return up to ``most`` lines of the log of ``table``, from number ``start`` on. See ``Store.read``."""
        return await self._read(queries.read, table, start, most)

    async def compress(self, quiet: float, start: int = 0) -> CompressionStep | None:
        """Compress lines of the next few logs, from number ``start`` on, that did not grow for ``quiet`` seconds.

        See ``Store.compress``.
        """
        last, due = await self._read(due_lines, start, self._clock() - quiet)
        replacements = await asyncio.to_thread(compress_all, due)
        done = await self._write(partial(replace, replacements=replacements)) if due else ()
        return compression_step(last, done)

    async def rewrite(self, table: str, lines: Sequence[bytes]) -> None:
        """Replace all lines of the log of ``table`` by as many other lines. See ``Store.rewrite``."""
        await self._write(partial(queries.rewrite, table=table, lines=lines))

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Return the heads (``LogHead``) of up to ``limit`` tables, the newest first. See ``Store.heads``."""
        return await self._read(queries.heads, open_only, before, limit)

    async def next_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return a dict from table to the number of its log's next line. See ``Store.next_seqs``."""
        return await self._read(queries.next_seqs, tables)

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """Let process ``owner`` count as alive for ``seconds``; return whether it already did. See ``Store.beat``."""
        return await self._write(lambda db: queries.beat(db, owner, seconds, note, self._clock()))

    async def heartbeats(self) -> dict[str, bytes]:
        """Return a dict from live process to the note of its last heartbeat. See ``Store.heartbeats``."""
        return await self._read(queries.heartbeats, self._clock())

    async def leave(self, owner: str) -> None:
        """Delete the heartbeat and the leases of the process ``owner``. See ``Store.leave``."""
        await self._write(partial(queries.leave, owner=owner))

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Lease ``tables`` to the process ``owner``; return a dict from leased table to epoch.

        An epoch is a number that rises when the lease passes to another process. See ``Store.lease``.
        """
        return await self._write(lambda db: queries.lease(db, tables, owner, self._clock()))

    async def lease_owners(self, tables: Sequence[str]) -> dict[str, str]:
        """Return a dict from table to the live process that leases it. See ``Store.lease_owners``."""
        return await self._read(queries.lease_owners, tables, self._clock())

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Release the leases of ``tables`` that the process ``owner`` has. See ``Store.release``."""
        await self._write(partial(queries.release, tables=tables, owner=owner))

    async def orphaned_logs(self, limit: int = 100) -> list[str]:
        """Return up to ``limit`` tables whose leases belong to dead processes. See ``Store.orphaned_logs``."""
        return await self._read(queries.orphaned_logs, limit, self._clock())

    async def now(self) -> int:
        """Return the present time of the clock in milliseconds since 1970. See ``Store.now``."""
        return round(1_000 * self._clock())

    async def get(self, key: str) -> bytes | None:
        """Return the value of ``key``, or None if it has none. See ``Store.get``."""
        return await self._read(queries.get, key)

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set ``key`` to ``value`` if its value is ``expected``; return whether it was set. See ``Store.put``."""
        return await self._write(partial(queries.put, key=key, value=value, expected=expected))

    async def probe(self) -> None:
        """Raise ``StoreUnavailable`` if a small value can't be written. See ``Store.probe``."""
        if self._damage is not None:
            raise InvalidStore(str(self._damage))
        await self._write(queries.probe)
        await self._read(queries.get, "probe")

    async def close(self) -> None:
        """Finish pending writes and close the file."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._reader, self._finish)
            self._reader.shutdown(wait=False)

    async def __aenter__(self) -> SqliteStore:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _finish(self) -> None:
        self._db.close()
        self._writer.finish()  # the last connection to close copies the write-ahead log, so the reader closes first

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        with self._remember_damage():
            return await self._writer.enqueue(job)

    async def _read(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._check_open()
        job = partial(query, self._db, *args, **kwargs)
        with self._remember_damage():
            try:
                return await asyncio.get_running_loop().run_in_executor(self._reader, job)
            except sqlite3.Error as error:
                raise translate_error(error) from error

    @contextmanager
    def _remember_damage(self) -> Generator[None]:
        """Within this context, keep an ``InvalidStore`` error in ``_damage`` for ``probe``, and raise it again."""
        try:
            yield
        except InvalidStore as error:
            self._damage = error
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")
