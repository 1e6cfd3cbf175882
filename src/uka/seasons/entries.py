"""The entries of a season's log: its opening, its events, and which names mean the same member."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uka import records
from uka.core.tagged import Tagged

FORMAT = 1
"""The version of the log format."""


class SeasonSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What counts in a season."""

    best: Annotated[int, Meta(ge=0, le=200, description="how many of a member's best evenings count; 0: all")] = 0
    counts: Annotated[
        Literal["score", "place"], Meta(description="what an evening counts: its score, or points for its place")
    ] = "score"
    places: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(description="points for the places, best first")
    ] = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
    attendance: Annotated[int, Meta(ge=0, le=100, description="points for each evening that a member played")] = 0


class EventResult(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How somebody did at an event."""

    name: str
    """The name as the event has it: of a player or a team."""
    place: int
    score: int
    loners: int = 0


class EventGame(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game of an event."""

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of those who played on each side: a team, or two players."""
    points: tuple[int, int]
    expected: float | None = None
    """The points that the cards were worth: those of the first side minus those of the second between equally strong
    players. None if the cards are not known."""
    deals: int = 0
    """The number of deals; 0 if it is not known."""


class SeasonEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of all entries of a season's log."""


class SeasonOpened(SeasonEntryBase, frozen=True):
    """The organiser opened the season. This is the first entry of its log."""

    format: int
    """The version of the log's format."""
    name: str
    settings: SeasonSettings


class SeasonSettingsChanged(SeasonEntryBase, frozen=True):
    """The organiser changed what counts. ``settings`` are all settings after the change."""

    settings: SeasonSettings


class EventAdded(SeasonEntryBase, frozen=True):
    """The organiser added an event with its results."""

    name: str
    date: str
    """The day of the event, such as 2026-11-29."""
    source: str
    """The hash of the last line of the event's log, by which an event that is added twice is recognised."""
    results: tuple[EventResult, ...]
    games: tuple[EventGame, ...]


class NameMatched(SeasonEntryBase, frozen=True):
    """The organiser said that ``name`` is how some event wrote the member ``member``."""

    name: str
    member: str


class SeasonEntryUndone(SeasonEntryBase, frozen=True):
    """The organiser undid an event or a match of names. Both lines stay in the log."""

    to: int
    """The number of the log line whose entry was undone."""


SeasonEntry: TypeAlias = SeasonOpened | SeasonSettingsChanged | EventAdded | NameMatched | SeasonEntryUndone


class SeasonLine(records.LogLine[SeasonEntry], frozen=True):
    """One line of a season's log."""

    log: ClassVar[str] = "a season's log"
