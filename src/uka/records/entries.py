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


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first line of a log. ``rules`` holds all fields of the ruleset.

    If ``dealer`` is None, a draw determines the first dealer. ``score`` is the score at the start, by partnership.
    ``revokes`` is true if revokes can happen. ``about`` holds facts about the game, such as its title.
    """

    log: Literal["uka"]
    format: int
    rules: dict[str, Any]
    players: tuple[str, ...]
    dealer: Seat | None = None
    score: tuple[int, ...] | None = None
    revokes: bool = False
    about: dict[str, str] = {}


class RecordEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the entries of a log."""


class Drawn(RecordEntryBase, frozen=True):
    """The draw for the first dealer. ``order`` is the shuffled pack, and ``dealer`` is the seat that deals first.

    ``captain`` is the seat that draws first. In a draw for the first jack, ``captain`` deals the cards. For each card
    drawn, ``places`` holds the card's index among the cards that were still face down.
    """

    order: tuple[Card, ...]
    captain: Seat
    dealer: Seat
    places: tuple[int, ...] = ()


class Dealt(RecordEntryBase, frozen=True):
    """A pack was dealt. ``pack`` is in order before the cut, and ``cut`` is the number of cards cut off the top.

    ``unknown`` holds the cards whose position in the pack is not known. The unknown cards fill the free positions in
    ``pack``, so that the deal can be replayed. They are never shown. The packet pattern, such as "3-2", gives the
    number of cards dealt to each seat at a time. ``dealer`` is None if the dealer is the seat that the rules determine.
    If a different seat deals, ``dealer`` is that seat.
    """

    pack: tuple[Card, ...]
    cut: int | None = None
    packet_pattern: str | None = None
    unknown: tuple[Card, ...] = ()
    dealer: Seat | None = None


class Acted(RecordEntryBase, frozen=True):
    """A seat chose an action."""

    seat: Seat
    action: Action


class MisdealRecorded(RecordEntryBase, frozen=True):
    """The dealer misdealt. ``late`` is true if a card was played before the misdeal was found.

    After a card was played, only two things can prove a misdeal: a count of the cards in a hand, or the decision of an
    official.
    """

    late: bool = False


class BellRecorded(RecordEntryBase, frozen=True):
    """The bell of a timed round rang. ``seconds`` is the time since the start of the round, if known."""

    seconds: float | None = None


class RulingGiven(RecordEntryBase, frozen=True):
    """An official gave a ruling. ``line`` is the number of the ruling's line in the tournament's log."""

    ruling: Ruling
    line: int | None = None


class Note(RecordEntryBase, frozen=True):
    """A remark on the earlier entries. A note does not change the game.

    A note without a ``kind`` is text for people. A note with a ``kind`` is JSON for programs.
    """

    text: str
    kind: str = ""


class Scored(RecordEntryBase, frozen=True):
    """The result of a deal. A reader compares this result with the result of a replay of the other entries."""

    result: DealResult


RecordEntry: TypeAlias = Drawn | Dealt | Acted | MisdealRecorded | BellRecorded | RulingGiven | Note | Scored
