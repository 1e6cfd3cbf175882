"""The times at which bots choose, for their own seats and for others, and the seeds of choices in given deals."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records.fair import bot_seed

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


def given_seed(table: Table, seen: Observation) -> int | None:
    """Return the seed of a bot's choice at a table that plays given deals; return None at any other table."""
    if not table.settings.deals or not table.number:
        return None
    return bot_seed(bytes.fromhex(table.secrets[table.number - 1]), f"{seen.seat} {seen.score} {seen}")


def bot_view(table: Table, seen: Observation) -> Observation:
    """Return what a bot chooses from. Where only points count, each of the given deals is played as if it was first.

    So the choices in a deal do not depend on the deals before.
    """
    if not table.settings.deals or table.rules.target:
        return seen
    return replace(seen, score=(0,) * len(seen.score), number=0, previous=None)
