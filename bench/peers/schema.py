"""Reads the state of a table that Colyseus sends, whole or as changes, in the binary form of ``@colyseus/schema`` 5.

A message names a structure by its reference number and then its changed fields, each as an operation with the index of
the field, followed by the value. The root has the number 0.
"""

from __future__ import annotations

from collections.abc import Callable

from bench.peers.euchre import Table

SWITCH, DELETE = 255, 64
FIELDS = ("version", "stage", "turn", "dealer", "upcard", "trump", "maker", "leader", "trick", "lastTrick",
          "tricks0", "tricks1", "score0", "score1", "players")  # fmt: skip
"""The fields of the root, in the order in which ``colyseus/server.js`` defines them."""
TEXTS = {"stage", "upcard", "trump", "trick", "lastTrick"}


class State:
    """A client's copy of its table. ``hands`` are the hands that it was sent, by seat: its own only."""

    def __init__(self) -> None:
        self.table, self.version = Table(), -1
        self.hands: dict[int, str] = {}
        self._array = -1
        """The reference number of the array of the four players."""
        self._seats: dict[int, int] = {}
        """The seat by the reference number of a player."""

    def read(self, data: bytes) -> None:
        """Apply a message, without the code of its kind."""
        at, field = 0, self._root_field
        while at < len(data):
            if data[at] == SWITCH:
                number, at = _number(data, at + 1)
                field = self._fields(number)
            else:
                at = field(data, at)

    def _fields(self, number: int) -> Callable[[bytes, int], int]:
        """Return what reads a field of the structure with this number."""
        if number == 0:
            return self._root_field
        if number == self._array:
            return self._player
        seat = self._seats[number]
        return lambda data, at: self._hand(seat, data, at)

    def _root_field(self, data: bytes, at: int) -> int:
        name = FIELDS[data[at] & 63]
        if name in TEXTS:
            value, at = _text(data, at + 1)
        elif name == "version":
            self.version, at = int.from_bytes(data[at + 1 : at + 5], "little"), at + 5
            return at
        elif name == "players":
            self._array, at = _number(data, at + 1)
            return at
        else:
            value, at = data[at + 1], at + 2
        if name in Table.__struct_fields__:
            setattr(self.table, name, value)
        return at

    def _player(self, data: bytes, at: int) -> int:
        seat, at = _number(data, at + 1)
        number, at = _number(data, at)
        self._seats[number] = seat
        return at

    def _hand(self, seat: int, data: bytes, at: int) -> int:
        if data[at] & 192 == DELETE:
            self.hands[seat] = ""
            return at + 1
        self.hands[seat], at = _text(data, at + 1)
        return at


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number in MessagePack's form, up to 16 bits, and the index after it."""
    size = {0xCC: 1, 0xCD: 2}.get(data[at], 0)
    if not size:
        return data[at], at + 1
    return int.from_bytes(data[at + 1 : at + 1 + size], "little"), at + 1 + size


def _text(data: bytes, at: int) -> tuple[str, int]:
    """Return a text of up to 31 bytes, and the index after it."""
    end = at + 1 + (data[at] & 31)
    return data[at + 1 : end].decode(), end
