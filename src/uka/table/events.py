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
    """A pack was spread face down for the draw for first dealer. ``number`` is the number of the pack."""

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
    """A pack was cut and dealt. ``number`` is the number of the pack. ``cut`` is the number of cards cut off the top.

    The packet pattern, such as "3-2", gives the number of cards dealt to each seat at a time. ``game`` is the number of
    the game in a rubber, from 0.
    """

    number: int
    dealer: Seat
    cut: int | None
    packet_pattern: str | None
    game: int = 0


class RestClaimed(EventBase, frozen=True):
    """A seat showed its hand and made a valid claim of the rest of the tricks.

    ``cards`` is the hand. All remaining cards are then played at once.
    """

    seat: Seat
    cards: tuple[Card, ...]


TableEvent: TypeAlias = (
    ServerCommitted | PackSecretOpened | PackSpread | CardDrawn | DealerFound | PackDealt | RestClaimed
)
GameOrTableEvent: TypeAlias = TableEvent | GameEvent
"""An event of the table itself or of its game."""
