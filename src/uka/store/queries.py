"""The SQL of a SQLite store. Each function uses a given connection; the caller handles threads and transactions."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from .compression import lines_of
from .interface import Conflict, LogHead, NoSuchTable

ROWS_AT_ONCE = 64  # the maximum number of log lines that one SQL statement writes
PROBE_BYTES = 8_192  # the number of bytes that a probe writes, about the size of the first log lines of a game

NUMBER = "(SELECT number FROM tables WHERE name = ?)"
HEAD = """
    SELECT name, t.number, coalesce(seq + 1, nullif(t.compressed, 0)) AS following, created,
        coalesce(at, touched, created) AS touched, closed FROM tables t
    LEFT JOIN lines l ON l.number = t.number AND seq = (SELECT max(seq) FROM lines WHERE number = t.number)
    LEFT JOIN compressed_lines c ON seq IS NULL AND c.number = t.number
        AND first = (SELECT max(first) FROM compressed_lines WHERE number = t.number)
    WHERE following IS NOT NULL
"""
# Selects a range of the lines of a log: rows of compressed lines, rows of single lines, and a last row that says where
# the range or the log ends (every log has at least one line). This is one statement, so that all rows are of the same
# moment.
LOG = """
    SELECT first AS start, next, dictionary, digest, content FROM compressed_lines
    WHERE number = (SELECT number FROM tables WHERE name = :table) AND next > :start AND first < :end
    UNION ALL SELECT seq, NULL, NULL, NULL, line FROM lines
    WHERE number = (SELECT number FROM tables WHERE name = :table) AND seq >= :start AND seq < :end
    UNION ALL SELECT
        min(:end, max(1, t.compressed, coalesce((SELECT max(seq) + 1 FROM lines l WHERE l.number = t.number), 0))),
        NULL, NULL, NULL, NULL FROM tables t WHERE name = :table
    ORDER BY start
"""
MAX_INTEGER = 2**63 - 1  # the largest integer in a database, which is greater than every number of a line or table
DEAD = "owner NOT IN (SELECT owner FROM owners WHERE until > :now)"
PAGE = "AND t.number < ? ORDER BY t.number DESC LIMIT ?"


class AppendRequest(NamedTuple):
    """A request to append lines to a game table's log."""

    table: str
    seq: int
    """The number of the first of the lines."""
    lines: Sequence[bytes]
    closed: bool
    """Whether the append also closes the log, so that nothing can be appended afterwards."""

    @property
    def leaves_log_open(self) -> bool:
        """Whether the append does not close its log, so that ``append_all_in_transaction`` can write it."""
        return not self.closed


def append_all_in_transaction(db: sqlite3.Connection, appends: Sequence[AppendRequest], at: float) -> None:
    """Write ``appends``, none of which closes its log, within the caller's transaction.

    If ``is_one_statement`` is true of ``appends``, the caller needs no transaction: SQLite makes one for the statement.
    ``at`` is the time of the appends, in seconds since 1970. Raise ``sqlite3.IntegrityError`` if a log is closed or its
    next line has another number.

    Many lines are written in a single statement. This is faster than several statements: Python releases the GIL during
    each statement, and to acquire the GIL again takes milliseconds while the event loop is busy.
    """
    created = [(append.table, at) for append in appends if append.seq == 0]
    _create(db, created)
    rows = [(a.table, seq, at, line) for a in appends for seq, line in enumerate(a.lines, a.seq)]
    _insert(db, rows)


def is_one_statement(appends: Sequence[AppendRequest]) -> bool:
    """Return whether ``append_all_in_transaction`` writes ``appends`` in one statement, which needs no transaction."""
    return all(append.seq for append in appends) and sum(len(append.lines) for append in appends) <= ROWS_AT_ONCE


def append(db: sqlite3.Connection, request: AppendRequest, at: float) -> None:
    """Write ``request`` within the caller's transaction. Raise ``Conflict``, and change nothing, if it conflicts.

    ``at`` is the time of the append, in seconds since 1970.
    """
    present = head(db, request.table)
    next_seq = present.next_seq if present else 0
    is_closed = present is not None and present.closed
    if request.seq != next_seq or is_closed:
        raise Conflict(request.table, request.seq, next_seq, closed=is_closed)
    if present is None:
        _create(db, [(request.table, at)])
    _insert(db, [(request.table, seq, at, line) for seq, line in enumerate(request.lines, request.seq)])
    if request.closed:
        db.execute("UPDATE tables SET closed = 1 WHERE name = ?", (request.table,))


