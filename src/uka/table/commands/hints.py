"""Who may get a hint, and from which observation it is computed."""

from __future__ import annotations

from uka.core.observation import Observation
from uka.core.seats import Seat

from ..table import Table, TableRefusal
from .gameplay import check_can_act, seat_in_game


def hint_observation(table: Table, player: str) -> Observation:
    """Return the observation of the person ``player``, from which a hint for that person is computed.

    Raise ``TableRefusal`` unless the person is the only seated person and it is the person's turn. There are no hints
    in timed games or in tournaments.
    """
    seat = seat_in_game(table, player)
    if table.settings.reserved:
        raise TableRefusal("there are no hints at this table")
    if _timed(table):
        raise TableRefusal("there are no hints in timed games")
    if table.only_person is not seat:
        raise TableRefusal("you get hints only when all the others are bots")
    check_can_act(table, seat)
    seen = table.observe(seat)
    if seen is None or table.turn is not seat:
        raise TableRefusal("you can get a hint only on your turn")
    return seen


def hint_seat(table: Table) -> Seat | None:
    """Return the seat of the person who may ask for hints, or None if nobody may.

    Only a person whose opponents and partner are all bots may, and not in timed games or in tournaments.
    """
    return None if table.settings.reserved or _timed(table) else table.only_person


def _timed(table: Table) -> bool:
    return table.settings.move_ms > 0 or table.bell_at is not None
