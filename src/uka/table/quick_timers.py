"""The timers of a quick game that waits for people: who is away gives up the seat, and the game begins by itself."""

from __future__ import annotations

from . import entries as en
from .table import Table, TableStage

LOST_MS = 8_000
"""The time, in milliseconds, after which a person without a connection gives up the seat. A page can be reloaded."""


def begins_at(table: Table) -> int | None:
    """Return the time at which a quick game begins by itself, or None if it has begun or nobody waits.

    The time is 0, which means now, if every seat has a person.
    """
    if not table.quick or table.stage is not TableStage.SEATING:
        return None
    people = [chair.player for chair in table.chairs]
    return 0 if all(people) else table.quick_at if any(people) else None


def leaving(table: Table) -> list[tuple[int, en.PlayerLeft]]:
    """Return the people who give up their seats in a waiting quick game if they stay away, each with the time."""
    if not table.quick or table.stage is not TableStage.SEATING:
        return []
    return [
        (chair.lost + LOST_MS, en.PlayerLeft(chair.player))
        for chair in table.chairs
        if chair.player is not None and chair.lost is not None
    ]
