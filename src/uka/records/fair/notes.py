"""The entries of the fair dealing protocol. A record holds each entry as the JSON text of a note of kind "fair".

The notes are in the order in which the steps happened. Bytes are in hexadecimal. The log of a table holds some of these
entries directly, without a note.
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
    """The server committed to its secrets for consecutive packs. ``first`` is the number of the first pack.

    A table tells everybody this as an event.
    """

    first: int
    commitments: tuple[str, ...]


class ShareCommitted(RecordEntryBase, frozen=True):
    """A seat committed to a hash chain of random shares. The first share is for pack ``first``."""

    seat: Seat
    first: int
    commitment: str


class CommitmentsClosed(RecordEntryBase, frozen=True):
    """Seats can no longer commit to random shares for a pack. ``by`` holds the seats whose shares the pack uses."""

    number: int
    by: tuple[Seat, ...]


class PackCut(RecordEntryBase, frozen=True):
    """A seat cut the next pack. ``cards`` is the number of cards that a person cut off the top.

    If ``cards`` is None, no person chose the cut, and the key of the pack determines it.
    """

    seat: Seat
    cards: int | None = None


class PacketPatternChosen(RecordEntryBase, frozen=True):
    """The dealer chose the packet pattern of the next deal, such as "3-2".

    If ``packet_pattern`` is None, no person chose it, and the ruleset or the key of the pack determines it.
    """

    seat: Seat
    packet_pattern: str | None = None


class ShareOpened(RecordEntryBase, frozen=True):
    """A seat opened its share of a pack, the random value to which it had committed."""

    number: int
    seat: Seat
    share: str


class SharesWithheld(RecordEntryBase, frozen=True):
    """Some seats did not open their random shares in time, so the pack is abandoned.

    The next pack does not use the shares of these seats.
    """

    number: int
    seats: tuple[Seat, ...]


class Reseated(RecordEntryBase, frozen=True):
    """The draw for the first dealer moved people. The person at the seat with index *i* moved to ``seating[i]``."""

    seating: tuple[Seat, ...]


class SecretOpened(RecordEntryBase, frozen=True, omit_defaults=False):
    """The server's secret for a pack.

    The record holds this entry before the draw or the deal for which the pack was used. But the server opened the
    secret only after that draw or deal. ``dealer`` is the dealer of the deal, or None for a draw. ``game`` is the
    number of the game in a rubber, from 0.
    """

    number: int
    secret: str
    dealer: Seat | None = None
    game: int | UnsetType = UNSET


ShareStep: TypeAlias = (
    ShareCommitted | CommitmentsClosed | PackCut | PacketPatternChosen | ShareOpened | SharesWithheld | Reseated
)
"""Any step of the protocol by which players commit to random shares and open them."""
FairDealingEntry: TypeAlias = ServerCommitted | ShareStep | SecretOpened

_decode = msgspec.json.Decoder(FairDealingEntry).decode


def note(fair: FairDealingEntry) -> Note:
    """Return the note that holds a fair dealing entry in a record."""
    return Note(msgspec.json.encode(fair).decode(), KIND)


def fair_note(entry: object) -> FairDealingEntry | None:
    """Return the fair dealing entry that a note of kind "fair" holds. Return None for any other entry of a record."""
    if not isinstance(entry, Note) or entry.kind != KIND:
        return None
    try:
        return _decode(entry.text)
    except (msgspec.DecodeError, RecursionError):
        return None