def rewrite(db: sqlite3.Connection, table: str, lines: Sequence[bytes]) -> None:
    """Replace all lines of a log within the caller's transaction. Raise ``Conflict`` unless there are as many lines."""
    present = head(db, table)
    if present is None or present.next_seq != len(lines):
        raise Conflict(table, len(lines), present.next_seq if present else 0)
    db.execute("DELETE FROM lines WHERE number = ?", (present.number,))
    db.execute("DELETE FROM compressed_lines WHERE number = ?", (present.number,))
    db.execute("UPDATE tables SET compressed = 0, closed = 0 WHERE number = ?", (present.number,))
    _insert(db, [(table, seq, present.touched, line) for seq, line in enumerate(lines)])
    db.execute("UPDATE tables SET closed = ? WHERE number = ?", (present.closed, present.number))


def _create(db: sqlite3.Connection, rows: Sequence[tuple[str, float]]) -> None:
    """Create game tables, at most ``ROWS_AT_ONCE`` in one statement. A row holds the name and the time."""
    for first in range(0, len(rows), ROWS_AT_ONCE):
        chunk = rows[first : first + ROWS_AT_ONCE]
        db.execute(_table_insertion(len(chunk)), [value for row in chunk for value in row])


@cache
def _table_insertion(rows: int) -> str:
    """Return the SQL statement that inserts ``rows`` rows, one for each new game table."""
    return "INSERT INTO tables (name, created) VALUES " + ", ".join(["(?, ?)"] * rows)


def _insert(db: sqlite3.Connection, rows: Sequence[tuple[str, int, float, bytes]]) -> None:
    """Write log lines, at most ``ROWS_AT_ONCE`` in one statement. A row holds table, number, time and line."""
    for first in range(0, len(rows), ROWS_AT_ONCE):
        chunk = rows[first : first + ROWS_AT_ONCE]
        db.execute(_line_insertion(len(chunk)), [value for row in chunk for value in row])


@cache
def _line_insertion(rows: int) -> str:
    """Return the SQL statement that inserts ``rows`` rows, one for each log line."""
    # If there is no such game table, its number is NULL, which violates the NOT NULL constraint of the lines.
    return "INSERT INTO lines VALUES " + ", ".join([f"({NUMBER}, ?, ?, ?)"] * rows)


def head(db: sqlite3.Connection, table: str) -> LogHead | None:
    """Return the head (``LogHead``) of the game table ``table``; return None if there is no such table."""
    row = db.execute(f"{HEAD} AND name = ?", (table,)).fetchone()
    return _head(row) if row else None


def heads(db: sqlite3.Connection, open_only: bool, before: int | None, limit: int) -> list[LogHead]:
    """Return the heads (``LogHead``) of at most ``limit`` game tables, the newest first; see ``Store.heads``."""
    which = "closed = 0" if open_only else "true"
    rows = db.execute(f"{HEAD} AND {which} {PAGE}", (MAX_INTEGER if before is None else before, limit))
    return [_head(row) for row in rows]


def _head(row: tuple[Any, ...]) -> LogHead:
    *others, closed = row
    return LogHead(*others, closed=bool(closed))


def read(db: sqlite3.Connection, table: str, start: int, most: int | None = None) -> list[bytes]:
    """Return the lines of a game table's log from number ``start`` on, but at most ``most`` lines.

    If ``most`` is None, return all of these lines. Raise ``NoSuchTable`` if there is no such table, and ``DamagedLog``
    if compressed lines are damaged or lines are missing.
    """
    end = MAX_INTEGER if most is None else min(start + most, MAX_INTEGER)
    rows = db.execute(LOG, {"table": table, "start": start, "end": end}).fetchall()
    if not rows:
        raise NoSuchTable(table)
    return lines_of(rows, start)[:most]


def next_seqs(db: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int]:
    """Return a dict from game table to the number of its log's next line; omit tables that do not exist."""
    found = {table: head(db, table) for table in tables}
    return {table: present.next_seq for table, present in found.items() if present}


