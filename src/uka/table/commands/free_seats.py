"""Which seat a person gets who comes to a table without a choice of their own."""

from __future__ import annotations

from uka.core.seats import Seat

from ..table import Table

SEATED_IN_TURN = (Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
"""The order in which people get the seats. The first two people are partners."""


def first_free_seat(table: Table) -> Seat | None:
    """Return the seat that the next person gets, or None if each seat has a person or a bot, or is booked.

    It is the seat opposite the host if that is free, else the first free seat of ``SEATED_IN_TURN``. A quick game has
    no host.
    """
    host = table.seat_of(table.host)
    order = SEATED_IN_TURN if host is None else (host.partner, *SEATED_IN_TURN)
    return next((seat for seat in order if seat in table.rules.seats and _is_free(table, seat)), None)


def _is_free(table: Table, seat: Seat) -> bool:
    chair = table.chair(seat)
    return chair.player is None and chair.bot is None and chair.booked is None
