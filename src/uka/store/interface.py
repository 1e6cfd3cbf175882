"""The interface of every store, and the errors that it raises."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, Protocol

from uka.core.errors import UkaError


class Conflict(UkaError):
    """An append at a number that is not the table's next one, or to a closed table; nothing was changed.

    ``expected`` is the number that was asked for, ``found`` the table's next one, 0 where there is no such table.
    """

    def __init__(self, table: str, expected: int, found: int, *, closed: bool = False) -> None:
        self.table, self.expected, self.found, self.closed = table, expected, found, closed
        where = "is closed" if closed else f"goes on at line {found}" if found else "has no lines yet"
        super().__init__(f"table {table!r} {where}: nothing can be written at line {expected}")


class NoSuchTable(UkaError):
    """A table that was never begun."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table!r}")


class StoreUnavailable(UkaError):
    """The store can't be used just now: disk full, locked, read-only, gone. It goes on by itself when it can.

    What was to be written is not there, save where the machine lost its disk or its connection while writing: then it
    is there whole or not at all, and appending it again at the same number tells (a ``Conflict``: it was there).
    """


class InvalidStore(StoreUnavailable):
    """A file that is not a store of Uka's, is damaged, or was written by a later Uka: it won't mend by itself."""


class TargetExists(UkaError):
    """A file that would have been overwritten."""


class LogHead(NamedTuple):
    """The head of a table's log: its numbers and times, without its lines.

    ``number`` counts tables in the order of their beginning. ``created`` and ``touched``, the times of the first and
    the last append, are seconds since 1970.
    """

    table: str
    number: int
    next_seq: int
    created: float
    touched: float
    closed: bool


def is_postgres(url: str) -> bool:
    """Whether this is the URL of a Postgres database.

    >>> is_postgres("postgresql://uka@example.org/uka"), is_postgres("uka.db")
    (True, False)
    """
    return url.startswith(("postgresql://", "postgres://"))


class Store(Protocol):
    """Numbered lines of tables, kept for ever; who drives which table; and a few facts of the servers' own.

    Any number of tasks and processes may use one store: two appends at one number cannot both succeed. Every method
    may raise ``StoreUnavailable``. A task cancelled while it waits may have written or not.
    """

    async def append(self, table: str, seq: int, lines: Sequence[bytes], *, closed: bool = False) -> None:
        """Write lines, the first as number ``seq``; when this returns they are on disk, all of them.

        ``seq`` must be the table's next number, or ``Conflict`` is raised and nothing written; 0 begins a table.
        ``closed`` says that these are its last: a closed table takes no more.
        """
        ...

    async def read(self, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        """A table's lines from number ``start`` on, ``most`` at most, none where it has not come so far.

        ``NoSuchTable`` if it was never begun.
        """
        ...

    async def heads(self, *, open_only: bool = True, before: int | None = None, limit: int = 1000) -> list[LogHead]:
        """Tables, the newest first; those begun before the one numbered ``before``, for the next page."""
        ...

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """The next number of each of these tables that is there."""
        ...

    async def beat(self, owner: str, seconds: float, note: bytes = b"") -> bool:
        """A process lives for so many seconds more, by the store's clock; ``note`` is what it tells the others.

        False if it was taken for dead, or is new: what it had leased may be another's now.
        """
        ...

    async def owners(self) -> dict[str, bytes]:
        """The live processes, and their notes."""
        ...

    async def leave(self, owner: str) -> None:
        """Remove a process: its heartbeat and all its leases."""
        ...

    async def lease(self, tables: Sequence[str], owner: str) -> dict[str, int]:
        """Take those that are free, that are the owner's already, or whose owner is dead; the epoch of each taken.

        Who leases a table drives its clocks and bots; anyone may append. A table's epoch is higher each time it
        changes hands, and stays while it doesn't.
        """
        ...

    async def release(self, tables: Sequence[str], owner: str) -> None:
        """Give back those of these that are the owner's."""
        ...

    async def forsaken(self, limit: int = 100) -> list[str]:
        """Tables whose lease belongs to a dead process, in any order."""
        ...

    async def get(self, key: str) -> bytes | None:
        """A fact, such as the key that cookies are signed with."""
        ...

    async def put(self, key: str, value: bytes, *, expected: bytes | None = None) -> bool:
        """Set a fact if it is ``expected`` now (None: not set yet); whether it was."""
        ...

    async def probe(self) -> None:
        """Write something small and read it; ``StoreUnavailable`` says why lines can't be kept now.

        A store that was once found damaged is so from then on.
        """
        ...

    async def close(self) -> None:
        """Finish pending work and release everything. Calls on a closed store raise ``StoreUnavailable``."""
        ...


async def every_head(store: Store, *, open_only: bool = True) -> AsyncIterator[LogHead]:
    """All tables, the newest first, a page at a time."""
    page = await store.heads(open_only=open_only)
    while page:
        for head in page:
            yield head
        page = await store.heads(open_only=open_only, before=page[-1].number)
