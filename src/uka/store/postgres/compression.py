"""Finds lines of a Postgres store that are due to be compressed, and replaces them by compressed lines."""

from __future__ import annotations

from ..compression import LEAST_BYTES, MOST_LINES, CompressedLines, DueLines
from .connections import PostgresConnection

LOOK = 100  # the maximum number of logs that one search looks at
BATCH = 4  # the maximum number of logs that one search returns
# The query looks up one log after the other in the index of the lines, since most logs have no lines there any more.
SEARCH = f"""
    WITH RECURSIVE logs AS (
        SELECT min(number) AS number FROM uka_lines WHERE number >= $1
        UNION ALL
        SELECT (SELECT min(l.number) FROM uka_lines l WHERE l.number > logs.number) FROM logs WHERE number IS NOT NULL
    )
    SELECT number, touched < extract(epoch FROM statement_timestamp())::float8 - $2 AND {LEAST_BYTES} <= (
        SELECT sum(length(line)) FROM (SELECT line FROM uka_lines l WHERE l.number = t.number LIMIT {MOST_LINES}) lines
    ) FROM logs JOIN uka_tables t USING (number) LIMIT {LOOK}
"""


class _Stale(Exception):
    """Lines are not there any more, because another process has replaced them by compressed lines."""


async def due_lines(con: PostgresConnection, start: int, quiet: float) -> tuple[int | None, list[DueLines]]:
    """Return the first lines of logs that are due, and the number of the last log that the search looked at.

    The search looks at logs from the number ``start`` on; the number is None if there is none. A log is due if its last
    append was at least ``quiet`` seconds ago, and if its lines are worth compressing.
    """
    number, found = None, list[DueLines]()
    for number, quiet_long in await con.fetch(SEARCH, start, quiet):
        if quiet_long and (due := await _due(con, number)):
            found.append(due)
        if len(found) == BATCH:
            break
    return number, found


async def _due(con: PostgresConnection, number: int) -> DueLines | None:
    rows = await con.fetch(
        "SELECT seq, at, line FROM uka_lines WHERE number = $1 ORDER BY seq LIMIT $2", number, MOST_LINES
    )
    return DueLines.of(number, rows)


async def replace(con: PostgresConnection, due: DueLines, compressed: CompressedLines) -> bool:
    """Replace lines by compressed lines in one transaction; return whether this was done.

    The deleted lines are compared with those that were compressed. If they are not there any more, because another
    process has replaced them, nothing changes.
    """
    try:
        async with con.transaction():
            if await _taken(con, due.number, compressed.next) != due:
                raise _Stale
            await con.execute(
                "INSERT INTO uka_compressed_lines VALUES ($1, $2, $3, $4, $5, $6)", due.number, *compressed
            )
    except _Stale:
        return False
    return True


async def _taken(con: PostgresConnection, number: int, end: int) -> DueLines | None:
    """Delete the lines of a log before number ``end``, and return them."""
    rows = await con.fetch("DELETE FROM uka_lines WHERE number = $1 AND seq < $2 RETURNING seq, at, line", number, end)
    return DueLines.of(number, sorted(map(tuple, rows)))
