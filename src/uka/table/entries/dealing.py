"""Entries from the beginning of a game to a deal: secrets of the shuffles, the draw for first dealer, cuts, packets.

Players contribute random values, called shares, to each shuffle. The entries about shares are classes of game records:
``ShareCommitted``, ``ShareOpened`` and ``SharesWithheld``.
"""

from __future__ import annotations

from uka.core.cards import Card
from uka.core.seats import Seat

from .base import TableEntryBase


class GameBegan(TableEntryBase, frozen=True):
    """A game began. The draw for first dealer starts at the seat ``captain``."""

    captain: Seat


class SecretsCommitted(TableEntryBase, frozen=True):
    """The server chose its secrets for the shuffles of consecutive packs. ``first`` is the number of the first pack.

    The secrets are in hexadecimal. Clients receive only the commitments to the secrets.
    """

    first: int
    secrets: tuple[str, ...]


class DrawStarted(TableEntryBase, frozen=True):
    """A pack was spread face down for the draw for first dealer. ``order`` holds its cards in order."""

    order: tuple[Card, ...]
    captain: Seat


class DrawCardTaken(TableEntryBase, frozen=True):
    """A seat drew a card. ``place`` is the card's index, from 0, among the cards not yet drawn."""

    seat: Seat
    place: int


class DealerNamed(TableEntryBase, frozen=True):
    """The partnership that drew the higher card named the first dealer."""

    dealer: Seat


class CommitmentsClosed(TableEntryBase, frozen=True):
    """Seats can no longer commit to shares, the players' random inputs, for the shuffle of pack ``number``.

    ``by`` lists the seats whose shares the shuffle uses.
    """

    number: int
    by: tuple[Seat, ...] = ()


class PackCut(TableEntryBase, frozen=True):
    """A seat cut the pack: it moved ``cards`` cards from the top to the bottom.

    If ``own`` is false, nobody cut, and the shuffle determines the cut.
    """

    seat: Seat
    cards: int
    own: bool = True


class PacketPatternChosen(TableEntryBase, frozen=True):
    """The dealer chose the packet pattern of the deal, such as "3-2".

    If no pattern is given, the shuffle determines the pattern.
    """

    seat: Seat
    packet_pattern: str | None = None
