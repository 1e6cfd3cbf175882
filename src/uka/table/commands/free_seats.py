"""Which seat a person gets who comes to a table without a choice of their own."""

from __future__ import annotations

from collections.abc import Iterator

from uka.core.seats import Seat

from ..table import Table

SEATED_IN_TURN = (Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
"""The order in which people get the seats. The first two people are partners."""


def first_free_seat(table: Table) -> Seat | None:
    """Return the seat that the next person gets, or None if each seat has a person or a bot, or is booked.

    It is the seat opposite the host if that is free, else the first free seat of ``SEATED_IN_TURN``. A quick game has
    no host.
    """
    return next((seat for seat in _without_person(table) if table.chair(seat).bot is None), None)


def first_bot_seat(table: Table) -> Seat | None:
    """Return the first seat, in the same order, that a bot has and nobody waits for, or None."""
    return next((seat for seat in _without_person(table) if table.chair(seat).bot is not None), None)


def _without_person(table: Table) -> Iterator[Seat]:
    """Yield the seats that no person has or waits for, in the order in which people get them."""
    host = table.seat_of(table.host)
    order = SEATED_IN_TURN if host is None else (host.partner, *SEATED_IN_TURN)
    for seat in order:
        if seat in table.rules.seats and table.chair(seat).player is None and table.chair(seat).booked is None:
            yield seat
