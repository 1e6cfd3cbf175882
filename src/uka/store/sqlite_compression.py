"""Finds lines of a SQLite store that are due to be compressed, and replaces them by compressed lines."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice

from .compression import MOST_LINES, CompressedLines, DueLines, Replacement

LOOK = 100  # the maximum number of logs that one search looks at
BATCH = 4  # the maximum number of logs that one transaction changes; logs of the same hour share database pages
FIRST_ROWS = "SELECT seq, at, line FROM lines WHERE number = ? ORDER BY seq LIMIT ?"


def due_lines(db: sqlite3.Connection, start: int, before: float) -> tuple[int | None, list[DueLines]]:
    """Return the first lines of logs that are due, and the number of the last log that the search looked at.

    The search looks at logs from the number ``start`` on; the number is None if there is none. A log is due if its last
    append was before the time ``before``, and if its lines are worth compressing.
    """
    number, found = None, list[DueLines]()
    for number in islice(_numbers(db, start), LOOK):
        if due := _due(db, number, before):
            found.append(due)
        if len(found) == BATCH:
            break
    return number, found


def _numbers(db: sqlite3.Connection, start: int) -> Iterator[int]:
    """Yield the numbers of the logs that have lines which are not compressed."""
    while number := db.execute("SELECT min(number) FROM lines WHERE number >= ?", (start,)).fetchone()[0]:
        yield number
        start = number + 1


def _due(db: sqlite3.Connection, number: int, before: float) -> DueLines | None:
    last = "SELECT at FROM lines WHERE number = ? ORDER BY seq DESC LIMIT 1"
    (touched,) = db.execute(last, (number,)).fetchone()
    if touched >= before:
        return None
    return DueLines.of(number, db.execute(FIRST_ROWS, (number, MOST_LINES)).fetchall())


def replace(db: sqlite3.Connection, replacements: Sequence[Replacement]) -> list[Replacement]:
    """Replace lines by compressed lines within the caller's transaction; return the replacements that were made.

    The lines are compared with those that were compressed. If they are not there any more, because another process has
    replaced them, nothing changes.
    """
    return [each for each in replacements if _replace(db, *each)]


def _replace(db: sqlite3.Connection, due: DueLines, compressed: CompressedLines) -> bool:
    there = db.execute(FIRST_ROWS, (due.number, len(due.lines))).fetchall()
    if DueLines.of(due.number, there) != due:
        return False
    first, following, *rest = compressed
    row = (due.number, first, following, due.times[-1], *rest)
    db.execute("INSERT INTO compressed_lines VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    db.execute("DELETE FROM lines WHERE number = ? AND seq < ?", (due.number, following))
    return True
