"""Copies a SQLite store to a Postgres database. The copy is read back and compared before it is committed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..backup import Progress, snapshot
from ..interface import StoreUnavailable, TargetExists
from ..queries import HEAD
from ..sqlite_file import check, errors_in_words
from .connections import PostgresConnection, connected
from .migrations import migrate
from .store import TIMEOUT

if TYPE_CHECKING:
    from os import PathLike

ROWS = 2_000  # the number of rows that are read back at once, and the number of rows between two progress reports


class CopyCounts(NamedTuple):
    """The numbers of copied game tables, log lines, and facts. A fact is a value with a key."""

    tables: int
    lines: int
    facts: int


class TableCopy(NamedTuple):
    """A table of the Postgres database, and the query ``source`` that reads its rows from the SQLite file.

    ``key`` lists the columns by which the rows are sorted in both databases.
    """

    name: str
    columns: Sequence[str]
    key: str
    source: str


PARTS = (
    TableCopy(
        "uka_tables",
        ("number", "name", "created", "touched", "next", "closed"),
        "number",
        f"SELECT number, name, created, touched, following, closed FROM ({HEAD}) ORDER BY number",
    ),
    TableCopy(
        "uka_compressed_lines",
        ("number", "first", "next", "dictionary", "digest", "content"),
        "number, first",
        "SELECT number, first, next, dictionary, digest, content FROM compressed_lines ORDER BY number, first",
    ),
    TableCopy(
        "uka_lines",
        ("number", "seq", "at", "line"),
        "number, seq",
        "SELECT number, seq, at, line FROM lines ORDER BY number, seq",
    ),
    TableCopy("uka_facts", ("key", "value"), 'key COLLATE "C"', "SELECT key, value FROM facts ORDER BY key"),
)


async def copy(source: str | PathLike[str], dsn: str, *, progress: Progress | None = None) -> CopyCounts:
    """Copy a snapshot of a SQLite store, without its leases, to an empty Postgres database in one transaction.

    Every row is read back and compared before the commit. Raise ``TargetExists`` if the database already contains a
    store.
    """
    path = Path(source)
    with snapshot(path) as old:
        with errors_in_words(path):
            check(old)
        rows, counts = _counts(old)
        counter = _ProgressCounter(2 * rows, progress)
        async with connected(dsn, TIMEOUT) as new:
            await migrate(new)
            async with new.transaction():
                await _must_be_empty(new)
                for part in PARTS:
                    records = counter.each(_rows(old, part))
                    await new.copy_records_to_table(part.name, records=records, columns=part.columns)
                for part in PARTS:
                    await _compare(_rows(old, part), new, part, counter)
                await new.execute("SELECT setval(pg_get_serial_sequence('uka_tables', 'number'), max(number)) "
                                  "FROM uka_tables HAVING count(*) > 0")  # fmt: skip
    return counts


def _counts(old: sqlite3.Connection) -> tuple[int, CopyCounts]:
    """Return the number of rows to copy, and the numbers of what they hold."""
    names = ("tables", "lines", "facts", "compressed_lines")
    tables, lines, facts, rows = (old.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names)
    (compressed,) = old.execute("SELECT coalesce(sum(next - first), 0) FROM compressed_lines").fetchone()
    return tables + lines + facts + rows, CopyCounts(tables, lines + compressed, facts)


async def _must_be_empty(new: PostgresConnection) -> None:
    """Lock the database tables until the end of the transaction. Raise ``TargetExists`` if one of them has a row."""
    for part in PARTS:
        await new.execute(f"LOCK TABLE {part.name} IN EXCLUSIVE MODE")
        if await new.fetchval(f"SELECT true FROM {part.name} LIMIT 1"):
            raise TargetExists("there is a store of Uka's in this database already: copy into an empty one")


def _rows(old: sqlite3.Connection, part: TableCopy) -> Iterator[tuple[object, ...]]:
    for row in old.execute(part.source):
        yield (*row[:-1], bool(row[-1])) if part.name == "uka_tables" else row


async def _compare(
    rows: Iterable[tuple[object, ...]], new: PostgresConnection, part: TableCopy, counter: _ProgressCounter
) -> None:
    expected = iter(rows)
    query = f"SELECT {', '.join(part.columns)} FROM {part.name} ORDER BY {part.key}"
    async for row in new.cursor(query, prefetch=ROWS):
        counter.step()
        if tuple(row) != next(expected, None):
            raise StoreUnavailable("the database did not keep what was written: nothing was copied")
    if next(expected, None) is not None:
        raise StoreUnavailable("the database kept less than was written: nothing was copied")


class _ProgressCounter:
    def __init__(self, total: int, report: Progress | None) -> None:
        self._done, self._total, self._report = 0, total, report

    def step(self) -> None:
        self._done += 1
        if self._report and (self._done % ROWS == 0 or self._done == self._total):
            self._report(self._done, self._total)

    def each(self, rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
        for row in rows:
            yield row
            self.step()
