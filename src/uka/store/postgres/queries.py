"""The SQL of a Postgres store. Each function uses a given connection; the caller handles the pool and timeouts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from ..compression import lines_of
from ..interface import Conflict, LogHead, NoSuchTable
from ..queries import MAX_INTEGER, PROBE_BYTES, AppendRequest
from .connections import PostgresConnection, asyncpg

NOW = "extract(epoch FROM statement_timestamp())::float8"

# Of two appends at the same number, only one succeeds: the second append waits for the row lock in uka_tables, and then
# finds that ``next`` has changed. All transactions lock rows in the same order, new rows first, to prevent deadlocks.
APPEND = f"""
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[]) AS w (name, seq, following, ends)
    ), begun AS (
        INSERT INTO uka_tables (name, created, touched, next, closed)
        SELECT name, {NOW}, {NOW}, following, ends FROM wanted WHERE seq = 0 ORDER BY name COLLATE "C"
        ON CONFLICT (name) DO NOTHING
        RETURNING name, number
    ), held AS MATERIALIZED (
        SELECT number, seq, following, ends FROM uka_tables JOIN wanted USING (name)
        WHERE seq > 0 AND (SELECT count(*) FROM begun) >= 0 ORDER BY number FOR NO KEY UPDATE OF uka_tables
    ), moved AS (
        UPDATE uka_tables t SET next = following, touched = {NOW}, closed = ends
        FROM held h WHERE t.number = h.number AND t.next = h.seq AND NOT t.closed
        RETURNING t.name, t.number
    ), written AS (TABLE begun UNION ALL TABLE moved), kept AS (
        INSERT INTO uka_lines (number, seq, at, line)
        SELECT number, l.seq, {NOW}, line
        FROM unnest($5::text[], $6::bigint[], $7::bytea[]) AS l (name, seq, line) JOIN written USING (name)
    )
    SELECT name FROM written
"""

# Selects a range of the lines of a log: rows of compressed lines, rows of single lines, and a last row that says where
# the range or the log ends. This is one statement, so that all rows are of the same moment.
LOG = """
    SELECT first AS start, next, dictionary, digest, content FROM uka_compressed_lines
    WHERE number = (SELECT number FROM uka_tables WHERE name = $1) AND next > $2 AND first < $3
    UNION ALL SELECT seq, NULL::bigint, NULL::integer, NULL::bytea, line FROM uka_lines
    WHERE number = (SELECT number FROM uka_tables WHERE name = $1) AND seq >= $2 AND seq < $3
    UNION ALL SELECT least(next, $3), NULL, NULL, NULL, NULL FROM uka_tables WHERE name = $1
    ORDER BY start
