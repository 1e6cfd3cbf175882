"""When a bot chooses an action, for its own seat or for a person's seat, and what the choice depends on."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records.fair import bot_seed

from .personas import answer_time
from .table import Table


def chooses_at(table: Table, seat: Seat) -> int | None:
    """Return the time at which a bot chooses an action for ``seat``, in milliseconds since 1970.

    For a person's seat this is the time at which the person's time limit is over; None if there is no time limit.
    """
    chair, settings = table.chair(seat), table.settings
    if not chair.manned:
        return table.since + answer_time(settings.answer_ms, chair.persona)
    return table.since + settings.move_ms + chair.bank if settings.move_ms else None


def may_choose(table: Table, seat: Seat, now: int) -> bool:
    """Return whether it is the turn of ``seat`` and a bot may choose for it at ``now``, in milliseconds since 1970."""
    at = chooses_at(table, seat)
    return table.turn is seat and table.paused is None and at is not None and at <= now


def choice_seed(table: Table, seen: Observation) -> int | None:
    """Return the random seed for a bot's choice from the observation ``seen`` at a table with given deals.

    Given deals are fixed before the game. With the same seed, a bot makes the same choice at each table that plays
    them. Return None at a table with random deals.
    """
    if not table.settings.deals or not table.number:
        return None
    return bot_seed(bytes.fromhex(table.secrets[table.number - 1]), f"{seen.seat} {seen.score} {seen}")


def bot_view(table: Table, seen: Observation) -> Observation:
    """Return the observation from which a bot chooses. It is ``seen``, except in given deals (fixed before the game).

    If the rules of given deals have no target score, the score and the previous deal are removed. So the bot plays
    each deal as if it were the first, and its choices do not depend on earlier deals.
    """
    if not table.settings.deals or table.rules.target:
        return seen
    return replace(seen, score=(0,) * len(seen.score), number=0, previous=None)
