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
"""2: the final say of whoever presides. A record is begun in the oldest format that has all that it holds."""


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a log. ``rules`` is the ruleset in full; ``dealer`` is None where a draw finds the first."""

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
    """What all entries share."""


class Drawn(RecordEntryBase, frozen=True, tag="drawn"):
    """The draw for the first dealer: the pack's order, the places taken, and the dealer named or found."""

    order: tuple[Card, ...]
    captain: Seat
    dealer: Seat
    places: tuple[int, ...] = ()


class Dealt(RecordEntryBase, frozen=True, tag="dealt"):
    """A pack dealt, its first card first. ``unknown`` are cards whose place the record does not know: they stand
    where they are only so that the deal can be replayed, and are never shown. ``dealer`` is set where the deal did
    not pass on as the rules say."""

    pack: tuple[Card, ...]
    cut: int | None = None
    packet_pattern: str | None = msgspec.field(default=None, name="way")
    unknown: tuple[Card, ...] = ()
    dealer: Seat | None = None


class Acted(RecordEntryBase, frozen=True, tag="acted"):
    """A seat's choice."""

    seat: Seat
    action: Action


class MisdealRecorded(RecordEntryBase, frozen=True, tag="misdealt"):
    """The dealer misdealt; ``late`` if it was found after a card was played, by the count of a hand or an official."""

    late: bool = False


class BellRecorded(RecordEntryBase, frozen=True, tag="bell"):
    """The bell rang, so many seconds after the start where that is known."""

    seconds: float | None = None


class RulingGiven(RecordEntryBase, frozen=True, tag="ruling"):
    """The final say of whoever presides; ``line`` is that of the tournament's log that it obeys, if there is one."""

    ruling: Ruling
    line: int | None = None


class Note(RecordEntryBase, frozen=True, tag="note"):
    """A remark on what stands before it; it changes nothing. A ``kind`` marks what is kept for a program, as JSON."""

    text: str
    kind: str = ""


class Scored(RecordEntryBase, frozen=True, tag="scored"):
    """What the deal came to: derived, kept to be checked."""

    result: DealResult


RecordEntry: TypeAlias = Drawn | Dealt | Acted | MisdealRecorded | BellRecorded | RulingGiven | Note | Scored
