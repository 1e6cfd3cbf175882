"""Copies a SQLite store to a Postgres database. The copy is read back and compared before it is committed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..backup import Progress, snapshot
from ..interface import StoreUnavailable, TargetExists
from ..queries import HEAD
from ..sqlite_file import check_store, translate_errors
from .connections import PostgresConnection, new_connection
from .migrations import migrate
from .store import TIMEOUT

if TYPE_CHECKING:
    from os import PathLike

ROWS_AT_ONCE = 2_000  # the number of rows that are read back at once, and that are counted between two progress reports


class CopyCounts(NamedTuple):
    """How much was copied."""

    tables: int
    """The number of game tables."""
    lines: int
    """The number of log lines."""
    facts: int
    """The number of values by key."""


class DatabaseTable(NamedTuple):
    """How the rows of one database table are copied."""

    name: str
    """The name of the database table in Postgres."""
    columns: Sequence[str]
    key: str
    """The columns by which the rows are sorted in both databases, as SQL."""
    source: str
    """The query that reads the rows from the SQLite file."""


DATABASE_TABLES = (
    DatabaseTable(
        "uka_tables",
        ("number", "name", "created", "touched", "next", "closed"),
        "number",
        f"SELECT number, name, created, touched, following, closed FROM ({HEAD}) ORDER BY number",
    ),
    DatabaseTable(
        "uka_compressed_lines",
        ("number", "first", "next", "dictionary", "digest", "content"),
        "number, first",
        "SELECT number, first, next, dictionary, digest, content FROM compressed_lines ORDER BY number, first",
    ),
    DatabaseTable(
        "uka_lines",
        ("number", "seq", "at", "line"),
        "number, seq",
        "SELECT number, seq, at, line FROM lines ORDER BY number, seq",
    ),
    DatabaseTable("uka_facts", ("key", "value"), 'key COLLATE "C"', "SELECT key, value FROM facts ORDER BY key"),
)


async def copy(source: str | PathLike[str], dsn: str, *, progress: Progress | None = None) -> CopyCounts:
    """Copy the SQLite store in the file ``source`` to the empty Postgres database at ``dsn``, without its leases.

    All is copied in one transaction, and every row is read back and compared before the commit. Raise ``TargetExists``
    if the database already contains a store.
    """
    path = Path(source)
    with snapshot(path) as old:
        with translate_errors(path):
            check_store(old)
        rows, counts = _counts(old)
        counter = _ProgressCounter(2 * rows, progress)
        async with new_connection(dsn, TIMEOUT) as new:
            await migrate(new)
            async with new.transaction():
                await _lock_empty_tables(new)
                for part in DATABASE_TABLES:
                    records = counter.counting(_rows(old, part))
                    await new.copy_records_to_table(part.name, records=records, columns=part.columns)
                for part in DATABASE_TABLES:
                    await _compare(_rows(old, part), new, part, counter)
                await new.execute("SELECT setval(pg_get_serial_sequence('uka_tables', 'number'), max(number)) "
                                  "FROM uka_tables HAVING count(*) > 0")  # fmt: skip
    return counts


def _counts(old: sqlite3.Connection) -> tuple[int, CopyCounts]:
    """Return a pair: the number of rows to copy, and how many game tables, log lines and values by key they hold."""
    (tables,) = old.execute("SELECT count(*) FROM tables").fetchone()
    (lines,) = old.execute("SELECT count(*) FROM lines").fetchone()
    (facts,) = old.execute("SELECT count(*) FROM facts").fetchone()
    compressed_rows, compressed_lines = old.execute(
        "SELECT count(*), coalesce(sum(next - first), 0) FROM compressed_lines"
    ).fetchone()
    return tables + lines + facts + compressed_rows, CopyCounts(tables, lines + compressed_lines, facts)


async def _lock_empty_tables(new: PostgresConnection) -> None:
    """Lock the database tables until the transaction ends. Raise ``TargetExists`` if one of these tables has a row."""
    for part in DATABASE_TABLES:
        await new.execute(f"LOCK TABLE {part.name} IN EXCLUSIVE MODE")
        if await new.fetchval(f"SELECT true FROM {part.name} LIMIT 1"):
            raise TargetExists("there is a store of Uka's in this database already: copy into an empty one")


def _rows(old: sqlite3.Connection, part: DatabaseTable) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a SQLite file as Postgres returns them after the copy: ``closed`` is a bool, not an integer."""
    for row in old.execute(part.source):
        if part.name == "uka_tables":
            *others, closed = row
            yield (*others, bool(closed))
        else:
            yield row


async def _compare(
    rows: Iterable[tuple[object, ...]], new: PostgresConnection, part: DatabaseTable, counter: _ProgressCounter
) -> None:
    """Read a database table back. Raise ``StoreUnavailable`` if its rows are not ``rows``."""
    expected = iter(rows)
    query = f"SELECT {', '.join(part.columns)} FROM {part.name} ORDER BY {part.key}"
    async for row in new.cursor(query, prefetch=ROWS_AT_ONCE):
        counter.step()
        if tuple(row) != next(expected, None):
            raise StoreUnavailable("the database did not keep what was written: nothing was copied")
    if next(expected, None) is not None:
        raise StoreUnavailable("the database kept less than was written: nothing was copied")


class _ProgressCounter:
    """Counts rows, and reports the progress after every ``ROWS_AT_ONCE`` rows and at the end."""

    def __init__(self, total: int, report: Progress | None) -> None:
        self._done, self._total, self._report = 0, total, report

    def step(self) -> None:
        """Count one row."""
        self._done += 1
        if self._report and (self._done % ROWS_AT_ONCE == 0 or self._done == self._total):
            self._report(self._done, self._total)

    def counting(self, rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
        """Yield ``rows``, and count each row when the next one is asked for."""
        for row in rows:
            yield row
            self.step()
