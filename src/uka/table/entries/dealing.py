"""Entries from the beginning of a game to the deal of a pack: secrets, the draw for the deal, the cut, the packets.

The entries about shares are those of the records: ``ShareCommitted``, ``ShareOpened`` and ``SharesWithheld``.
"""

from __future__ import annotations

import msgspec

from uka.core.cards import Card
from uka.core.seats import Seat

from .base import TableEntryBase


class GameBegan(TableEntryBase, frozen=True, tag="began"):
    """A game began. The draw starts at the seat ``captain``; ``dealing`` is the version of fair dealing."""

    captain: Seat
    dealing: int = 1


class SecretsCommitted(TableEntryBase, frozen=True, tag="sealed"):
    """The server's secrets for the packs from number ``first`` on, in hexadecimal. Clients get the commitments only."""

    first: int
    secrets: tuple[str, ...]


class EntropyAdded(TableEntryBase, frozen=True, tag="added"):
    """Version 1 of fair dealing: a seat's contribution to a pack.

    ``own`` is false if the value was derived from the secret because the seat sent none.
    """

    number: int
    seat: Seat
    value: str
    own: bool = True


class DrawStarted(TableEntryBase, frozen=True, tag="spread"):
    """The pack was spread face down for the draw, in this order."""

    order: tuple[Card, ...]
    captain: Seat


class DrawCardTaken(TableEntryBase, frozen=True, tag="took"):
    """A seat drew a card; ``place`` counts the cards that are left, from 0."""

    seat: Seat
    place: int


class DealerNamed(TableEntryBase, frozen=True, tag="named"):
    """The partnership that cut the higher card named the dealer."""

    dealer: Seat


class CommitmentsClosed(TableEntryBase, frozen=True, tag="shuffled"):
    """The commitments to shares of the next pack were closed. The shares of the seats ``by`` determine the pack.

    In version 1 of fair dealing the pack was determined, and had to be cut and dealt by hand.
    """

    number: int
    by: tuple[Seat, ...] = ()


class PackCut(TableEntryBase, frozen=True, tag="cut"):
    """A seat cut the pack by lifting ``cards`` cards. If ``own`` is false, the shuffle determines the cut instead."""

    seat: Seat
    cards: int
    own: bool = True


class PacketPatternChosen(TableEntryBase, frozen=True, tag="packets_chosen"):
    """The dealer chose one of the ruleset's packet patterns. With None, the shuffle determines it."""

    seat: Seat
    packet_pattern: str | None = msgspec.field(default=None, name="way")
