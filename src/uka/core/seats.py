"""The seats around the table and the partnerships that they form."""

from __future__ import annotations

from enum import Enum

from .errors import UnknownSeat


class Seat(Enum):
    """A player's position at the table. The seats are in clockwise order.

    >>> Seat.SOUTH.left, Seat.SOUTH.partner, Seat.SOUTH.right
    (Seat.WEST, Seat.NORTH, Seat.EAST)
    """

    index: int
    left: Seat
    right: Seat
    partner: Seat
    partnership: Partnership
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


class Partnership(Enum):
    """Two opposite seats that score together."""

    index: int
    seats: tuple[Seat, ...]
    other: Partnership
    NORTH_SOUTH = "north-south"
    EAST_WEST = "east-west"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Partnership.{self.name}"


SEATS: tuple[Seat, ...] = tuple(Seat)
PARTNERSHIPS: tuple[Partnership, ...] = tuple(Partnership)

for _i, _side in enumerate(PARTNERSHIPS):
    _side.index = _i
    _side.seats = SEATS[_i :: len(PARTNERSHIPS)]
    _side.other = PARTNERSHIPS[1 - _i]

for _i, _seat in enumerate(SEATS):
    _seat.index = _i
    _seat.left = SEATS[(_i + 1) % len(SEATS)]
    _seat.right = SEATS[_i - 1]
    _seat.partner = SEATS[(_i + len(SEATS) // 2) % len(SEATS)]
    _seat.partnership = PARTNERSHIPS[_i % len(PARTNERSHIPS)]


def seat_of(value: Seat | str) -> Seat:
    """Return ``value`` as a seat. It may be a seat, the name of one or its first letter. Else raise ``UnknownSeat``.

    >>> seat_of("south"), seat_of("W"), seat_of(Seat.NORTH)
    (Seat.SOUTH, Seat.WEST, Seat.NORTH)
    """
    if isinstance(value, Seat):
        return value
    plain = str(value).strip().lower()
    for seat in SEATS:
        if plain in (seat.value, seat.value[0]):
            return seat
    raise UnknownSeat(f"{value!r} is not a seat: write north, east, south or west")


def clockwise(first: Seat) -> tuple[Seat, ...]:
    """Return all seats in clockwise order, starting with ``first``."""
    return _CLOCKWISE[first.index]


_CLOCKWISE = tuple(SEATS[i:] + SEATS[:i] for i in range(len(SEATS)))


NEXT_ACTIVE: tuple[tuple[Seat, ...], ...] = tuple(
    tuple(next((s for s in clockwise(seat.left) if not sitting_out >> s.index & 1), seat) for seat in SEATS)
    for sitting_out in range(1 << len(SEATS))
)
"""The next seat clockwise that plays after a seat, as ``NEXT_ACTIVE[sitting_out][seat.index]``.

``sitting_out`` is the mask of the seats that sit out.
"""

PLAY_ORDER: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    tuple(tuple(s for s in clockwise(leader) if s is leader or not sitting_out >> s.index & 1) for leader in SEATS)
    for sitting_out in range(1 << len(SEATS))
)
"""The seats that play to a trick, in the order of play, as ``PLAY_ORDER[sitting_out][leader.index]``.

``sitting_out`` is the mask of the seats that sit out, and ``leader`` the seat that leads.
"""
