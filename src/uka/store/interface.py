"""The interface of every store, and the errors that a store raises."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from uka.core.errors import UkaError


class Conflict(UkaError):
    """Raised if lines cannot be appended to a log, because it is closed or its next line has another number.

    Nothing was written.
    """

    def __init__(self, table: str, expected: int, found: int, *, closed: bool = False) -> None:
        """``expected`` is the number of the first line to append. ``found`` is the number of the log's next line.

        If there is no such log, ``found`` is 0. ``closed`` is whether the log is closed.
        """
        self.table, self.expected, self.found, self.closed = table, expected, found, closed
        if closed:
            where = "is closed"
        elif found:
            where = f"goes on at line {found}"
        else:
            where = "has no lines yet"
        super().__init__(f"table {table!r} {where}: nothing can be written at line {expected}")


class NoSuchTable(UkaError):
    """Raised if no table in the store has the name ``table``."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table!r}")


class StoreUnavailable(UkaError):
    """Raised if the store cannot be used now: it is locked or unreachable, or its disk is full. It may recover.

    Nothing was written, unless the disk or the connection failed during the write. After such a failure, either all
    lines of the append were written or none. To find out, append the same lines at the same number again: ``Conflict``
    means that the lines were written before.
    """

    def copy(self) -> StoreUnavailable:
        """Return a new error of the same type with the same message.

        Each future needs an error of its own, since raising an error changes it.
        """
        return type(self)(str(self))


class InvalidStore(StoreUnavailable):
    """Raised if the store is damaged, belongs to another program, or was written by another version of Uka.

    Such a store does not recover by itself.
    """


class TargetExists(UkaError):
    """Raised if a target file or database exists already and would be overwritten."""


class LogHead(NamedTuple):
    """What a store knows about a table without reading the table's log."""

    table: str
    """The name of the table."""
    number: int
    """The number that the store gave to the table. A table that was created later has a higher number."""
    next_seq: int
    """The number of the log's next line."""
    created: float
    """The time of the first append, in seconds since 1970."""
    touched: float
    """The time of the last append, in seconds since 1970."""
    closed: bool
    """Whether nothing can be appended any more."""


class CompressionStep(NamedTuple):
    """What one call of ``Store.compress`` did."""

    number: int
    """The number of the last log that was examined."""
    lines: int
    """The number of lines that were compressed; it may be 0."""
    before: int
    """The size of these lines in bytes before the compression."""
    after: int
    """The size of these lines in bytes after the compression."""


def is_postgres(url: str) -> bool:
    """Return whether ``url`` is the URL of a Postgres database, rather than the path of a SQLite file.

    >>> is_postgres("postgresql://uka@example.org/uka"), is_postgres("uka.db")
    (True, False)
    """
    return url.startswith(("postgresql://", "postgres://"))


class Store(Protocol):
    """A store of the logs of tables and tournaments, of leases, and of a few values by key for the servers.

    A lease says which server process runs the timers and bots of a table. "Table" means a tournament too.

    A log is a sequence of lines numbered from 0. Any number of tasks and processes can use a store at the same time: of
    two appends at the same number, only one succeeds. Every method can raise ``StoreUnavailable``. If a task is
    cancelled during a write, the lines may or may not be written.
    """

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Append ``lines`` to a table's log. When this method returns, all of the lines are on disk.

        ``seq`` is the number of the first line, and must be the number of the log's next line; 0 creates a table. If
        ``closed`` is true, nothing can be appended afterwards. Raise ``Conflict`` and write nothing if the log's next
        line has another number, or if the log is closed.
        """
        ...

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """Return the lines of a table's log from number ``start`` on, but at most ``most`` lines.

        If ``most`` is None, return all of these lines. Raise ``NoSuchTable`` if there is no such table, and
        ``uka.records.DamagedLog`` if compressed lines are damaged or lines are missing.
        """
        ...

    async def compress(self, quiet: float, start: int = 0) -> CompressionStep | None:
        """Compress lines of the next few logs that are due, and return what was done; return None if no log is left.

        A log is due if its last append was at least ``quiet`` seconds ago, and if enough of its lines are not
        compressed yet. This method examines logs in the order of their numbers, from ``start`` on. It compresses the
        first lines of each log that is due; a long log takes several calls. Any number of processes can compress and
        append at the same time. The other methods return the same lines as before.
        """
        ...

    async def rewrite(self, table: str, lines: Sequence[bytes]) -> None:
        """Replace all lines of a table's log by as many other lines, such as to forget a person's name.

        This is for logs that nothing else uses: whoever has read the log before can't append to it any more, since its
        hashes are others. Raise ``Conflict`` and change nothing if the log has another number of lines.
        """
        ...

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Return the heads (``LogHead``) of at most ``limit`` tables, the newest first.

        If ``open_only`` is true, omit closed tables. If ``before`` is given, return only tables with a lower number.
        """
        ...

    async def next_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return a dict from table to the number of its log's next line; omit tables that do not exist."""
        ...

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """Record the heartbeat (sign of life) of the process ``owner``: it counts as alive for the next ``seconds``.

        The store's clock measures these seconds. Other processes can read ``note``. Return whether the process counted
        as alive before this call. If it did not, other processes may have taken its leases.
        """
        ...

    async def heartbeats(self) -> dict[str, bytes]:
        """Return a dict from the id of each live process to the note of its last heartbeat."""
        ...

    async def leave(self, owner: str) -> None:
        """Remove the process ``owner``: delete its heartbeat and all of its leases."""
        ...

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Lease tables to the process ``owner``, except tables that another live process leases.

        The process that leases a table runs the table's timers and bots; any process can append lines. Return a dict
        from the name of each of ``tables`` that ``owner`` leases now to the table's epoch. The epoch is a number that
        rises when the lease passes to another process.
        """
        ...

    async def lease_owners(self, tables: Sequence[str]) -> dict[str, str]:
        """Return a dict from table to the live process that leases it; omit tables that no live process leases."""
        ...

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Release the leases of ``tables`` that the process ``owner`` has."""
        ...

    async def orphaned_logs(self, limit: int = 100) -> list[str]:
        """Return up to ``limit`` tables whose leases belong to processes that are not alive, in no particular order."""
        ...

    async def now(self) -> int:
        """Return the present time by the store's clock, in milliseconds since 1970."""
        ...

    async def get(self, key: str) -> bytes | None:
        """Return the value of ``key``, such as the secret that signs cookies; return None if the key has no value."""
        ...

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set the value of ``key`` to ``value`` if its present value is ``expected``; return whether it was set.

        If ``expected`` is None, the value is set only if the key has no value yet.
        """
        ...

    async def probe(self) -> None:
        """Check that the store works, by writing a small value. Raise ``StoreUnavailable`` if that fails.

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
