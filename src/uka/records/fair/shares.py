"""The state of the players' random shares in a game, and the steps of fair dealing that change it.

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

from .construction import CHAIN, require, share_hash, stand_in

HEX = re.compile("[0-9a-f]{64}")


class ChainLink(msgspec.Struct, frozen=True, gc=False):
    """The newest public value of a seat's hash chain. Repeated hashing of any later share must give this value."""

    number: int
    """The number of the pack whose share ``value`` is.

    If ``value`` is the seat's commitment, it is one less than the number of the first pack that uses the chain.
    """
    value: str
    """The share that the seat opened last, or its commitment while it has opened none, in hexadecimal."""


class Shares(msgspec.Struct, frozen=True, gc=False):
    """The state of the shares of a game. A share is a random value that a player contributes to the order of a pack."""

    links: tuple[ChainLink | None, ...]
    """For each seat, north first, the newest public value of its hash chain, or None if it is not committed."""
    number: int = 0
    """The number of the next pack."""
    awaited: tuple[Seat, ...] | None = None
    """The seats whose shares determine the next pack, or None while seats can still commit to shares for it."""
    excluded: tuple[Seat, ...] = ()
    """The seats that withheld a share. Until the game ends, values computed from the server's secret replace theirs."""
    cut: int | None = None
    """The number of cards that a person cut off the top before any share was opened, or None."""
    packet_pattern: str | None = None
    """The packet pattern, such as "3-2", that the dealer chose before any share was opened, or None."""

    @classmethod
    def start(cls, seats: int) -> Shares:
        """Return the state at the start of a game with ``seats`` seats: no seat has committed to random shares."""
        return cls((None,) * seats)

    # The state

    @property
    def commitments_closed(self) -> bool:
        """Whether seats can no longer commit to random shares for the next pack."""
        return self.awaited is not None

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that still have to open their random shares of the next pack."""
        return tuple(seat for seat in self.awaited or () if self.share(seat) is None)

    @property
    def any_opened(self) -> bool:
        """Whether any seat has opened its random share of the next pack."""
        return any(self.share(seat) is not None for seat in self.awaited or ())

    @property
    def all_opened(self) -> bool:
        """Whether it is settled which random shares determine the next pack, and all of them are opened."""
        return self.commitments_closed and not self.missing

    def share(self, seat: Seat) -> str | None:
        """Return the random share that ``seat`` has opened for the next pack, or None if it has opened none yet."""
        last = self.links[seat.index]
        return last.value if last is not None and last.number == self.number else None

    def committed(self, seat: Seat) -> bool:
        """Whether ``seat`` has committed to a random share of the next pack and has not opened that share yet."""
        last = self.links[seat.index]
        return last is not None and last.number < self.number and seat not in self.excluded

    def matches_chain(self, seat: Seat, value: str) -> bool:
        """Whether ``value`` is the random share of the next pack to which ``seat`` is committed.

        Repeated hashing of ``value`` must give the newest public value of the seat's hash chain.
        """
        last = self.links[seat.index]
        if last is None:
            return False
        steps = self.number - last.number
        return 0 <= steps <= CHAIN and _hashes_to(value, last.value, steps)

    def values(self, secret: bytes) -> tuple[bytes, ...]:
        """Return the random value of each seat, north's first, that determines the next pack.

        For a seat without a share, the value is computed from the server's ``secret``.
        """
        return tuple(self._share_or_stand_in(seat, secret) for seat in SEATS[: len(self.links)])

    def _share_or_stand_in(self, seat: Seat, secret: bytes) -> bytes:
        own = self.share(seat) if self._needs_share_of(seat) else None
        return stand_in(secret, self.number, seat) if own is None else bytes.fromhex(own)

    # The steps

    def commit(self, seat: Seat, first: int, commitment: str) -> Shares:
        """Commit ``seat`` to a hash chain of random shares, and return the new state.

        ``first`` is the number of the pack that uses the first share. It must be the number of the next pack, or of the
        pack after it if seats can no longer commit to shares for the next pack. ``commitment`` is the hash of the first
        share.
        """
        require(seat not in self.excluded, f"{seat.value.title()} withheld a share and has none until the next game")
        require(not self._needs_share_of(seat), f"the share of {seat.value.title()} for pack {self.number} is awaited")
        begins = self.number + 1 if self.commitments_closed else self.number
        require(first == begins, f"a chain that is committed to now begins with pack {begins}, not with pack {first}")
        _check_hex(commitment)
        return self._with_link(seat, ChainLink(first - 1, commitment))

    def close_commitments(self, number: int, contributors: Sequence[Seat]) -> Shares:
        """End the time in which seats can commit to random shares for pack ``number``, and return the new state.

        ``contributors`` holds the seats whose shares determine the pack.
        """
        require(number == self.number, f"the next pack is {self.number}, not {number}")
        require(not self.commitments_closed, f"the commitments for pack {number} are closed already")
        for seat in contributors:
            require(self.committed(seat), f"{seat.value.title()} is not committed to a share of pack {number}")
        return replace(self, awaited=tuple(contributors))

    def cut_pack(self, cards: int | None) -> Shares:
        """Return the state after a person has cut the next pack by hand. ``cards`` is the number of cards cut off.

        If ``cards`` is None, no person chose the cut. Raise ``UnfairDeal`` if a share of the pack is already opened.
        """
        self._check_none_opened("cut")
        require(self.cut is None, "the pack is cut already")
        return replace(self, cut=cards)

    def choose_packet_pattern(self, packet_pattern: str | None) -> Shares:
        """Return the state after the dealer has chosen how many cards each seat gets at a time, such as "3-2".

        If ``packet_pattern`` is None, no person chose it. Raise ``UnfairDeal`` if a share of the pack is already
        opened.
        """
        self._check_none_opened("choice of the packets")
        require(self.packet_pattern is None, "the packets are chosen already")
        return replace(self, packet_pattern=packet_pattern)

    def open(self, number: int, seat: Seat, value: str) -> Shares:
        """Return the state after ``seat`` has opened ``value``, its random share of pack ``number``.

        Raise ``UnfairDeal`` if ``value`` does not match the seat's commitment.
        """
        require(number == self.number, f"the shares opened now are those of pack {self.number}, not of pack {number}")
        require(self._needs_share_of(seat), f"no share of {seat.value.title()} is awaited for pack {number}")
        require(self.share(seat) is None, f"{seat.value.title()} has opened its share of pack {number} already")
        _check_hex(value)
        require(
            self.matches_chain(seat, value),
            f"the share that {seat.value.title()} opens for pack {number} doesn't match its commitment",
        )
        return self._with_link(seat, ChainLink(number, value))

    def withhold(self, number: int, seats: Sequence[Seat]) -> Shares:
        """Abandon pack ``number`` because ``seats`` did not open their random shares, and return the new state.

        ``seats`` must be all seats that have not opened their shares. The next packs use no shares of these seats.
        """
        require(number == self.number, f"the shares awaited now are those of pack {self.number}, not of pack {number}")
        require(bool(seats) and tuple(seats) == self.missing, f"the shares missing from pack {number} are others")
        others = tuple(seat for seat in self.awaited or () if seat not in seats)
        return replace(self, number=number + 1, awaited=others, excluded=(*self.excluded, *seats))

    def use(self) -> Shares:
        """Return the state after the pack is dealt. Seats can then commit to random shares for the pack after it.

        Raise ``UnfairDeal`` if a share of the pack is not opened.
        """
        require(self.all_opened, f"shares of pack {self.number} are not open")
        return self.skip(self.number)

    def skip(self, number: int) -> Shares:
        """Go on to the pack after ``number``, even if random shares are not opened, and return the new state."""
        return replace(self, number=number + 1, awaited=None, cut=None, packet_pattern=None)

    def vacate(self, seat: Seat) -> Shares:
        """Return the state after the player of ``seat`` has left: without the seat's hash chain.

        If the next pack awaits a share of the chain, the state stays as it is.
        """
        return self if self._needs_share_of(seat) else self._with_link(seat, None)

    def reseat(self, seating: Sequence[Seat]) -> Shares:
        """Return the state after the players have changed seats. Each hash chain moves with its player.

        The player of the seat with the index *i* moves to ``seating[i]``.
        """
        seats = SEATS[: len(self.links)]
        require(
            not self.commitments_closed and {*seating} == {*seats} and len(seating) == len(seats), "nobody is reseated"
        )
        moved = dict(zip(seating, self.links, strict=True))
        excluded = tuple(seating[seat.index] for seat in self.excluded)
        return replace(self, links=tuple(moved[seat] for seat in seats), excluded=excluded)

    def _needs_share_of(self, seat: Seat) -> bool:
        """Whether the next pack depends on a random share of ``seat``."""
        return self.awaited is not None and seat in self.awaited

    def _with_link(self, seat: Seat, last: ChainLink | None) -> Shares:
        links = list(self.links)
        links[seat.index] = last
        return replace(self, links=tuple(links))

    def _check_none_opened(self, what: str) -> None:
        """Raise ``UnfairDeal`` unless a choice by hand, called ``what``, is allowed now: before any share is opened."""
        require(self.commitments_closed, f"a {what} by hand comes after the commitments are closed")
        require(not self.any_opened, f"a {what} by hand comes before any share is opened")


def _hashes_to(value: str, expected: str, steps: int) -> bool:
    """Whether ``value``, hashed ``steps`` times, gives ``expected``. Both values are in hexadecimal."""
    current = bytes.fromhex(value)
    for _ in range(steps):
        current = share_hash(current)
    return current.hex() == expected


def _check_hex(text: str) -> None:
    require(HEX.fullmatch(text) is not None, "a share is 32 bytes, as 64 digits 0 to 9 and a to f")
