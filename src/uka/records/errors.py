"""The exceptions about records. Each exception names the line, deal, trick, seat and card at fault, if known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict, Unpack

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.seats import Seat


class RecordNotWritten(UkaError):
    """The file of a log cannot be written. The new entry is not applied to the game."""


class RecordPlace(TypedDict, total=False):
    """The position of a fault in a record. Lines count from 1, and all other numbers count from 0.

    The sentence of the error counts everything from 1.
    """

    file: str | None
    game: int | None
    line: int | None
    deal: int | None
    trick: int | None
    seat: Seat | None
    card: Card | None


class InvalidRecord(UkaError):
    """A record cannot be read, or it breaks the rules.

    ``file`` in ``place`` is the name of the file. ``game``, ``deal`` and ``trick`` count from 0, and ``line`` from 1.
    The sentence counts all of them from 1. If a deal has several faults, ``faults`` holds an exception for each fault,
    including the first.
    """

    def __init__(self, why: str, *, faults: tuple[InvalidRecord, ...] = (), **place: Unpack[RecordPlace]) -> None:
        self.why, self.faults, self.place = why, faults, place
        self.game, self.line, self.deal = place.get("game"), place.get("line"), place.get("deal")
        self.trick, self.seat, self.card = place.get("trick"), place.get("seat"), place.get("card")
        super().__init__(": ".join(part for part in (place.get("file"), ", ".join(self._where()), why) if part))

    def _where(self) -> Iterator[str]:
        """Yield the known parts of the fault's position in words: the game, line, deal, trick, seat and card."""
        for name, first in (("game", 0), ("line", 1), ("deal", 0)):
            if (number := self.place.get(name)) is not None:
                yield f"{name} {number - first + 1}"
        if self.trick is not None:
            yield f"trick {self.trick + 1} of 5"
        yield from (str(part) for part in (self.seat, self.card) if part)

    def placed(self, **place: Unpack[RecordPlace]) -> InvalidRecord:
        """Return a copy of the exception with more of its position, such as the file, or the game in a match."""
        return type(self)(self.why, faults=self.faults, **{**self.place, **place})


class PlayedBeyondEnd(InvalidRecord):
    """A file has deals after the end of its game."""
