"""The store of many machines: a Postgres database, any number of servers on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from ..interface import LogHead, StoreUnavailable
from ..queries import AppendRequest
from ..writer import PACE
from . import queries
from .connections import GONE, PostgresConnection, PostgresPool, connected
from .migrations import migrate
from .writer import PostgresWriter

if TYPE_CHECKING:
    from types import TracebackType

CONNECTIONS = 4  # for all but appends, which have one of their own
PATIENCE = 3.0  # seconds until a database that does not answer is called unavailable

T = TypeVar("T")
P = ParamSpec("P")


class PostgresStore:
    """A ``Store`` in a Postgres database; its tables there begin with ``uka_``, and others' are left alone.

    A server that is gone or hangs makes every call ``StoreUnavailable`` within ``patience`` seconds, and when it is
    back the next call finds it. An append that was under way then is there or not, whole in either case.
    """

    def __init__(self, reads: PostgresPool, writes: PostgresPool, patience: float, pace: float) -> None:
        self._reads, self._writes, self._patience = reads, writes, patience
        self._writer = PostgresWriter(writes, pace)
        self._closed = False

    @classmethod
    async def open(
        cls, dsn: str, *, patience: float = PATIENCE, pace: float = PACE, connections: int = CONNECTIONS
    ) -> PostgresStore:
        """Open a store by an address like ``postgresql://USER@HOST/DATABASE``; begin or migrate it.

        ``pace`` is how many seconds pass from one commit of this store to its next at least, so that more goes into
        each. A store is used on the event loop that opened it.
        """
        async with connected(dsn, patience) as connection:
            await migrate(connection)
        reads = await PostgresPool.open(dsn, connections, patience)
        return cls(reads, await PostgresPool.open(dsn, 1, patience), patience, pace)

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Write lines, the first as number ``seq``; when this returns they are on disk, all of them."""
        if not lines:
            raise ValueError("an append needs at least one line")
        self._check_open()
        try:
            async with asyncio.timeout(self._patience):
                await self._writer.do(AppendRequest(table, seq, lines, closed))
        except TimeoutError:
            raise StoreUnavailable(GONE) from None

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """A table's lines from number ``start`` on, ``most`` at most."""
        return await self._run(queries.read, table, start, most)

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Tables, the newest first; those begun before the one numbered ``before``."""
        return await self._run(queries.heads, open_only, before, limit)

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """The next number of each of these tables that is there."""
        return await self._run(queries.seqs, tables)

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """A process lives for so many seconds more; False if it was taken for dead, or is new."""
        return await self._run(queries.beat, owner, seconds, note)

    async def owners(self) -> dict[str, bytes]:
        """The processes that live, and their notes."""
        return await self._run(queries.owners)

    async def leave(self, owner: str) -> None:
        """A process ends: its beat goes, and all its leases."""
        await self._run(queries.leave, owner)

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Take those that are free, that are the owner's already, or whose owner is dead; the epoch of each taken."""
        return await self._run(queries.lease, tables, owner)

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Give back those of these that are the owner's."""
        await self._run(queries.release, tables, owner)

    async def forsaken(self, limit: int = 100) -> list[str]:
        """Tables whose lease is a dead process's."""
        return await self._run(queries.forsaken, limit)

    async def get(self, key: str) -> bytes | None:
        """A fact."""
        return await self._run(queries.get, key)

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set a fact if it is ``expected`` now; whether it was."""
        return await self._run(queries.put, key, value, expected)

    async def probe(self) -> None:
        """Write something small and read it; ``StoreUnavailable`` says why lines can't be kept now."""
        await self._run(queries.probe)

    async def close(self) -> None:
        """Finish what was asked for and let go of all connections."""
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
        self, verb: Callable[Concatenate[PostgresConnection, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._check_open()
        return await self._reads.run(verb, *args, **kwargs)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")