"""


async def append(con: PostgresConnection, appends: Sequence[AppendRequest]) -> list[Conflict | None]:
    """Write ``appends``, which are to different game tables, in one statement.

    Return one outcome for each append: None if its lines were written, or a ``Conflict`` if it was refused.
    """
    lines = [(a.table, seq, line) for a in appends for seq, line in enumerate(a.lines, a.seq)]
    names, seqs, texts = zip(*lines, strict=True)
    rows = await con.fetch(
        APPEND,
        [a.table for a in appends],
        [a.seq for a in appends],
        [a.seq + len(a.lines) for a in appends],
        [a.closed for a in appends],
        names,
        seqs,
        texts,
    )
    written = {name for (name,) in rows}
    refused = [a.table for a in appends if a.table not in written]
    found = await _log_states(con, refused) if refused else {}
    return [None if a.table in written else _conflict(a, *found.get(a.table, (0, False))) for a in appends]


async def _log_states(con: PostgresConnection, tables: Sequence[str]) -> dict[str, tuple[int, bool]]:
    """Return a dict from game table to a pair: the number of its log's next line, and whether the log is closed.

    This is a separate statement, since the statement that appends sees only rows that existed when it began.
    """
    rows = await con.fetch("SELECT name, next, closed FROM uka_tables WHERE name = ANY($1)", tables)
    return {name: (following, closed) for name, following, closed in rows}


def _conflict(request: AppendRequest, found: int, closed: bool) -> Conflict:
    return Conflict(request.table, request.seq, found, closed=closed)


async def read(con: PostgresConnection, table: str, start: int, most: int | None = None) -> list[bytes]:
    """Return the lines of a game table's log from number ``start`` on, but at most ``most`` lines.

    If ``most`` is None, return all of these lines. Raise ``NoSuchTable`` if there is no such table, and ``DamagedLog``
    if compressed lines are damaged or lines are missing.
    """
    try:
        rows = await con.fetch(LOG, table, start, MAX_INTEGER if most is None else min(start + most, MAX_INTEGER))
    except asyncpg.CharacterNotInRepertoireError:  # the name contains a NUL, which Postgres cannot store in text
        rows = []
    if not rows:
        raise NoSuchTable(table)
    compressed = rows[0]["next"] is not None
    lines = await asyncio.to_thread(lines_of, rows, start) if compressed else lines_of(rows, start)
    return lines[:most]


async def rewrite(con: PostgresConnection, table: str, lines: Sequence[bytes]) -> None:
    """Replace all lines of a log in one transaction. Raise ``Conflict`` unless there are as many lines."""
    async with con.transaction():
        row = await con.fetchrow("SELECT number, next, touched FROM uka_tables WHERE name = $1 FOR UPDATE", table)
        if row is None or row["next"] != len(lines):
            raise Conflict(table, len(lines), row["next"] if row else 0)
        number, _, touched = row
        await con.execute("DELETE FROM uka_lines WHERE number = $1", number)
        await con.execute("DELETE FROM uka_compressed_lines WHERE number = $1", number)
        await con.execute(
            "INSERT INTO uka_lines (number, seq, at, line) "
            "SELECT $1, place - 1, $2, line FROM unnest($3::bytea[]) WITH ORDINALITY AS l (line, place)",
            number,
            touched,
            lines,
        )


async def heads(con: PostgresConnection, open_only: bool, before: int | None, limit: int) -> list[LogHead]:
    """Return the heads (``LogHead``) of at most ``limit`` game tables, the newest first; see ``Store.heads``."""
    which = "NOT closed" if open_only else "true"
    rows = await con.fetch(
        f"SELECT name, number, next, created, touched, closed FROM uka_tables WHERE {which} AND number < $1 "
        "ORDER BY number DESC LIMIT $2",
        MAX_INTEGER if before is None else before,
        limit,
    )
    return [LogHead(*row) for row in rows]


async def next_seqs(con: PostgresConnection, tables: Sequence[str]) -> dict[str, int]:
    """Return a dict from game table to the number of its log's next line; omit tables that do not exist."""
    return dict(await con.fetch("SELECT name, next FROM uka_tables WHERE name = ANY($1)", tables))


async def beat(con: PostgresConnection, owner: str, seconds: float, note: bytes) -> bool:
    """Record a heartbeat of the process ``owner``; return whether the process counted as alive before.

    From now on, the process counts as alive for ``seconds``. Other processes can read ``note``.
    """
    until = "clock_timestamp() + make_interval(secs => $2)"
    alive = "UPDATE uka_owners SET until = {}, note = $3 WHERE owner = $1 AND until > clock_timestamp()"
    if await con.execute(alive.format(until), owner, seconds, note) == "UPDATE 1":
        return True
    await con.execute(
        f"INSERT INTO uka_owners VALUES ($1, {until}, $3) "
        "ON CONFLICT (owner) DO UPDATE SET until = excluded.until, note = excluded.note",
        owner,
        seconds,
        note,
    )
    return False


async def heartbeats(con: PostgresConnection) -> dict[str, bytes]:
    """Return a dict from the id of each live process to the note of its last heartbeat."""
    return dict(await con.fetch("SELECT owner, note FROM uka_owners WHERE until > clock_timestamp()"))


async def leave(con: PostgresConnection, owner: str) -> None:
    """Delete the heartbeat and the leases of the process ``owner``."""
    await con.execute("DELETE FROM uka_owners WHERE owner = $1", owner)
    await con.execute(f"DELETE FROM uka_leases WHERE name IN ({_locking_query('owner = $1')})", owner)


