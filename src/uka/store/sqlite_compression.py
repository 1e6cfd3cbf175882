"""Finds lines of a SQLite store that are due to be compressed, and replaces them by compressed lines."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice

from .compression import MOST_LINES, CompressedLines, DueLines, Replacement

MOST_EXAMINED = 100  # the maximum number of logs that one search examines
BATCH = 4  # the maximum number of logs that one transaction changes; logs of the same hour share database pages
FIRST_ROWS = "SELECT seq, at, line FROM lines WHERE number = ? ORDER BY seq LIMIT ?"


def due_lines(db: sqlite3.Connection, start: int, before: float) -> tuple[int | None, list[DueLines]]:
    """Examine logs in the order of their numbers, from ``start`` on, and find lines that are due to be compressed.

    Return a pair: the number of the last log examined, or None if there is no log; and the first lines of each log that
    is due. A log is due if its last append was before the time ``before``, in seconds since 1970, and if its lines are
    worth compressing.
    """
    number, found = None, list[DueLines]()
    for number in islice(_logs_with_lines(db, start), MOST_EXAMINED):
        if due := _due(db, number, before):
            found.append(due)
        if len(found) == BATCH:
            break
    return number, found


def _logs_with_lines(db: sqlite3.Connection, start: int) -> Iterator[int]:
    """Yield the numbers, from ``start`` on, of the logs that have lines which are not compressed."""
    while number := db.execute("SELECT min(number) FROM lines WHERE number >= ?", (start,)).fetchone()[0]:
        yield number
        start = number + 1


def _due(db: sqlite3.Connection, number: int, before: float) -> DueLines | None:
    """Return the first lines of the log ``number`` if the log is due to be compressed, otherwise None."""
    last = "SELECT at FROM lines WHERE number = ? ORDER BY seq DESC LIMIT 1"
    (touched,) = db.execute(last, (number,)).fetchone()
    if touched >= before:
        return None
    return DueLines.from_rows(number, db.execute(FIRST_ROWS, (number, MOST_LINES)).fetchall())


def replace(db: sqlite3.Connection, replacements: Sequence[Replacement]) -> list[Replacement]:
    """Replace lines by compressed lines within the caller's transaction; return the replacements that were made.

    The lines in the store are compared with the lines that were compressed. If they differ, because another process
    has replaced them meanwhile, the replacement is left out.
    """
    return [each for each in replacements if _replace(db, *each)]


def _replace(db: sqlite3.Connection, due: DueLines, compressed: CompressedLines) -> bool:
    present = db.execute(FIRST_ROWS, (due.number, len(due.lines))).fetchall()
    if DueLines.from_rows(due.number, present) != due:
        return False
    touched = due.times[-1]
    db.execute(
        "INSERT INTO compressed_lines (number, first, next, dictionary, digest, content, touched) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (due.number, *compressed, touched),
    )
    db.execute("DELETE FROM lines WHERE number = ? AND seq < ?", (due.number, compressed.next))
    return True
