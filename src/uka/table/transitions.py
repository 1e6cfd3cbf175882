"""Functions that append lines to a table's log, for commands and for timers that are due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from uka.records import BellRecorded

from . import entries as en
from .beginning import begin_entries
from .entries import BOT, CLOCK, TABLE, TableEntries, TableEntry, TableLine
from .events import GameOrTableEvent
from .evolution import evolve
from .quick_timers import begins_at
from .table import Table
from .timers import pending, secrets_entry


class TableTransition(NamedTuple):
    """A line of a table's log, the events of the line, and the table after it."""

    line: TableLine
    events: tuple[GameOrTableEvent, ...]
    table: Table


def transitions_of(table: Table, lines: Iterable[TableLine]) -> Iterator[TableTransition]:
    """Yield the transition of each line that follows the table's last line."""
    for line in lines:
        table, events = evolve(table, line)
        yield TableTransition(line, events, table)


def append_entries(
    table: Table, entries: TableEntries, *, at: int, by: str, id: str = ""
) -> tuple[Table, tuple[TableTransition, ...]]:
    """Append entries to a table's log, then the entries of all timers that are due at the time ``at``.

    Return the new table and a transition for each line. The caller stores the lines in one transaction. ``at`` is in
    milliseconds since 1970. If ``at`` is earlier than the last line's time, the last line's time is used instead.
    ``by`` is the author of the entries, and ``id`` is the id of the author's message.
    """
    at, steps = max(at, table.at), list[TableTransition]()

    def write(entry: TableEntry, by: str, id: str) -> None:
        nonlocal table
        line = TableLine.after(table.hash, table.seq + 1, at, by, entry, id)
        table, events = evolve(table, line)
        steps.append(TableTransition(line, events, table))

    for number, entry in enumerate(entries):
        write(entry, by, "" if number else id)
    while (entry := _next_due(table, at)) is not None:
        write(entry, _author(entry), "")
    return table, tuple(steps)


def _author(entry: TableEntry) -> str:
    """Return the author of an entry that a timer writes."""
    if isinstance(entry, en.PhraseSaid):
        return BOT
    return CLOCK if isinstance(entry, BellRecorded | en.PlayerWentAway) else TABLE


def tick(table: Table, now: int, secrets: bytes = b"") -> tuple[Table, tuple[TableTransition, ...]]:
    """Apply all timers that are due by ``now``, in milliseconds since 1970.

    ``secrets`` holds random bytes for the next shuffles, 32 for each pack. If ``secrets`` is given, the table commits
    to the secrets first. If a quick game is due, it begins with these secrets.
    """
    return append_entries(table, _with_secrets(table, now, secrets) if secrets else (), at=now, by=TABLE)


def _with_secrets(table: Table, now: int, secrets: bytes) -> TableEntries:
    if table.playing:
        return (secrets_entry(len(table.secrets), secrets),)
    at = begins_at(table)
    return begin_entries(table, table.captain, secrets) if at is not None and at <= now else ()


def execute(
    table: Table, command: Callable[[Table], TableEntries], *, at: int, by: str, id: str = "", timers: bool = True
) -> tuple[Table, tuple[TableTransition, ...]]:
    """Apply all due timers, then a command. ``by`` is the id of the author, and ``id`` that of the author's message.

    If ``timers`` is false, the caller knows that no timer is due, and none is looked for before the command. Do nothing
    if that message was applied before. If the command raises ``TableRefusal`` or ``IllegalAction``, the
    exception passes to the caller, and the log gets no new lines.
    """
    if table.applied(by, id) is not None:
        return table, ()
    table, first = tick(table, at) if timers else (table, ())
    table, then = append_entries(table, command(table), at=at, by=by, id=id)
    return table, first + then


def _next_due(table: Table, at: int) -> TableEntry | None:
    """Return the entry of the earliest timer that is due at the time ``at``, or None if no timer is due."""
    ripe = [(timer.at, timer.make) for timer in pending(table) if timer.make is not None and timer.at <= at]
    return min(ripe, key=lambda timer: timer[0])[1]() if ripe else None
