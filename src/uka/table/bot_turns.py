"""The times at which bots choose: for their own seats, for persons who are away, and for persons whose time is up."""

from __future__ import annotations

from uka.core.seats import Seat

from .personas import answer_time
from .table import Table


def chooses_at(table: Table, seat: Seat) -> int | None:
    """Return the time at which a bot chooses for a seat, or None if a person plays the seat without a time limit."""
    chair, settings = table.chair(seat), table.settings
    if not chair.manned:
        return table.since + answer_time(settings.answer_ms, chair.persona)
    return table.since + settings.move_ms + chair.bank if settings.move_ms else None


def may_choose(table: Table, seat: Seat, now: int) -> bool:
    """Return whether it is the seat's turn and a bot may choose for the seat at ``now``, in milliseconds since 1970."""
    at = chooses_at(table, seat)
    return table.turn is seat and table.paused is None and at is not None and at <= now
