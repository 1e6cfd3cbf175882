"""The timers of a quick game that has not begun: one begins the game, the others free seats of disconnected people.

A quick game is a game of strangers who want the same rules. It has no host and begins by itself.
"""

from __future__ import annotations

from . import entries as en
from .table import Table, TableStage

LOST_MS = 8_000
"""A person who is disconnected for this time, in milliseconds, loses the seat. It is enough to reload the page."""
ARRIVE_MS = 3_000
"""A disconnected person keeps the seat for at least this time, in milliseconds, even if the game begins earlier."""


def begins_at(table: Table) -> int | None:
    """Return the time at which a quick game begins by itself, in milliseconds since 1970.

    The time is 0, which means now, if every seat has a connected person. Return None if the game has begun, if nobody
    is connected, or if the table is not for a quick game.
    """
    if not table.quick or table.stage is not TableStage.SEATING:
        return None
    if all(chair.connected for chair in table.chairs):
        return 0
    return table.quick_at if any(chair.connected for chair in table.chairs) else None


def departures(table: Table) -> list[tuple[int, en.PlayerLeft]]:
    """Return when each disconnected person in a seat of a quick game that has not begun loses the seat.

    Each item is a time, in milliseconds since 1970, and the log entry that frees the seat at that time, unless the
    person reconnects before. The person has ``LOST_MS`` to reconnect. If the game is due to begin before that, the
    person has until the beginning, but at least ``ARRIVE_MS``.
    """
    if not table.quick or table.stage is not TableStage.SEATING:
        return []
    begin = table.quick_at
    return [
        (max(min(chair.lost + LOST_MS, begin), chair.lost + ARRIVE_MS), en.PlayerLeft(chair.player))
        for chair in table.chairs
        if chair.player is not None and chair.lost is not None
    ]
