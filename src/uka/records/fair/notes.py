"""What a record says of fair dealing: notes of kind "fair", one JSON object each, in the order of the events.

Version 1 has ``ServerCommitted`` and ``PackRevealed``; version 2 has ``ServerCommitted`` and all others but
``PackRevealed``. Bytes are in hexadecimal. A table's log holds some of them as entries; in a note their tag stands
under "fair", not under "entry".
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from uka.core.seats import Seat

from ..entries import Note, RecordEntryBase

KIND = "fair"
_ENTRY, _FAIR = '{"entry":', '{"fair":'
"""How an entry begins, and how a note's text does."""


class ServerCommitted(RecordEntryBase, frozen=True, tag="committed"):
    """The server's commitments to the secrets of the packs from ``first`` on."""

    first: int
    commitments: tuple[str, ...]


class PackRevealed(RecordEntryBase, frozen=True, omit_defaults=False, tag="told"):
    """Version 1: the secret of the next pack, and what it was mixed with.

    ``own`` says for each seat whether it added ``added`` itself; ``by_hand`` what people chose: "cut", "way".
    """

    number: int
    secret: str
    added: tuple[str, ...]
    own: tuple[bool, ...]
    by_hand: tuple[str, ...] = ()


class ShareCommitted(RecordEntryBase, frozen=True, tag="share_committed"):
    """A seat commits to a chain of shares whose first is that of pack ``first``; in hexadecimal."""

    seat: Seat
    first: int
    commitment: str


class ShareCommitmentsClosed(RecordEntryBase, frozen=True, tag="closed"):
    """The commitments for a pack are closed; ``by`` are the seats whose shares make it."""

    number: int
    by: tuple[Seat, ...]


class CutByHand(RecordEntryBase, frozen=True, tag="cut_by_hand"):
    """A person cuts so many cards off the pack that is to come."""

    seat: Seat
    cards: int


class PacketsChosenByHand(RecordEntryBase, frozen=True, tag="packets_chosen"):
    """A dealer chooses the packets of the deal that is to come."""

    seat: Seat
    packets: str


class ShareOpened(RecordEntryBase, frozen=True, tag="share_opened"):
    """A seat opens its share of a pack, in hexadecimal."""

    number: int
    seat: Seat
    share: str


class SharesWithheld(RecordEntryBase, frozen=True, tag="shares_withheld"):
    """Seats did not open their shares in time: the pack is given up, and the next is dealt without them."""

    number: int
    seats: tuple[Seat, ...]


class Reseated(RecordEntryBase, frozen=True, tag="reseated"):
    """The draw seats people anew: who sat at the seat of index *i* sits at ``seating[i]``."""

    seating: tuple[Seat, ...]


class SecretOpened(RecordEntryBase, frozen=True, omit_defaults=False, tag="secret_opened"):
    """The server's secret of the next pack of the record, and the dealer of its deal; None for the draw.

    ``game`` is which game of a rubber the deal belongs to, left out for the first.
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
    """The note that keeps it in a record."""
    return Note(msgspec.json.encode(fair).decode().replace(_ENTRY, _FAIR, 1), KIND)


def fair_note(entry: object) -> FairDealingEntry | None:
    """What a note of kind "fair" says; None for anything else."""
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
