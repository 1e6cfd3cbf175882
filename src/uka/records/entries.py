"""The lines of a game record: a header, and one entry for each input of the game."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.cards import Card
from uka.core.rulings import Ruling
from uka.core.scoring import DealResult
from uka.core.seats import Seat

FORMAT = 2
"""The newest version of the format. Version 2 added rulings.

A record uses the oldest version that has all of the record's kinds of entries.
"""


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a log. ``rules`` holds all fields of the ruleset.

    If ``dealer`` is None, a draw determines the dealer.
    """

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
    """The base class of the entries of a log."""


class Drawn(RecordEntryBase, frozen=True, tag="drawn"):
    """The draw for the first dealer. ``order`` is the shuffled pack, and ``dealer`` the seat that deals first.

    ``captain`` is the seat from which the order of drawing is counted. ``places`` holds the index of each card drawn,
    among the cards still face down.
    """

    order: tuple[Card, ...]
    captain: Seat
    dealer: Seat
    places: tuple[int, ...] = ()


class Dealt(RecordEntryBase, frozen=True, tag="dealt"):
    """A pack was dealt. ``pack`` is in the order of dealing, and ``cut`` is the number of cards cut off the top.

    ``unknown`` holds the cards whose position in the pack is not known. They fill the free positions in ``pack`` only
    so that the deal can be replayed; they are never shown. ``dealer`` is set if the dealer differs from the one that
    the rules determine.
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
    """The dealer misdealt. ``late`` is true if a card had been played.

    Only the count of a hand or an official can establish a misdeal after a card was played.
    """

    late: bool = False


class BellRecorded(RecordEntryBase, frozen=True, tag="bell"):
    """The bell that ends a timed round rang. ``seconds`` is the time since the start, if known."""

    seconds: float | None = None


class RulingGiven(RecordEntryBase, frozen=True, tag="ruling"):
    """An official gave a ruling. ``line`` is the number of the line in the tournament's log with the command for it."""

    ruling: Ruling
    line: int | None = None


class Note(RecordEntryBase, frozen=True, tag="note"):
    """A remark on the entries before it. It does not change the game.

    A note with a ``kind`` holds JSON for programs.
    """

    text: str
    kind: str = ""


class Scored(RecordEntryBase, frozen=True, tag="scored"):
    """The result of a deal. It follows from the other entries; a reader compares it with the result of the replay."""

    result: DealResult


RecordEntry: TypeAlias = Drawn | Dealt | Acted | MisdealRecorded | BellRecorded | RulingGiven | Note | Scored
