"""The lines of a game record: a header, and one entry for each input of the game."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.cards import Card
from uka.core.rulings import Ruling
from uka.core.scoring import DealResult
from uka.core.seats import Seat
from uka.core.tagged import Tagged

FORMAT = 1
"""The version of the record format."""
UNCERTAIN = "open"
"""The ``kind`` of a note which says that the result of the last deal depends on cards that are not known."""


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a game record: the version of the format, the ruleset and the players."""

    log: Literal["uka"]
    format: int
    """The version of the record format."""
    rules: dict[str, Any]
    """The whole ruleset: a dict from field name to value."""
    players: tuple[str, ...]
    """The names of the players by seat, north's first."""
    dealer: Seat | None = None
    """The first dealer, or None if a draw determines the first dealer."""
    score: tuple[int, ...] | None = None
    """The score at the start of the game by partnership, or None for 0 to 0."""
    revokes: bool = False
    """Whether a player can revoke: play a card of another suit although they could follow suit."""
    about: dict[str, str] = {}
    """Facts about the game: a dict from a name, such as ``title``, to a text."""


class RecordEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the entries of a log."""


class Drawn(RecordEntryBase, frozen=True):
    """The seats drew cards to determine the first dealer."""

    order: tuple[Card, ...]
    """The shuffled pack of the draw, top card first."""
    captain: Seat
    """The seat that draws first. In a draw for the first jack, the seat that deals the cards."""
    dealer: Seat
    """The seat that deals first."""
    places: tuple[int, ...] = ()
    """For each card drawn from the table, its index among the cards that were still face down."""


class Dealt(RecordEntryBase, frozen=True):
    """A pack was shuffled, cut and dealt."""

    pack: tuple[Card, ...]
    """The shuffled cards before the cut, top card first."""
    cut: int | None = None
    """The number of cards cut off the top, or None if the pack was not cut."""
    packet_pattern: str | None = None
    """How many cards each seat gets at a time, such as "3-2"."""
    unknown: tuple[Card, ...] = ()
    """The cards whose position in the pack is not known.

    They fill the free positions in ``pack``, so that the deal can be replayed. A viewer never shows them.
    """
    dealer: Seat | None = None
    """The seat that dealt, or None if it is the seat that the rules determine."""


class Acted(RecordEntryBase, frozen=True):
    """A seat chose an action."""

    seat: Seat
    action: Action


class MisdealRecorded(RecordEntryBase, frozen=True):
    """The dealer misdealt: the cards are dealt again."""

    late: bool = False
    """Whether a card was played before the misdeal was found.

    Only a count of the cards in a hand, or the decision of an official, can prove such a late misdeal.
    """


class BellRecorded(RecordEntryBase, frozen=True):
    """The bell of a timed round rang. ``seconds`` is the time since the start of the round, if known."""

    seconds: float | None = None


class RulingGiven(RecordEntryBase, frozen=True):
    """An official gave a ruling. ``line`` is the number of the ruling's line in the tournament's log."""

    ruling: Ruling
    line: int | None = None


class Note(RecordEntryBase, frozen=True):
    """A remark on the earlier entries of the log. A note does not change the game."""

    text: str
    """The remark: text for people, or JSON for programs if ``kind`` is not empty."""
    kind: str = ""
    """What the JSON in ``text`` is, such as "signature", or an empty text for a remark to people."""


class Scored(RecordEntryBase, frozen=True):
    """The result of a deal. A reader of the log compares it with the result that a replay of the deal gives."""

    result: DealResult


RecordEntry: TypeAlias = Drawn | Dealt | Acted | MisdealRecorded | BellRecorded | RulingGiven | Note | Scored
