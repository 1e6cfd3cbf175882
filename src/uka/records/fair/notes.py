"""The entries of fair dealing. A record holds each as the JSON text of a note of kind "fair", in their order in time.

Version 1 has ``ServerCommitted`` and ``PackRevealed``; version 2 has ``ServerCommitted`` and all others but
``PackRevealed``. Bytes are in hexadecimal. The log of a table holds some of them as entries. In a note, the key of the
tag is "fair" instead of "entry".
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from uka.core.seats import Seat

from ..entries import Note, RecordEntryBase

KIND = "fair"
_ENTRY, _FAIR = '{"entry":', '{"fair":'
"""The beginnings of the JSON of an entry, and of the text of a note."""


class ServerCommitted(RecordEntryBase, frozen=True, tag="committed"):
    """The server committed to the secrets of the packs from number ``first`` on."""

    first: int
    commitments: tuple[str, ...]


class PackRevealed(RecordEntryBase, frozen=True, omit_defaults=False, tag="told"):
    """Version 1: the server revealed the secret of the next pack, and the bytes that the seats added.

    ``own`` says for each seat whether it added its bytes itself. ``by_hand`` names what people chose: "cut" or "way",
    which is the packet pattern.
    """

    number: int
    secret: str
    added: tuple[str, ...]
    own: tuple[bool, ...]
    by_hand: tuple[str, ...] = ()


class ShareCommitted(RecordEntryBase, frozen=True, tag="share_committed"):
    """A seat committed to a chain of shares. Its first share is for pack ``first``."""

    seat: Seat
    first: int
    commitment: str


class ShareCommitmentsClosed(RecordEntryBase, frozen=True, tag="closed"):
    """The commitments for a pack were closed. The shares of the seats ``by`` determine the pack."""

    number: int
    by: tuple[Seat, ...]


class CutByHand(RecordEntryBase, frozen=True, tag="cut_by_hand"):
    """A person cut ``cards`` cards off the next pack."""

    seat: Seat
    cards: int


class PacketsChosenByHand(RecordEntryBase, frozen=True, tag="packets_chosen"):
    """A dealer chose the packet pattern of the next deal."""

    seat: Seat
    packets: str


class ShareOpened(RecordEntryBase, frozen=True, tag="share_opened"):
    """A seat opened its share of a pack."""

    number: int
    seat: Seat
    share: str


class SharesWithheld(RecordEntryBase, frozen=True, tag="shares_withheld"):
    """Seats did not open their shares in time. The pack is abandoned, and the next one is dealt without them."""

    number: int
    seats: tuple[Seat, ...]


class Reseated(RecordEntryBase, frozen=True, tag="reseated"):
    """The draw moved people to other seats: the person at the seat of index *i* moved to ``seating[i]``."""

    seating: tuple[Seat, ...]


class SecretOpened(RecordEntryBase, frozen=True, omit_defaults=False, tag="secret_opened"):
    """The server opened its secret of the next pack of the record.

    ``dealer`` is the dealer of the deal; None for the draw. ``game`` is the number of the game in a rubber from 0, and
    left out for the first.
    """

    number: int
    secret: str
    dealer: Seat | None = None
    game: int | UnsetType = UNSET


ShareStep: TypeAlias = (
    ShareCommitted | ShareCommitmentsClosed | CutByHand | PacketsChosenByHand | ShareOpened | SharesWithheld | Reseated
)
"""A step of the protocol of the shares."""
FairDealingEntry: TypeAlias = ServerCommitted | PackRevealed | ShareStep | SecretOpened


def note(fair: FairDealingEntry) -> Note:
    """Return the note that holds an entry in a record."""
    return Note(msgspec.json.encode(fair).decode().replace(_ENTRY, _FAIR, 1), KIND)


def fair_note(entry: object) -> FairDealingEntry | None:
    """Return the entry in a note of kind "fair"; None for any other entry of a record."""
    if not isinstance(entry, Note) or entry.kind != KIND:
        return None
    try:
        fields = msgspec.json.decode(entry.text, type=dict[str, object])
        return (
            None
            if "entry" in fields
            else msgspec.convert({"entry": fields.pop("fair", None), **fields}, FairDealingEntry)
        )
    except (msgspec.DecodeError, RecursionError):
        return None
