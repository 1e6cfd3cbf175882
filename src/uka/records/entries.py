"""The lines of a record: its header, and an entry for each input of the game."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.cards import Card
from uka.core.rulings import Ruling
from uka.core.scoring import DealResult
from uka.core.seats import Seat

FORMAT = 2
"""The newest format. Format 2 adds rulings. A record has the oldest format that can hold all its entries."""


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a log. ``rules`` is the ruleset in full; ``dealer`` is None if a draw determines the dealer."""

    log: Literal["uka"]
    format: int
    rules: dict[str, Any]
    players: tuple[str, ...]
    dealer: Seat | None = None
    score: tuple[int, ...] | None = None
    revokes: bool = False
    about: dict[str, str] = {}


class RecordEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="entry", forbid_unknown_fields=True
):
    """The base class of entries."""


class Drawn(RecordEntryBase, frozen=True, tag="drawn"):
    """The draw for the first dealer: the order of the pack, the places of the cards drawn, and the dealer."""

    order: tuple[Card, ...]
    captain: Seat
    dealer: Seat
    places: tuple[int, ...] = ()


class Dealt(RecordEntryBase, frozen=True, tag="dealt"):
    """A pack was dealt, its first card first.

    ``unknown`` holds the cards whose true place is not known. Their places in ``pack`` only allow the deal to be
    replayed and are never shown. ``dealer`` is set if the dealer is not the one that the rules determine.
    """

    pack: tuple[Card, ...]
    cut: int | None = None
    packet_pattern: str | None = msgspec.field(default=None, name="way")
    unknown: tuple[Card, ...] = ()
    dealer: Seat | None = None


class Acted(RecordEntryBase, frozen=True, tag="acted"):
    """A seat chose an action."""

    seat: Seat
    action: Action


class MisdealRecorded(RecordEntryBase, frozen=True, tag="misdealt"):
    """The dealer misdealt. ``late``: a card had been played, so the count of a hand or an official established it."""

    late: bool = False


class BellRecorded(RecordEntryBase, frozen=True, tag="bell"):
    """The bell rang. ``seconds`` is the time since the start, if it is known."""

    seconds: float | None = None


class RulingGiven(RecordEntryBase, frozen=True, tag="ruling"):
    """An official gave a ruling. ``line`` is the number of the line of the tournament's log that ordered it."""

    ruling: Ruling
    line: int | None = None


class Note(RecordEntryBase, frozen=True, tag="note"):
    """A remark on the entries before it, which does not change the game. One with a ``kind`` is JSON for programs."""

    text: str
    kind: str = ""


class Scored(RecordEntryBase, frozen=True, tag="scored"):
    """The result of a deal. It follows from the other entries, and a reader checks it."""

    result: DealResult


RecordEntry: TypeAlias = Drawn | Dealt | Acted | MisdealRecorded | BellRecorded | RulingGiven | Note | Scored