async def lease(con: PostgresConnection, tables: Sequence[str], owner: str) -> dict[str, int]:
    """Lease game tables to the process ``owner``, except tables that another live process leases.

    Return a dict from the name of each of ``tables`` that ``owner`` leases now to the table's epoch, a number that
    rises when the lease passes to another process. A separate statement removes dead processes first. It waits for
    heartbeats in progress, so both statements agree on which processes are dead.
    """
    await con.execute("DELETE FROM uka_owners WHERE until <= clock_timestamp()")
    rows = await con.fetch(
        """INSERT INTO uka_leases AS l (name, owner)
        SELECT DISTINCT name COLLATE "C", $2 FROM unnest($1::text[]) AS name ORDER BY 1
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner,
            epoch = CASE WHEN l.owner = excluded.owner THEN l.epoch ELSE nextval('uka_epochs') END
        WHERE l.owner = excluded.owner OR NOT EXISTS (SELECT FROM uka_owners o WHERE o.owner = l.owner)
        RETURNING name, epoch""",
        tables,
        owner,
    )
    return dict(rows)


async def lease_owners(con: PostgresConnection, tables: Sequence[str]) -> dict[str, str]:
    """Return a dict from game table to the live process that leases it; omit tables that no live process leases."""
    rows = await con.fetch(
        "SELECT name, owner FROM uka_leases JOIN uka_owners USING (owner) "
        "WHERE name = ANY($1) AND until > clock_timestamp()",
        tables,
    )
    return dict(rows)


async def release(con: PostgresConnection, tables: Sequence[str], owner: str) -> None:
    """Release the leases of ``tables`` that the process ``owner`` has."""
    await con.execute(
        f"DELETE FROM uka_leases WHERE name IN ({_locking_query('name = ANY($1) AND owner = $2')})", tables, owner
    )


def _locking_query(condition: str) -> str:
    """Return a query that locks the leases that meet the SQL condition ``condition``, in the order of their names.

    The function ``lease`` locks leases in the same order, so that there is no deadlock.
    """
    return f"SELECT name FROM uka_leases WHERE {condition} ORDER BY name FOR UPDATE"


async def orphaned_logs(con: PostgresConnection, limit: int) -> list[str]:
    """Return up to ``limit`` game tables whose leases belong to dead processes.

    There are far fewer processes than leases. So the query does not read every lease: it looks up the processes one
    after the other in the index of the leases.
    """
    rows = await con.fetch(
        """WITH RECURSIVE holders AS (
            SELECT min(owner) AS owner FROM uka_leases
            UNION ALL
            SELECT (SELECT min(l.owner) FROM uka_leases l WHERE l.owner > h.owner) FROM holders h
            WHERE h.owner IS NOT NULL
        ), dead AS MATERIALIZED (
            SELECT owner FROM holders WHERE owner NOT IN
                (SELECT owner FROM uka_owners WHERE until > clock_timestamp())
        )
        SELECT name FROM dead JOIN uka_leases USING (owner) LIMIT $1""",
        limit,
    )
    return [name for (name,) in rows]


async def now(con: PostgresConnection) -> int:
    """Return the present time of the database, in milliseconds since 1970."""
    return await con.fetchval("SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint")


async def get(con: PostgresConnection, key: str) -> bytes | None:
    """Return the value of ``key``; return None if the key has no value."""
    return await con.fetchval("SELECT value FROM uka_facts WHERE key = $1", key)


async def put(con: PostgresConnection, key: str, value: bytes, expected: bytes | None) -> bool:
    """Set the value of ``key`` to ``value`` if its present value is ``expected``; return whether it was set.

    If ``expected`` is None, the value is set only if the key has no value yet.
    """
    if expected is None:
        done = await con.execute("INSERT INTO uka_facts VALUES ($1, $2) ON CONFLICT DO NOTHING", key, value)
    else:
        done = await con.execute("UPDATE uka_facts SET value = $2 WHERE key = $1 AND value = $3", key, value, expected)
    return done.endswith(" 1")  # the tag of a statement ends with the number of changed rows


async def probe(con: PostgresConnection) -> None:
    """Check that the database can be written to, by setting the value of the key ``probe`` to random bytes."""
    change = "INSERT INTO uka_facts VALUES ('probe', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    await con.execute(change, os.urandom(PROBE_BYTES))
