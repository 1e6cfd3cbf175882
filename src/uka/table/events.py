"""What happened at a table beside the game's own events; all of it is for everyone."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.core.cards import Card
from uka.core.events import Event as GameEvent
from uka.core.events import EventBase
from uka.core.seats import Seat


class CommitmentsPublished(EventBase, frozen=True, tag="commitments_told"):
    """The commitments to the secrets of the packs from ``first`` on."""

    first: int
    commitments: tuple[str, ...]


class SecretPublished(EventBase, frozen=True, tag="secret_told"):
    """The secret of a pack, now that it gives nothing away."""

    number: int
    secret: str


class PackSpread(EventBase, frozen=True, tag="pack_spread"):
    """A pack lies face down for the draw; ``number`` is that of its secret."""

    number: int


class CardDrawn(EventBase, frozen=True, tag="card_drawn"):
    """A card came to light in the draw."""

    seat: Seat
    card: Card


class DealerFound(EventBase, frozen=True, tag="dealer_found"):
    """The draw is over; who sat at the seat of index *i* sits at ``seating[i]`` from now on."""

    dealer: Seat
    seating: tuple[Seat, ...]


class PackDealt(EventBase, frozen=True, tag="pack_dealt"):
    """A pack was cut and dealt; ``number`` is that of its secret, ``game`` which game of a rubber it is dealt in."""

    number: int
    dealer: Seat
    cut: int | None
    packet_pattern: str | None = msgspec.field(name="way")
    game: int = 0


class RestClaimed(EventBase, frozen=True, tag="rest_claimed"):
    """A seat showed its hand and claimed the rest of the tricks, which it has; the cards are played out at once."""

    seat: Seat
    cards: tuple[Card, ...]


TableEvent: TypeAlias = (
    CommitmentsPublished | SecretPublished | PackSpread | CardDrawn | DealerFound | PackDealt | RestClaimed
)
GameOrTableEvent: TypeAlias = TableEvent | GameEvent
"""An event of the table or of its game."""
