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
    """A line of a table's log, the events that the line caused, and the state of the table after the line."""

    line: TableLine
    events: tuple[GameOrTableEvent, ...]
    table: Table


def transitions_of(table: Table, lines: Iterable[TableLine]) -> Iterator[TableTransition]:
    """Apply ``lines``, which follow the last line of the table's log, and yield the transition of each line."""
    for line in lines:
        table, events = evolve(table, line)
        yield TableTransition(line, events, table)


def append_entries(
    table: Table, entries: TableEntries, *, at: int, by: str, id: str = ""
) -> tuple[Table, tuple[TableTransition, ...]]:
    """Append ``entries`` to a table's log, then the entries of all timers that are due at the time ``at``.

    Return the new table and a transition for each line. The caller stores the lines in one transaction. ``at`` is in
    milliseconds since 1970. If ``at`` is earlier than the time of the log's last line, that time is used instead.
    ``by`` is the author of ``entries``. ``id`` is the id of the message that asked for the entries; only the first line
    holds it.
    """
    at, steps = max(at, table.at), list[TableTransition]()
    message_id = id
    for entry in entries:
        steps.append(_append(table, entry, at=at, by=by, id=message_id))
        table, message_id = steps[-1].table, ""
    while (entry := _next_due(table, at)) is not None:
        steps.append(_append(table, entry, at=at, by=_author(entry), id=""))
        table = steps[-1].table
    return table, tuple(steps)


def _append(table: Table, entry: TableEntry, *, at: int, by: str, id: str) -> TableTransition:
    line = TableLine.after(table.hash, table.seq + 1, at, by, entry, id)
    after, events = evolve(table, line)
    return TableTransition(line, events, after)


def _author(entry: TableEntry) -> str:
    """Return the author that a line names for ``entry``, the entry of a timer: the table, its clock or a bot."""
    if isinstance(entry, en.PhraseSaid):
        return BOT
    return CLOCK if isinstance(entry, BellRecorded | en.PlayerWentAway) else TABLE


def tick(table: Table, now: int, secrets: bytes = b"") -> tuple[Table, tuple[TableTransition, ...]]:
    """Apply all timers that are due at the time ``now``, in milliseconds since 1970.

    ``secrets`` holds random bytes for the next shuffles, 32 for each pack. If ``secrets`` is given, the table first
    commits to the secrets, or begins a quick game with them if its time has come. Return the new table and a transition
    for each new line.
    """
    return append_entries(table, _entries_with(secrets, table, now) if secrets else (), at=now, by=TABLE)


def _entries_with(secrets: bytes, table: Table, now: int) -> TableEntries:
    """Return the entries that use new ``secrets``: a commitment during a game, or the beginning of a quick game."""
    if table.playing:
        return (secrets_entry(len(table.secrets), secrets),)
    at = begins_at(table)
    return begin_entries(table, table.captain, secrets) if at is not None and at <= now else ()


def execute(
    table: Table, command: Callable[[Table], TableEntries], *, at: int, by: str, id: str = "", timers: bool = True
) -> tuple[Table, tuple[TableTransition, ...]]:
    """Apply all timers that are due at the time ``at``, then ``command``, then the timers that are due after it.

    ``by`` is the id of the person who sent the command, and ``id`` is the id of that person's message. Do nothing if
    this message was applied before. If ``timers`` is false, the caller knows that no timer is due before the command.
    Return the new table and a transition for each new line. If ``command`` raises ``TableRefusal`` or
    ``IllegalAction``, no line is appended.
    """
    if table.applied_line(by, id) is not None:
        return table, ()
    table, first = tick(table, at) if timers else (table, ())
    table, then = append_entries(table, command(table), at=at, by=by, id=id)
    return table, first + then


def _next_due(table: Table, at: int) -> TableEntry | None:
    """Return the entry of the earliest timer that is due at the time ``at``, or None if no timer is due."""
    ripe = [(timer.at, timer.make) for timer in pending(table) if timer.make is not None and timer.at <= at]
    return min(ripe, key=lambda timer: timer[0])[1]() if ripe else None
