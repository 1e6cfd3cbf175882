"""The interface of every store, and the errors that a store raises."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from uka.core.errors import UkaError


class Conflict(UkaError):
    """Raised if lines cannot be appended to the log of a game table or tournament.

    Either the log is closed, or the first line of the append does not have the number of the log's next line. Nothing
    was written. ``expected`` is the number of the append's first line. ``found`` is the number of the log's next line;
    it is 0 if there is no such log.
    """

    def __init__(self, table: str, expected: int, found: int, *, closed: bool = False) -> None:
        self.table, self.expected, self.found, self.closed = table, expected, found, closed
        where = "is closed" if closed else f"goes on at line {found}" if found else "has no lines yet"
        super().__init__(f"table {table!r} {where}: nothing can be written at line {expected}")


class NoSuchTable(UkaError):
    """Raised for a name that no table in the store has."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table!r}")


class StoreUnavailable(UkaError):
    """Raised if the store cannot be used now: it is locked or unreachable, or its disk is full. It may recover.

    Nothing was written, unless the disk or the connection failed during the write. After such a failure, either all
    lines of the append were written or none. To find out, append the same lines at the same number again: ``Conflict``
    means that the lines were written before.
    """


class InvalidStore(StoreUnavailable):
    """Raised if the store is damaged, belongs to another program, or was written by another version of Uka.

    Such a store does not recover by itself.
    """


class TargetExists(UkaError):
    """Raised if a target file or database exists already and would be overwritten."""


class LogHead(NamedTuple):
    """Facts about a table that a store can return without reading the table's whole log.

    ``number`` counts tables in the order of their creation. ``next_seq`` is the number of the log's next line.
    ``created`` and ``touched`` are the times of the first and the last append, in seconds since 1970.
    """

    table: str
    number: int
    next_seq: int
    created: float
    touched: float
    closed: bool


class CompressionStep(NamedTuple):
    """What a step of the compression did. ``number`` is the number of the last log that it looked at.

    ``lines`` is the number of lines that it compressed; it may be 0. ``before`` and ``after`` are the sizes of these
    lines in bytes.
    """

    number: int
    lines: int
    before: int
    after: int


def is_postgres(url: str) -> bool:
    """Return whether ``url`` is the URL of a Postgres database, rather than the path of a SQLite file.

    >>> is_postgres("postgresql://uka@example.org/uka"), is_postgres("uka.db")
    (True, False)
    """
    return url.startswith(("postgresql://", "postgres://"))


class Store(Protocol):
    """A store of the logs of game tables, the leases of tables, and a few values by key for the servers.

    A log is a sequence of lines numbered from 0. Any number of tasks and processes can use a store at the same time: of
    two appends at the same number, only one succeeds. Every method can raise ``StoreUnavailable``. If a task is
    cancelled during a write, the lines may or may not be written.
    """

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Append lines to a table's log. When this returns, all of the lines are on disk.

        ``seq`` is the number of the first line, and must be the table's next number; 0 creates a table. If ``closed``
        is true, the append also closes the table. Raise ``Conflict`` and write nothing if ``seq`` is not the next
        number or the table is closed.
        """
        ...

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """Return the lines of a table's log from number ``start`` on, but at most ``most`` lines.

        If ``most`` is None, return all of these lines. Raise ``NoSuchTable`` if there is no such table, and
        ``uka.records.DamagedLog`` if compressed lines are damaged.
        """
        ...

    async def compress(self, quiet: float, start: int = 0) -> CompressionStep | None:
        """Compress lines of the next few logs that are due, and return what was done; return None if no log is left.

        A log is due if its last append was at least ``quiet`` seconds ago, and if enough of its lines are not
        compressed yet. The step looks at logs from the number ``start`` on, in the order of their creation. It
        compresses the first lines of each that is due; a long log takes several steps. The transaction that replaces
        the lines compares them with the ones that were compressed, so any number of processes can compress and append
        at the same time. All other methods return the same as before.
        """
        ...

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Return the heads (``LogHead``) of at most ``limit`` tables, the newest first.

        If ``open_only`` is true, omit closed tables. If ``before`` is given, return only tables with a lower number.
        """
        ...

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the next line of each of these tables' logs; omit tables that do not exist."""
        ...

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """Record the heartbeat of a process. It then counts as alive for ``seconds``, as measured by the store's clock.

        ``owner`` is the id of the process. Other processes can read ``note``. Return whether the process counted as
        alive before. If it did not, other processes may have taken its leases.
        """
        ...

    async def owners(self) -> dict[str, bytes]:
        """Return the ids of all live processes, each with the note of the process's last heartbeat."""
        ...

    async def leave(self, owner: str) -> None:
        """Remove a process: delete its heartbeat and all of its leases. ``owner`` is the id of the process."""
        ...

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Lease tables to the process ``owner``, except tables that another live process leases.

        The process that leases a table runs the table's timers and bots; any process can append lines. Return a
        mapping from the name of each given table that ``owner`` leases now to the table's epoch. A table's epoch rises
        when its lease passes to another process.
        """
        ...

    async def lease_owners(self, tables: Sequence[str]) -> dict[str, str]:
        """Return the live process that leases each of these tables; omit tables that no live process leases."""
        ...

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Release the leases that the process ``owner`` has of these tables."""
        ...

    async def orphaned_logs(self, limit: int = 100) -> list[str]:
        """Return up to ``limit`` tables whose leases belong to dead processes, in no particular order."""
        ...

    async def now(self) -> int:
        """Return the present time by the store's clock, which also measures leases, in milliseconds since 1970."""
        ...

    async def get(self, key: str) -> bytes | None:
        """Return the value of a key, such as the secret that signs cookies; return None if the key is not set."""
        ...

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set the value of a key if the present value is ``expected``; return whether the value was set.

        If ``expected`` is None, the key must not be set yet.
        """
        ...

    async def probe(self) -> None:
        """Write and read a small value, as a health check. Raise ``StoreUnavailable`` if the value cannot be written.

        After a SQLite store has detected damage, every later probe raises ``InvalidStore``.
        """
        ...

    async def close(self) -> None:
        """Finish pending writes and release all resources. Afterwards all other methods raise ``StoreUnavailable``."""
        ...


async def every_head(store: Store, *, open_only: bool = True) -> AsyncIterator[LogHead]:
    """Yield the heads of all tables of a store, the newest first, reading the store page by page.

    If ``open_only`` is true, omit closed tables.
    """
    page = await store.heads(open_only=open_only)
    while page:
        for head in page:
            yield head
        page = await store.heads(open_only=open_only, before=page[-1].number)
