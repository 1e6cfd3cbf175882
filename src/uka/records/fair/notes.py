"""The entries of the fair dealing protocol. A game record holds each entry as the JSON text of a note of kind "fair".

The notes are in the order in which the steps happened. Bytes are written in hexadecimal. The log of a table holds most
of these entries as entries of its own, without a note.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from uka.core.events import EventBase
from uka.core.seats import Seat

from ..entries import Note, RecordEntryBase

KIND = "fair"


class ServerCommitted(EventBase, frozen=True, forbid_unknown_fields=True):
    """The server committed to its secrets for consecutive packs. A table sends everybody this entry as an event."""

    first: int
    """The number of the first of these packs."""
    commitments: tuple[str, ...]
    """For each pack, the hash of the server's secret, in hexadecimal."""


class ShareCommitted(RecordEntryBase, frozen=True):
    """A seat committed to a hash chain of random shares, one share for each pack to come."""

    seat: Seat
    first: int
    """The number of the pack for which the first share is."""
    commitment: str
    """The hash of the first share, in hexadecimal."""


class CommitmentsClosed(RecordEntryBase, frozen=True):
    """From now on no seat can commit to a random share for the next pack."""

    number: int
    """The number of the pack."""
    by: tuple[Seat, ...]
    """The seats whose shares determine the pack."""


class PackCut(RecordEntryBase, frozen=True):
    """A seat cut the next pack, or let the pack's random key determine the cut."""

    seat: Seat
    cards: int | None = None
    """The number of cards that the person cut off the top, or None if the key of the pack determines the cut."""


class PacketPatternChosen(RecordEntryBase, frozen=True):
    """The dealer chose how many cards each seat gets at a time in the next deal, or left that choice open."""

    seat: Seat
    packet_pattern: str | None = None
    """The packet pattern that the person chose, such as "3-2".

    It is None if the ruleset or the key of the pack determines the pattern.
    """


class ShareOpened(RecordEntryBase, frozen=True):
    """A seat opened its share of a pack: it revealed the random value to which it had committed."""

    number: int
    """The number of the pack."""
    seat: Seat
    share: str
    """The random value, in hexadecimal."""


class SharesWithheld(RecordEntryBase, frozen=True):
    """Some seats did not open their random shares in time, so the pack is abandoned.

    The packs after it, until the end of the game, use no shares of these seats.
    """

    number: int
    """The number of the abandoned pack."""
    seats: tuple[Seat, ...]


class Reseated(RecordEntryBase, frozen=True):
    """The draw for the first dealer moved people to other seats."""

    seating: tuple[Seat, ...]
    """For each seat, north first, the seat to which its person moved."""


class SecretOpened(RecordEntryBase, frozen=True, omit_defaults=False):
    """The server's secret for a pack.

    A record holds this entry before the draw or the deal for which the pack was used, although the server published the
    secret only after that draw or deal.
    """

    number: int
    """The number of the pack."""
    secret: str
    """The secret, in hexadecimal."""
    dealer: Seat | None = None
    """The dealer of the deal, or None for a draw."""
    game: int | UnsetType = UNSET
    """The number of the game in a rubber, from 0."""


ShareStep: TypeAlias = (
    ShareCommitted | CommitmentsClosed | PackCut | PacketPatternChosen | ShareOpened | SharesWithheld | Reseated
)
"""A step by which players commit to random shares and open them, or by which people cut, choose or change seats."""
FairDealingEntry: TypeAlias = ServerCommitted | ShareStep | SecretOpened

_decode = msgspec.json.Decoder(FairDealingEntry).decode


def note_of(entry: FairDealingEntry) -> Note:
    """Return the note that holds ``entry``, an entry of the fair dealing protocol, in a game record."""
    return Note(msgspec.json.encode(entry).decode(), KIND)


def fair_entry_of(entry: object) -> FairDealingEntry | None:
    """Return the fair dealing entry that ``entry``, an entry of a game record, holds if it is a note of kind "fair".

    Return None for any other entry, and for a note that cannot be read.
    """
    if not isinstance(entry, Note) or entry.kind != KIND:
        return None
    try:
        return _decode(entry.text)
    except (msgspec.DecodeError, RecursionError):
        return None