def beat(db: sqlite3.Connection, owner: str, seconds: float, note: bytes, now: float) -> bool:
    """Record a heartbeat of the process ``owner``; return whether the process counted as alive before.

    From the time ``now`` on, the process counts as alive for ``seconds``. Other processes can read ``note``.
    """
    alive = db.execute("SELECT 1 FROM owners WHERE owner = ? AND until > ?", (owner, now)).fetchone()
    db.execute("INSERT OR REPLACE INTO owners VALUES (?, ?, ?)", (owner, now + seconds, note))
    return alive is not None


def heartbeats(db: sqlite3.Connection, now: float) -> dict[str, bytes]:
    """Return a dict from the id of each process that is alive at the time ``now`` to the note of its last heartbeat."""
    return dict(db.execute("SELECT owner, note FROM owners WHERE until > ?", (now,)).fetchall())


def leave(db: sqlite3.Connection, owner: str) -> None:
    """Delete the heartbeat and the leases of the process ``owner``."""
    db.execute("DELETE FROM leases WHERE owner = ?", (owner,))
    db.execute("DELETE FROM owners WHERE owner = ?", (owner,))


def lease(db: sqlite3.Connection, tables: Sequence[str], owner: str, now: float) -> dict[str, int]:
    """Lease game tables to the process ``owner``, except tables that another live process leases.

    Return a dict from the name of each of ``tables`` that ``owner`` leases now to the table's epoch, a number that
    rises when the lease passes to another process. ``now`` is the present time in seconds.
    """
    epochs: dict[str, int] = {}
    for table in tables:
        named = {"table": table, "owner": owner, "now": now}
        db.execute(f"DELETE FROM leases WHERE name = :table AND owner <> :owner AND {DEAD}", named)
        db.execute("INSERT OR IGNORE INTO leases (name, owner) VALUES (:table, :owner)", named)
        row = db.execute("SELECT epoch FROM leases WHERE name = :table AND owner = :owner", named).fetchone()
        if row:
            epochs[table] = row[0]
    return epochs


def lease_owners(db: sqlite3.Connection, tables: Sequence[str], now: float) -> dict[str, str]:
    """Return a dict from game table to the process that leases it and is alive at the time ``now``."""
    query = f"SELECT name, owner FROM leases WHERE name = :table AND NOT {DEAD}"
    return dict(row for table in tables for row in db.execute(query, {"table": table, "now": now}))


def release(db: sqlite3.Connection, tables: Sequence[str], owner: str) -> None:
    """Release the leases of ``tables`` that the process ``owner`` has."""
    db.executemany("DELETE FROM leases WHERE name = ? AND owner = ?", [(table, owner) for table in tables])


def orphaned_logs(db: sqlite3.Connection, limit: int, now: float) -> list[str]:
    """Return up to ``limit`` game tables whose leases belong to processes that are not alive at the time ``now``."""
    query = f"SELECT name FROM leases WHERE {DEAD} LIMIT :limit"
    return [name for (name,) in db.execute(query, {"now": now, "limit": limit})]


def get(db: sqlite3.Connection, key: str) -> bytes | None:
    """Return the value of ``key``; return None if the key has no value."""
    row = db.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def put(db: sqlite3.Connection, key: str, value: bytes, expected: bytes | None) -> bool:
    """Set the value of ``key`` to ``value`` if its present value is ``expected``; return whether it was set.

    If ``expected`` is None, the value is set only if the key has no value yet.
    """
    if expected is None:
        done = db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO NOTHING", (key, value))
    else:
        done = db.execute("UPDATE facts SET value = ? WHERE key = ? AND value = ?", (value, key, expected))
    return done.rowcount == 1


def probe(db: sqlite3.Connection) -> None:
    """Check that the store can be written to, by setting the value of the key ``probe``.

    The value is random, because SQLite might not write an unchanged value to disk.
    """
    change = "INSERT INTO facts VALUES ('probe', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    db.execute(change, (os.urandom(PROBE_BYTES),))


WriteJob: TypeAlias = AppendRequest | Callable[[sqlite3.Connection], object]
"""A job of the writer thread: an append or a function. The function must change nothing if it raises ``UkaError``."""
