"""Making lines of a table's log: of a command, of what its timers do, and of all that follows at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from uka.records import BellRecorded

from . import entries as en
from .entries import CLOCK, TABLE, TableEntries, TableEntry, TableLine
from .events import GameOrTableEvent
from .evolution import evolve
from .table import Table
from .timers import pending, secrets_entry


class TableTransition(NamedTuple):
    """A line of the log, the events that follow from it, and the table after it."""

    line: TableLine
    events: tuple[GameOrTableEvent, ...]
    table: Table


def append_entries(
    table: Table, entries: TableEntries, *, at: int, by: str, id: str = ""
) -> tuple[Table, tuple[TableTransition, ...]]:
    """Lines for some entries, and for all that follows from them at once.

    The lines belong together: they are stored all or none. Times never run back.
    """
    at, steps = max(at, table.at), list[TableTransition]()

    def write(entry: TableEntry, by: str, id: str) -> None:
        nonlocal table
        line = TableLine.after(table.hash, table.seq + 1, at, by, entry, id)
        table, events = evolve(table, line)
        steps.append(TableTransition(line, events, table))

    for number, entry in enumerate(entries):
        write(entry, by, "" if number else id)
    while (entry := _owed(table, at)) is not None:
        write(entry, CLOCK if isinstance(entry, BellRecorded | en.PlayerWentAway) else TABLE, "")
    return table, tuple(steps)


def tick(table: Table, now: int, secrets: bytes = b"") -> tuple[Table, tuple[TableTransition, ...]]:
    """What happens by itself up to now; with secrets (32 random bytes for each pack), a batch of them is sealed."""
    entries = (secrets_entry(len(table.secrets), secrets),) if secrets and table.playing else ()
    return append_entries(table, entries, at=now, by=TABLE)


def execute(
    table: Table, command: Callable[[Table], TableEntries], *, at: int, by: str, id: str = ""
) -> tuple[Table, tuple[TableTransition, ...]]:
    """A command carried out after all that its time has come for; nothing if this message was applied before.

    A refusal goes through, and nothing is different then.
    """
    if table.applied(by, id) is not None:
        return table, ()
    table, first = tick(table, at)
    table, then = append_entries(table, command(table), at=at, by=by, id=id)
    return table, first + then


def _owed(table: Table, at: int) -> TableEntry | None:
    ripe = [p for p in pending(table) if p.what == "entry" and p.at <= at]
    return min(ripe, key=lambda p: p.at).make() if ripe else None
