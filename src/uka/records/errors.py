"""The exceptions about records. Each exception names the line, deal, trick, seat and card at fault, if known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict, Unpack

from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.seats import Seat


class RecordNotWritten(UkaError):
    """Raised if an entry cannot be written to the file of a log. The entry is then not applied to the game."""


class FaultLocation(TypedDict, total=False):
    """Where in a record a fault is. ``line`` counts from 1; ``game``, ``deal`` and ``trick`` count from 0."""

    file: str | None
    game: int | None
    line: int | None
    deal: int | None
    trick: int | None
    seat: Seat | None
    card: Card | None


class InvalidRecord(UkaError):
    """Raised if a record cannot be read, or if it breaks the rules of the game.

    ``location`` says where the fault is: its keys are the fields of ``FaultLocation``. The message counts games, lines,
    deals and tricks from 1. If a deal has several faults, ``faults`` holds an exception for each of them.
    """

    def __init__(self, why: str, *, faults: tuple[InvalidRecord, ...] = (), **location: Unpack[FaultLocation]) -> None:
        self.why, self.faults, self.location = why, faults, location
        self.game, self.line, self.deal = location.get("game"), location.get("line"), location.get("deal")
        self.trick, self.seat, self.card = location.get("trick"), location.get("seat"), location.get("card")
        super().__init__(
            ": ".join(part for part in (location.get("file"), ", ".join(self._location_words()), why) if part)
        )

    def _location_words(self) -> Iterator[str]:
        """Yield in words where the fault is, as far as that is known: the game, line, deal, trick, seat and card."""
        for name, first in (("game", 0), ("line", 1), ("deal", 0)):
            if (number := self.location.get(name)) is not None:
                yield f"{name} {number - first + 1}"
        if self.trick is not None:
            yield f"trick {self.trick + 1} of 5"
        yield from (str(part) for part in (self.seat, self.card) if part)

    def with_location(self, **location: Unpack[FaultLocation]) -> InvalidRecord:
        """Return a copy of the exception that says more of where the fault is, such as the file's name."""
        return type(self)(self.why, faults=self.faults, **{**self.location, **location})


class PlayedBeyondEnd(InvalidRecord):
    """Raised if a file has deals after the end of its game."""
