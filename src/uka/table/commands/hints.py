"""Who may get a hint, and from which observation it is computed."""

from __future__ import annotations

from uka.core.observation import Observation
from uka.core.seats import Seat

from ..table import Table, TableRefusal
from .gameplay import ABSENT, PAUSED, seat_in_game


def hint_observation(table: Table, player: str) -> Observation:
    """Return the observation from which a hint for a player is computed.

    Raise ``TableRefusal`` unless the player is the only seated person, and it is the player's turn.
    """
    seat = seat_in_game(table, player)
    if table.settings.reserved:
        raise TableRefusal("there are no hints at this table")
    if _timed(table):
        raise TableRefusal("there are no hints in timed games")
    if table.alone is not seat:
        raise TableRefusal("you get hints only when all the others are bots")
    if table.paused is not None or table.chair(seat).away:
        raise TableRefusal(PAUSED if table.paused is not None else ABSENT)
    seen = table.observe(seat)
    if seen is None or table.turn is not seat:
        raise TableRefusal("you can get a hint only on your turn")
    return seen


def hint_seat(table: Table) -> Seat | None:
    """Return the seat of the person who may ask for hints, or None if nobody may.

    A person may ask only if nobody else has a seat, and only without a clock and outside of tournaments.
    """
    return None if table.settings.reserved or _timed(table) else table.alone


def _timed(table: Table) -> bool:
    return table.settings.move_ms > 0 or table.bell_at is not None
