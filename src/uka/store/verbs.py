"""What a store does, as SQL on one connection; who calls sees to threads and to transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from .base import Conflict, Head, Lease, NoSuchTable
from .migrations import transaction

ROWS = 64  # lines in one statement

NUMBER = "(SELECT number FROM tables WHERE name = ?)"
HEAD = """
    SELECT name, t.number, seq + 1, created, at, closed
    FROM tables t JOIN lines l ON l.number = t.number AND seq = (SELECT max(seq) FROM lines WHERE number = t.number)
"""
LAST = 2**63 - 1
PAGE = "AND t.number < ? ORDER BY t.number DESC LIMIT ?"


class Append(NamedTuple):
    """Lines that are to stand in a table from number ``seq`` on."""

    table: str
    seq: int
    lines: Sequence[bytes]
    closed: bool

    @property
    def plain(self) -> bool:
        """Whether it only adds lines, and neither begins nor ends a table."""
        return self.seq > 0 and not self.closed


def append_all(db: sqlite3.Connection, appends: Sequence[Append], at: float) -> None:
    """Write plain appends, all or none; ``sqlite3.IntegrityError`` if one of them conflicts.

    One statement that commits itself where it can be: around each step Python lets go of its lock, and while the event
    loop is busy it may take milliseconds to have it back.
    """
    rows = [(a.table, seq, at, line) for a in appends for seq, line in enumerate(a.lines, a.seq)]
    if len(rows) <= ROWS:
        _insert(db, rows)
        return
    with transaction(db):
        for first in range(0, len(rows), ROWS):
            _insert(db, rows[first : first + ROWS])


def append(db: sqlite3.Connection, wanted: Append, at: float) -> None:
    """Write one append of any kind, in a transaction of the caller's, or raise ``Conflict`` and change nothing."""
    table, seq, lines, closed = wanted
    now = head(db, table)
    if seq != (now.next_seq if now else 0) or (now and now.closed):
        raise Conflict(table, seq, now.next_seq if now else 0, closed=bool(now and now.closed))
    if not now:
        db.execute("INSERT INTO tables (name, created) VALUES (?, ?)", (table, at))
    rows = [(table, seq, at, line) for seq, line in enumerate(lines, seq)]
    for first in range(0, len(rows), ROWS):
        _insert(db, rows[first : first + ROWS])
    if closed:
        db.execute("UPDATE tables SET closed = 1 WHERE name = ?", (table,))


def _insert(db: sqlite3.Connection, rows: Sequence[tuple[str, int, float, bytes]]) -> None:
    db.execute(_insertion(len(rows)), [value for row in rows for value in row])


@cache
def _insertion(rows: int) -> str:
    # A table that is not there has no number, which no line may be without.
    return "INSERT INTO lines VALUES " + ", ".join([f"({NUMBER}, ?, ?, ?)"] * rows)


def head(db: sqlite3.Connection, table: str) -> Head | None:
    """One table's head."""
    row = db.execute(f"{HEAD} WHERE name = ?", (table,)).fetchone()
    return _head(row) if row else None


def heads(db: sqlite3.Connection, open_only: bool, before: int | None, limit: int) -> list[Head]:
    """A page of heads, the newest first."""
    which = "closed = 0" if open_only else "true"
    rows = db.execute(f"{HEAD} WHERE {which} {PAGE}", (LAST if before is None else before, limit))
    return [_head(row) for row in rows]


def _head(row: tuple[Any, ...]) -> Head:
    return Head(*row[:5], closed=bool(row[5]))


def read(db: sqlite3.Connection, table: str, start: int) -> list[bytes]:
    """A table's lines from a number on."""
    rows = db.execute(f"SELECT line FROM lines WHERE number = {NUMBER} AND seq >= ? ORDER BY seq", (table, start))
    lines = [line for (line,) in rows]
    if not lines and not db.execute("SELECT 1 FROM tables WHERE name = ?", (table,)).fetchone():
        raise NoSuchTable(table)
    return lines


def lease(db: sqlite3.Connection, table: str, owner: str, until: float, now: float) -> Lease | None:
    """Take a lease that is free, over, or the owner's own."""
    db.execute("DELETE FROM leases WHERE name = ? AND (until <= ? OR owner = ?)", (table, now, owner))
    made = db.execute(
        "INSERT INTO leases (name, owner, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (table, owner, until)
    )
    return Lease(table, owner, made.lastrowid or 0, until) if made.rowcount else None


def renew(db: sqlite3.Connection, held: Lease, until: float) -> Lease | None:
    """Make a lease last longer; one that is over too, if nobody has taken it since."""
    done = db.execute("UPDATE leases SET until = ? WHERE epoch = ? AND name = ?", (until, held.epoch, held.table))
    return held._replace(until=until) if done.rowcount else None


def release(db: sqlite3.Connection, held: Lease) -> None:
    """Give a lease back."""
    db.execute("DELETE FROM leases WHERE epoch = ? AND name = ?", (held.epoch, held.table))


def get(db: sqlite3.Connection, key: str) -> bytes | None:
    """A fact."""
    row = db.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def put(db: sqlite3.Connection, key: str, value: bytes, expected: bytes | None) -> bool:
    """Set a fact if it is what was expected."""
    if expected is None:
        done = db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO NOTHING", (key, value))
    else:
        done = db.execute("UPDATE facts SET value = ? WHERE key = ? AND value = ?", (value, key, expected))
    return done.rowcount == 1


Job: TypeAlias = Append | Callable[[sqlite3.Connection], object]
"""What the writer is asked to do; anything but an append changes nothing if it raises a ``UkaError``."""
