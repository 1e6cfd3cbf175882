"""Events at a table that are not events of the game. Every viewer may see all of these events."""

from __future__ import annotations

from typing import TypeAlias

from uka.core.cards import Card
from uka.core.events import Event as GameEvent
from uka.core.events import EventBase
from uka.core.seats import Seat
from uka.records.fair import ServerCommitted


class PackSecretOpened(EventBase, frozen=True):
    """The server opened its secret for the shuffle of pack ``number``, which is no longer in play."""

    number: int
    secret: str


class PackSpread(EventBase, frozen=True):
    """Pack ``number`` was spread face down for the draw for first dealer."""

    number: int


class CardDrawn(EventBase, frozen=True):
    """A seat drew a card in the draw for first dealer."""

    seat: Seat
    card: Card


class DealerFound(EventBase, frozen=True):
    """The draw found the first dealer. The player at the seat with index *i* moves to the seat ``seating[i]``."""

    dealer: Seat
    seating: tuple[Seat, ...]


class PackDealt(EventBase, frozen=True):
    """A pack was shuffled, cut and dealt."""

    number: int
    """The number of the pack."""
    dealer: Seat
    cut: int | None
    """The number of cards cut off the top, or None if the rules have no cut."""
    packet_pattern: str | None
    """How many cards each seat got at a time, such as "3-2"; None if the rules leave no choice."""
    game: int = 0
    """The number of the game in a rubber, from 0."""


class RestClaimed(EventBase, frozen=True):
    """A seat showed its hand, ``cards``, and claimed the rest of the tricks. The claim is valid.

    All remaining cards are then played at once.
    """

    seat: Seat
    cards: tuple[Card, ...]


TableEvent: TypeAlias = (
    ServerCommitted | PackSecretOpened | PackSpread | CardDrawn | DealerFound | PackDealt | RestClaimed
)
GameOrTableEvent: TypeAlias = TableEvent | GameEvent
"""An event of the table itself or of its game."""
