"""Finds lines of a Postgres store that are due to be compressed, and replaces them by compressed lines."""

from __future__ import annotations

from ..compression import LEAST_BYTES, MOST_LINES, CompressedLines, DueLines
from .connections import PostgresConnection

MOST_EXAMINED = 100  # the maximum number of logs that one search examines
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
    ) FROM logs JOIN uka_tables t USING (number) LIMIT {MOST_EXAMINED}
"""


class _LinesReplaced(Exception):
    """Raised if another process has replaced lines by compressed lines meanwhile."""


async def due_lines(con: PostgresConnection, start: int, quiet: float) -> tuple[int | None, list[DueLines]]:
    """Examine logs in the order of their numbers, from ``start`` on, and find lines that are due to be compressed.

    Return a pair: the number of the last log examined, or None if there is no log; and the first lines of each log that
    is due. A log is due if its last append was at least ``quiet`` seconds ago, and if its lines are worth compressing.
    """
    number, found = None, list[DueLines]()
    for number, is_due in await con.fetch(SEARCH, start, quiet):
        if is_due and (due := await _first_lines(con, number)):
            found.append(due)
        if len(found) == BATCH:
            break
    return number, found


async def _first_lines(con: PostgresConnection, number: int) -> DueLines | None:
    """Return the first lines of the log ``number``, to be compressed together, or None if that is not worthwhile."""
    rows = await con.fetch(
        "SELECT seq, at, line FROM uka_lines WHERE number = $1 ORDER BY seq LIMIT $2", number, MOST_LINES
    )
    return DueLines.from_rows(number, rows)


async def replace(con: PostgresConnection, due: DueLines, compressed: CompressedLines) -> bool:
    """Replace the lines ``due`` by ``compressed`` in one transaction; return whether this was done.

    The lines in the store are compared with ``due``. If they differ, because another process has replaced them
    meanwhile, nothing changes.
    """
    try:
        async with con.transaction():
            if await _delete_lines(con, due.number, compressed.next) != due:
                raise _LinesReplaced
            await con.execute(
                "INSERT INTO uka_compressed_lines VALUES ($1, $2, $3, $4, $5, $6)", due.number, *compressed
            )
    except _LinesReplaced:
        return False
    return True


async def _delete_lines(con: PostgresConnection, number: int, end: int) -> DueLines | None:
    """Delete the lines of the log ``number`` that have numbers below ``end``, and return these lines."""
    rows = await con.fetch("DELETE FROM uka_lines WHERE number = $1 AND seq < $2 RETURNING seq, at, line", number, end)
    return DueLines.from_rows(number, sorted(map(tuple, rows)))
