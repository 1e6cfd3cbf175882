"""The protocol of every store, and the errors that a store raises."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from uka.core.errors import UkaError


class Conflict(UkaError):
    """An append has another number than the table's next line, or the table is closed. Nothing was written.

    ``expected`` is the number of the append, ``found`` the table's next number, which is 0 if there is no such table.
    """

    def __init__(self, table: str, expected: int, found: int, *, closed: bool = False) -> None:
        self.table, self.expected, self.found, self.closed = table, expected, found, closed
        where = "is closed" if closed else f"goes on at line {found}" if found else "has no lines yet"
        super().__init__(f"table {table!r} {where}: nothing can be written at line {expected}")


class NoSuchTable(UkaError):
    """The store has no table of that name."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table!r}")


class StoreUnavailable(UkaError):
    """The store cannot be used now: it is locked, unreachable, or its disk is full. It may recover.

    Nothing was written, unless the disk or the connection failed during the write. Then the append was written whole
    or not at all. Appending the same lines at the same number again shows which: ``Conflict`` means that they were
    written.
    """


class InvalidStore(StoreUnavailable):
    """The store is damaged, is not one of Uka's, or was written by a later version. It does not recover by itself."""


class TargetExists(UkaError):
    """The target file or database exists already and would be overwritten."""


class LogHead(NamedTuple):
    """The head of a table's log: its numbers and times, without its lines.

    ``number`` counts tables in the order of their creation. ``created`` and ``touched`` are the times of the first and
    the last append, in seconds since 1970.
    """

    table: str
    number: int
    next_seq: int
    created: float
    touched: float
    closed: bool


def is_postgres(url: str) -> bool:
    """Whether ``url`` is the URL of a Postgres database, rather than a path.

    >>> is_postgres("postgresql://uka@example.org/uka"), is_postgres("uka.db")
    (True, False)
    """
    return url.startswith(("postgresql://", "postgres://"))


class Store(Protocol):
    """The logs of tables as numbered lines, the leases of tables, and a few facts (keys with values) of the servers.

    Any number of tasks and processes can use one store: of two appends at the same number only one succeeds. Every
    method can raise ``StoreUnavailable``. If a task is cancelled during a write, its lines may or may not be written.
    """

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Append lines to a table, the first as number ``seq``. When this returns, all of them are on disk.

        ``seq`` must be the table's next number; 0 creates a table. ``closed`` closes the table after these lines.
        ``Conflict`` for another number or a closed table; then nothing is written.
        """
        ...

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """Return the lines of a table from number ``start`` on, ``most`` at most.

        ``NoSuchTable`` if there is no such table.
        """
        ...

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Return a page of tables, the newest first; with ``before``, only those with a lower number."""
        ...

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the next number of each of these tables that exists."""
        ...

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """Record the heartbeat of a process, valid for ``seconds`` by the store's clock. Others can read ``note``.

        Returns whether the process was alive before. If not, others may have taken its leases.
        """
        ...

    async def owners(self) -> dict[str, bytes]:
        """Return the live processes and their notes."""
        ...

    async def leave(self, owner: str) -> None:
        """Remove a process: its heartbeat and all its leases."""
        ...

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Lease those of the tables that are free, leased to ``owner`` already, or leased to a dead process.

        Returns the epoch of each of them. The process that leases a table runs its timers and bots; any process can
        append. The epoch of a table rises whenever its lease passes to another process.
        """
        ...

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Release those of the tables that ``owner`` leases."""
        ...

    async def orphaned_logs(self, limit: int = 100) -> list[str]:
        """Return up to ``limit`` tables whose lease belongs to a dead process, in any order."""
        ...

    async def get(self, key: str) -> bytes | None:
        """Return the value of a fact, such as the key that signs cookies; None if it is not set."""
        ...

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set a fact if its value is ``expected``; None means that it is not set yet. Returns whether it was set."""
        ...

    async def probe(self) -> None:
        """Write and read a small value, as a health check. ``StoreUnavailable`` says why the store cannot write.

        After the store has detected damage, every later probe raises ``InvalidStore``.
        """
        ...

    async def close(self) -> None:
        """Finish pending writes and release all resources. Later calls raise ``StoreUnavailable``."""
        ...


async def every_head(store: Store, *, open_only: bool = True) -> AsyncIterator[LogHead]:
    """Yield all tables, the newest first. They are read page by page."""
    page = await store.heads(open_only=open_only)
    while page:
        for head in page:
            yield head
        page = await store.heads(open_only=open_only, before=page[-1].number)
