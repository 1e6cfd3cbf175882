"""The SQL of a store, on one connection to Postgres. The caller handles connections and timeouts."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..interface import Conflict, LogHead, NoSuchTable
from ..queries import LAST, PROBE, AppendRequest
from .connections import PostgresConnection, asyncpg

NOW = "extract(epoch FROM statement_timestamp())::float8"

# Two at one number can't both succeed: the second waits for the row and then finds another ``next``. Rows are taken in
# one order, new ones first, so that those who append to the same tables at once don't wait for each other in a ring.
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


async def append(con: PostgresConnection, appends: Sequence[AppendRequest]) -> list[Conflict | None]:
    """Write appends to different tables, each whole or not at all, in one statement; what each came to."""
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
    found = await _states(con, refused) if refused else {}
    return [None if a.table in written else _conflict(a, *found.get(a.table, (0, False))) for a in appends]


async def _states(con: PostgresConnection, tables: Sequence[str]) -> dict[str, tuple[int, bool]]:
    """Asked afterwards: a statement sees only what was there when it began."""
    rows = await con.fetch("SELECT name, next, closed FROM uka_tables WHERE name = ANY($1)", tables)
    return {name: (following, closed) for name, following, closed in rows}


def _conflict(wanted: AppendRequest, found: int, closed: bool) -> Conflict:
    return Conflict(wanted.table, wanted.seq, found, closed=closed)


async def read(con: PostgresConnection, table: str, start: int, most: int | None = None) -> list[bytes]:
    """A table's lines from a number on, so many at most."""
    which = "FROM uka_tables WHERE name = $1"
    try:
        rows = await con.fetch(
            f"SELECT line FROM uka_lines WHERE number = (SELECT number {which}) AND seq >= $2 ORDER BY seq LIMIT $3",
            table,
            start,
            most,
        )
        if not rows and not await con.fetchval(f"SELECT true {which}", table):
            raise NoSuchTable(table)
    except asyncpg.CharacterNotInRepertoireError:  # a NUL, which no text of Postgres' can hold
        raise NoSuchTable(table) from None
    return [line for (line,) in rows]


async def heads(con: PostgresConnection, open_only: bool, before: int | None, limit: int) -> list[LogHead]:
    """A page of heads, the newest first."""
    which = "NOT closed" if open_only else "true"
    rows = await con.fetch(
        f"SELECT name, number, next, created, touched, closed FROM uka_tables WHERE {which} AND number < $1 "
        "ORDER BY number DESC LIMIT $2",
        LAST if before is None else before,
        limit,
    )
    return [LogHead(*row) for row in rows]


async def seqs(con: PostgresConnection, tables: Sequence[str]) -> dict[str, int]:
    """The next number of each table that is there."""
    return dict(await con.fetch("SELECT name, next FROM uka_tables WHERE name = ANY($1)", tables))


async def beat(con: PostgresConnection, owner: str, seconds: float, note: bytes) -> bool:
    """Record a heartbeat. Returns whether the owner was alive before."""
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


async def owners(con: PostgresConnection) -> dict[str, bytes]:
    """The live owners and their notes."""
    return dict(await con.fetch("SELECT owner, note FROM uka_owners WHERE until > clock_timestamp()"))


async def leave(con: PostgresConnection, owner: str) -> None:
    """Forget an owner and its leases."""
    await con.execute("DELETE FROM uka_owners WHERE owner = $1", owner)
    await con.execute(f"DELETE FROM uka_leases WHERE name IN ({_ordered('owner = $1')})", owner)


async def lease(con: PostgresConnection, tables: Sequence[str], owner: str) -> dict[str, int]:
    """Take leases that are free, the owner's own, or a dead owner's.

    The dead are struck off first, in a statement of its own that waits for whoever beats just then: a moment judged
    once is not judged again by another look at the clock.
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


async def release(con: PostgresConnection, tables: Sequence[str], owner: str) -> None:
    """Give leases back."""
    await con.execute(
        f"DELETE FROM uka_leases WHERE name IN ({_ordered('name = ANY($1) AND owner = $2')})", tables, owner
    )


def _ordered(which: str) -> str:
    """Leases held in the order that they are taken in, so that nobody waits in a ring."""
    return f"SELECT name FROM uka_leases WHERE {which} ORDER BY name FOR UPDATE"


async def forsaken(con: PostgresConnection, limit: int) -> list[str]:
    """Tables leased by dead owners. It walks the index from owner to owner, since few leases are."""
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


async def get(con: PostgresConnection, key: str) -> bytes | None:
    """A fact."""
    return await con.fetchval("SELECT value FROM uka_facts WHERE key = $1", key)


async def put(con: PostgresConnection, key: str, value: bytes, expected: bytes | None) -> bool:
    """Set a fact if it is what was expected."""
    if expected is None:
        done = await con.execute("INSERT INTO uka_facts VALUES ($1, $2) ON CONFLICT DO NOTHING", key, value)
    else:
        done = await con.execute("UPDATE uka_facts SET value = $2 WHERE key = $1 AND value = $3", key, value, expected)
    return done.endswith(" 1")


async def probe(con: PostgresConnection) -> None:
    """Change a fact that nobody reads."""
    change = "INSERT INTO uka_facts VALUES ('probe', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    await con.execute(change, os.urandom(PROBE))
