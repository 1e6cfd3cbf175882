"""The state of the players' random shares in a game, and the protocol's steps: commit, close, cut, open, deal.

A share is the random value that a player contributes to the order of a pack. A table, a client that checks a table, and
the verification of a record all run the same steps. Each step returns a new state. A step that the protocol does not
allow raises ``UnfairDeal``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from uka.core.seats import SEATS, Seat

from .construction import CHAIN, link, require, stand_in

HEX = re.compile("[0-9a-f]{64}")


class ChainLink(msgspec.Struct, frozen=True, gc=False):
    """The newest public value of a seat's hash chain. Repeated hashing of any later share must give this value.

    The value is the share that the seat opened for pack ``number``. Before the seat opens any share, the value is the
    seat's commitment; then ``number`` is one less than the number of the first pack that uses a share of the chain.
    """

    number: int
    value: str


class Shares(msgspec.Struct, frozen=True, gc=False):
    """The state of the shares of a game. A share is the random value that a player contributes to the order of a pack.

    ``number`` is the number of the next pack. ``links`` holds the newest public value of each seat's hash chain, in the
    order of the seats. ``awaited`` holds the seats whose shares determine the pack. ``awaited`` is None while seats can
    still commit to shares for the pack. ``excluded`` holds the seats that withheld a share; until the game ends, values
    computed from the server's secret replace their shares. ``cut`` and ``packet_pattern`` hold what people chose by
    hand before any share was opened.
    """

    links: tuple[ChainLink | None, ...]
    number: int = 0
    awaited: tuple[Seat, ...] | None = None
    excluded: tuple[Seat, ...] = ()
    cut: int | None = None
    packet_pattern: str | None = None

    @classmethod
    def start(cls, seats: int) -> Shares:
        """Return the state at the start of a game with ``seats`` seats. No seat has committed to shares yet."""
        return cls((None,) * seats)

    # The state

    @property
    def closed(self) -> bool:
        """Whether seats can no longer commit to random shares for the next pack."""
        return self.awaited is not None

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that still have to open their random shares of the next pack."""
        return tuple(seat for seat in self.awaited or () if self.share(seat) is None)

    @property
    def opened(self) -> bool:
        """Whether any seat has opened its random share of the next pack."""
        return any(self.share(seat) is not None for seat in self.awaited or ())

    @property
    def complete(self) -> bool:
        """Whether every random share that determines the next pack has been opened."""
        return self.closed and not self.missing

    def share(self, seat: Seat) -> str | None:
        """Return the random share that a seat has opened for the next pack, or None if the share is not opened yet."""
        last = self.links[seat.index]
        return last.value if last is not None and last.number == self.number else None

    def committed(self, seat: Seat) -> bool:
        """Whether a seat has committed to a random share of the next pack and has not opened the share yet."""
        last = self.links[seat.index]
        return last is not None and last.number < self.number and seat not in self.excluded

    def leads(self, seat: Seat, value: str) -> bool:
        """Whether ``value`` is the random share of the next pack to which a seat is committed.

        Repeated hashing of the share must give the newest public value of the seat's hash chain.
        """
        last = self.links[seat.index]
        if last is None:
            return False
        steps = self.number - last.number
        return 0 <= steps <= CHAIN and _leads(value, last.value, steps)

    def values(self, secret: bytes) -> tuple[bytes, ...]:
        """Return the random share of each seat.

        A value computed from the server's ``secret`` replaces a missing share.
        """
        return tuple(self._value(seat, secret) for seat in SEATS[: len(self.links)])

    def _value(self, seat: Seat, secret: bytes) -> bytes:
        own = self.share(seat) if seat in (self.awaited or ()) else None
        return stand_in(secret, self.number, seat) if own is None else bytes.fromhex(own)

    # The steps

    def commit(self, seat: Seat, first: int, commitment: str) -> Shares:
        """Commit a seat to a hash chain of random shares.

        ``first`` is the number of the pack that uses the first share. It must be the number of the next pack, or of the
        pack after it if seats can no longer commit to shares for the next pack.
        """
        require(seat not in self.excluded, f"{seat.value.title()} withheld a share and has none until the next game")
        require(
            seat not in (self.awaited or ()), f"the share of {seat.value.title()} for pack {self.number} is awaited"
        )
        begins = self.number + self.closed
        require(first == begins, f"a chain that is committed to now begins with pack {begins}, not with pack {first}")
        _check_hex(commitment)
        return self._with(seat, ChainLink(first - 1, commitment))

    def close(self, number: int, by: Sequence[Seat]) -> Shares:
        """End the time to commit to random shares for pack ``number``.

        ``by`` holds the seats whose shares determine the pack.
        """
        require(number == self.number, f"the next pack is {self.number}, not {number}")
        require(not self.closed, f"the commitments for pack {number} are closed already")
        for seat in by:
            require(self.committed(seat), f"{seat.value.title()} is not committed to a share of pack {number}")
        return replace(self, awaited=tuple(by))

    def cut_pack(self, cards: int | None) -> Shares:
        """Set the cut that a person chose by hand. ``cards`` is the number of cards cut off the top.

        If ``cards`` is None, no person chose the cut. Raise ``UnfairDeal`` if a share of the pack is already opened.
        """
        self._before_the_first("cut")
        require(self.cut is None, "the pack is cut already")
        return replace(self, cut=cards)

    def choose_packet_pattern(self, packet_pattern: str | None) -> Shares:
        """Set the packet pattern that the dealer chose by hand, or None if no person chose it.

        Raise ``UnfairDeal`` if a share of the pack is already opened.
        """
        self._before_the_first("choice of the packets")
        require(self.packet_pattern is None, "the packets are chosen already")
        return replace(self, packet_pattern=packet_pattern)

    def open(self, number: int, seat: Seat, value: str) -> Shares:
        """Open a seat's random share of pack ``number``.

        Raise ``UnfairDeal`` if ``value`` does not match the seat's commitment.
        """
        require(number == self.number, f"the shares opened now are those of pack {self.number}, not of pack {number}")
        require(seat in (self.awaited or ()), f"no share of {seat.value.title()} is awaited for pack {number}")
        require(self.share(seat) is None, f"{seat.value.title()} has opened its share of pack {number} already")
        _check_hex(value)
        require(
            self.leads(seat, value),
            f"the share that {seat.value.title()} opens for pack {number} doesn't match its commitment",
        )
        return self._with(seat, ChainLink(number, value))

    def withhold(self, number: int, seats: Sequence[Seat]) -> Shares:
        """Abandon pack ``number`` because ``seats`` did not open their random shares.

        The next pack does not use the shares of these seats.
        """
        require(number == self.number, f"the shares awaited now are those of pack {self.number}, not of pack {number}")
        require(bool(seats) and tuple(seats) == self.missing, f"the shares missing from pack {number} are others")
        others = tuple(seat for seat in self.awaited or () if seat not in seats)
        return replace(self, number=number + 1, awaited=others, excluded=(*self.excluded, *seats))

    def use(self) -> Shares:
        """Return the state after the pack is dealt. Seats can then commit to random shares for the next pack.

        Raise ``UnfairDeal`` if a share of the pack is not opened.
        """
        require(self.complete, f"shares of pack {self.number} are not open")
        return self.skip(self.number)

    def skip(self, number: int) -> Shares:
        """Return the state after pack ``number``, even if some random shares of the pack are not opened."""
        return replace(self, number=number + 1, awaited=None, cut=None, packet_pattern=None)

    def vacate(self, seat: Seat) -> Shares:
        """Drop the hash chain of a seat whose player left, unless the next pack awaits a share of the chain."""
        return self if seat in (self.awaited or ()) else self._with(seat, None)

    def reseat(self, seating: Sequence[Seat]) -> Shares:
        """Move the hash chains with their players. The player of the seat with index *i* moves to ``seating[i]``."""
        require(not self.closed and sorted(seating, key=_index) == list(SEATS[: len(self.links)]), "nobody is reseated")
        moved = {seat: self.links[index] for index, seat in enumerate(seating)}
        excluded = tuple(seating[seat.index] for seat in self.excluded)
        return replace(self, links=tuple(moved[seat] for seat in sorted(seating, key=_index)), excluded=excluded)

    def _with(self, seat: Seat, last: ChainLink | None) -> Shares:
        links = list(self.links)
        links[seat.index] = last
        return replace(self, links=tuple(links))

    def _before_the_first(self, what: str) -> None:
        require(self.closed, f"a {what} by hand comes after the commitments are closed")
        require(not self.opened, f"a {what} by hand comes before any share is opened")


def _leads(value: str, to: str, steps: int) -> bool:
    """Whether ``value`` equals ``to`` after it is hashed ``steps`` times. Both values are in hexadecimal."""
    current = bytes.fromhex(value)
    for _ in range(steps):
        current = link(current)
    return current.hex() == to


def _index(seat: Seat) -> int:
    return seat.index


def _check_hex(text: str) -> None:
    require(HEX.fullmatch(text) is not None, "a share is 32 bytes, as 64 digits 0 to 9 and a to f")
