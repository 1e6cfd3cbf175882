"""The state of a season, rebuilt from its log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uka.core.errors import UkaError
from uka.records import InvalidRecord
from uka.records.lines import check_follows, check_format

from .entries import (
    FORMAT,
    EventAdded,
    NameMatched,
    SeasonEntryUndone,
    SeasonLine,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
)


class SeasonRefusal(UkaError):
    """Raised when a season refuses a command. The season stays unchanged."""


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a season after the last line of its log."""

    name: str
    settings: SeasonSettings
    events: tuple[tuple[int, EventAdded], ...] = ()
    """The events, each with the number of its log line, in the order in which they were added."""
    matches: tuple[tuple[int, NameMatched], ...] = ()
    """The names that were matched by hand, each with the number of its log line."""
    seq: int = 0
    """The number of the last line."""
    at: int = 0
    """The time of the last line, in milliseconds since 1970."""
    hash: str = ""
    """The hash of the last line."""

    @property
    def names(self) -> frozenset[str]:
        """All names that the events have."""
        return frozenset([result.name for _, event in self.events for result in event.results])

    @property
    def members(self) -> tuple[str, ...]:
        """The members, by name. Names that were matched are one member."""
        return tuple(sorted({self.member(name) for name in self.names}))

    def member(self, name: str) -> str:
        """Return the member that ``name`` means. Equal names mean one member; others only if they were matched."""
        known = {match.name: match.member for _, match in self.matches}
        while name in known:
            name = known[name]
        return name

    def played(self, event: EventAdded) -> dict[str, list[str]]:
        """Return the members who played at an event, each with the names that the event has for it."""
        names = dict[str, list[str]]()
        for result in event.results:
            names.setdefault(self.member(result.name), []).append(result.name)
        return names


def replayed(lines: Iterable[SeasonLine]) -> Season:
    """Rebuild a season from the lines of its log. Raise ``InvalidRecord`` if it is empty or a line is invalid."""
    season: Season | None = None
    for line in lines:
        season = evolve(season, line)
    if season is None:
        raise InvalidRecord("the log holds no line")
    return season


def evolve(season: Season | None, line: SeasonLine) -> Season:
    """Return the state of a season after a log line. ``season`` is None before the first line.

    Raise ``InvalidRecord`` if the line is not a valid next line.
    """
    check_follows(line.seq, season.seq if season else None)
    if season is None:
        if not isinstance(line.entry, SeasonOpened):
            raise InvalidRecord("a season's log begins with its opening")
        check_format(line.entry.format, FORMAT)
        return Season(name=line.entry.name, settings=line.entry.settings, at=line.at, hash=line.hash)
    return replace(_changed(season, line), seq=line.seq, at=line.at, hash=line.hash)


def _changed(season: Season, line: SeasonLine) -> Season:
    match line.entry:
        case SeasonSettingsChanged(settings):
            return replace(season, settings=settings)
        case EventAdded():
            return replace(season, events=(*season.events, (line.seq, line.entry)))
        case NameMatched():
            return replace(season, matches=(*season.matches, (line.seq, line.entry)))
        case SeasonEntryUndone(to):
            events = tuple([event for event in season.events if event[0] != to])
            matches = tuple([match for match in season.matches if match[0] != to])
            if len(events) + len(matches) == len(season.events) + len(season.matches):
                raise InvalidRecord(f"line {line.seq}: line {to} cannot be undone")
            return replace(season, events=events, matches=matches)
        case SeasonOpened():
            raise InvalidRecord(f"line {line.seq}: the season is open")
