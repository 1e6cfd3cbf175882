"""The store in a Postgres database, which any number of servers on several machines can share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from ..commit_pace import PACE
from ..compression import compress_all, compression_step
from ..interface import CompressionStep, LogHead, StoreUnavailable
from ..queries import AppendRequest
from . import queries
from .compression import due_lines, replace
from .connections import UNREACHABLE, PostgresConnection, PostgresPool, new_connection
from .migrations import migrate
from .writer import PostgresWriter

if TYPE_CHECKING:
    from types import TracebackType

CONNECTIONS = 4  # the number of connections for all queries except appends, which have a separate connection
TIMEOUT = 3.0  # the number of seconds after which a database that does not answer counts as unavailable

T = TypeVar("T")
P = ParamSpec("P")


class PostgresStore:
    """A ``Store`` in a Postgres database. It uses only database tables whose names begin with ``uka_``.

    While the database is unreachable or does not answer, every method raises ``StoreUnavailable`` within ``patience``
    seconds. The store reconnects by itself. If the database fails during an append, all lines are written or none.
    """

    def __init__(self, reads: PostgresPool, writes: PostgresPool, patience: float, pace: float) -> None:
        self._reads, self._writes, self._patience = reads, writes, patience
        self._writer = PostgresWriter(writes, pace)
        self._closed = False

    @classmethod
    async def open(
        cls, dsn: str, *, patience: float = TIMEOUT, pace: float = PACE, connections: int = CONNECTIONS
    ) -> PostgresStore:
        """Open the store at a URL like ``postgresql://USER@HOST/DATABASE``. Create or migrate its schema if necessary.

        ``patience`` is the time limit of each method, in seconds. ``pace`` is the minimum time between two commits of
        this store, in seconds, while it is busy (``CommitPace``). ``connections`` is the maximum number of
        connections besides the connection for appends. Use the store only on the event loop that opened it. Raise
        ``StoreUnavailable`` if the database cannot be used.
        """
        async with new_connection(dsn, patience) as connection:
            await migrate(connection)
        reads = await PostgresPool.open(dsn, connections, patience)
        return cls(reads, await PostgresPool.open(dsn, 1, patience), patience, pace)

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Append ``lines`` to the log of ``table``; ``seq`` is the number of the first line. See ``Store.append``."""
        if not lines:
            raise ValueError("an append needs at least one line")
        self._check_open()
        try:
            async with asyncio.timeout(self._patience):
                await self._writer.enqueue(AppendRequest(table, seq, lines, closed))
        except TimeoutError:
            raise StoreUnavailable(UNREACHABLE) from None

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """Return up to ``most`` lines of the log of ``table``, from number ``start`` on. See ``Store.read``."""
        return await self._run(queries.read, table, start, most)

    async def compress(self, quiet: float, start: int = 0) -> CompressionStep | None:
        """Compress lines of the next few logs, from number ``start`` on, that did not grow for ``quiet`` seconds.

        See ``Store.compress``.
        """
        last, due = await self._run(due_lines, start, quiet)
        replacements = await asyncio.to_thread(compress_all, due)
        done = [each for each in replacements if await self._run(replace, *each)]
        return compression_step(last, done)

    async def rewrite(self, table: str, lines: Sequence[bytes]) -> None:
        """Replace all lines of the log of ``table`` by as many other lines. See ``Store.rewrite``."""
        await self._run(queries.rewrite, table, lines)

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Return the heads (``LogHead``) of up to ``limit`` tables, the newest first. See ``Store.heads``."""
        return await self._run(queries.heads, open_only, before, limit)

    async def next_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return a dict from table to the number of its log's next line. See ``Store.next_seqs``."""
        return await self._run(queries.next_seqs, tables)

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """Let process ``owner`` count as alive for ``seconds``; return whether it already did. See ``Store.beat``."""
        return await self._run(queries.beat, owner, seconds, note)

    async def heartbeats(self) -> dict[str, bytes]:
        """Return a dict from live process to the note of its last heartbeat. See ``Store.heartbeats``."""
        return await self._run(queries.heartbeats)

    async def leave(self, owner: str) -> None:
        """Delete the heartbeat and the leases of the process ``owner``. See ``Store.leave``."""
        await self._run(queries.leave, owner)

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Lease ``tables`` to the process ``owner``; return a dict from leased table to epoch.

        An epoch is a number that rises when the lease passes to another process. See ``Store.lease``.
        """
        return await self._run(queries.lease, tables, owner)

    async def lease_owners(self, tables: Sequence[str]) -> dict[str, str]:
        """Return a dict from table to the live process that leases it. See ``Store.lease_owners``."""
        return await self._run(queries.lease_owners, tables)

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Release the leases of ``tables`` that the process ``owner`` has. See ``Store.release``."""
        await self._run(queries.release, tables, owner)

    async def orphaned_logs(self, limit: int = 100) -> list[str]:
        """Return up to ``limit`` tables whose leases belong to dead processes. See ``Store.orphaned_logs``."""
        return await self._run(queries.orphaned_logs, limit)

    async def now(self) -> int:
        """Return the present time by the database's clock, in milliseconds since 1970. See ``Store.now``."""
        return await self._run(queries.now)

    async def get(self, key: str) -> bytes | None:
        """Return the value of ``key``, or None if it has none. See ``Store.get``."""
        return await self._run(queries.get, key)

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set ``key`` to ``value`` if its value is ``expected``; return whether it was set. See ``Store.put``."""
        return await self._run(queries.put, key, value, expected)

    async def probe(self) -> None:
        """Raise ``StoreUnavailable`` if a small value can't be written. See ``Store.probe``."""
        await self._run(queries.probe)

    async def close(self) -> None:
        """Finish pending writes and close all connections."""
        if not self._closed:
            self._closed = True
            await self._writer.finish()
            await self._writes.close()
            await self._reads.close()

    async def __aenter__(self) -> PostgresStore:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(
        self, query: Callable[Concatenate[PostgresConnection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._check_open()
        return await self._reads.run(query, *args, **kwargs)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")
