"""The timers of a quick game that waits for people. They free the seats of disconnected people and begin the game."""

from __future__ import annotations

from . import entries as en
from .table import Table, TableStage

LOST_MS = 8_000
"""The time, in milliseconds, after which a disconnected person loses the seat. It is enough to reload the page."""
ARRIVE_MS = 3_000
"""The same when the game begins. It is enough to connect for the first time."""


def begins_at(table: Table) -> int | None:
    """Return the time at which a quick game begins by itself, or None if it has begun or nobody is connected.

    The time is 0, which means now, if every seat has a connected person.
    """
    if not table.quick or table.stage is not TableStage.SEATING:
        return None
    people = [chair.player is not None and chair.here for chair in table.chairs]
    return 0 if all(people) else table.quick_at if any(people) else None


def leaving(table: Table) -> list[tuple[int, en.PlayerLeft]]:
    """Return a time and an entry for each disconnected person at a quick game that has not begun.

    If the person does not reconnect before that time, the entry frees the person's seat. So the game begins with the
    connected people, and with those who disconnected within the last ``ARRIVE_MS``.
    """
    if not table.quick or table.stage is not TableStage.SEATING:
        return []
    begin = table.quick_at
    return [
        (max(min(chair.lost + LOST_MS, begin), chair.lost + ARRIVE_MS), en.PlayerLeft(chair.player))
        for chair in table.chairs
        if chair.player is not None and chair.lost is not None
    ]
