"""What the organiser of a season does. A command returns the entry to append, or raises ``SeasonRefusal``."""

from __future__ import annotations

from msgspec.structs import replace

from .entries import (
    FORMAT,
    EventAdded,
    NameMatched,
    SeasonEntry,
    SeasonEntryUndone,
    SeasonLine,
    SeasonOpened,
    SeasonSettings,
)
from .season import Season, SeasonRefusal, evolve

ORGANISER = "organiser"
"""The author of the lines of a season's log."""


def open_season(name: str, settings: SeasonSettings, *, at: int) -> tuple[Season, SeasonLine]:
    """Open a season. Return its state and the first line of its log. ``at`` is the time in milliseconds since 1970."""
    line = SeasonLine.after("", 0, at, ORGANISER, SeasonOpened(FORMAT, name, settings))
    return evolve(None, line), line


def append_entries(season: Season, *entries: SeasonEntry, at: int) -> tuple[Season, tuple[SeasonLine, ...]]:
    """Return the season after ``entries``, and the log lines that hold them."""
    lines = list[SeasonLine]()
    for entry in entries:
        line = SeasonLine.after(season.hash, season.seq + 1, max(at, season.at), ORGANISER, entry)
        season = evolve(season, line)
        lines.append(line)
    return season, tuple(lines)


def add_event(season: Season, event: EventAdded) -> EventAdded:
    """Return the entry that adds an event. Refuse an event without games, and one that was added before."""
    if not event.games:
        raise SeasonRefusal(f"no round of {event.name} is closed")
    if any(event.source == other.source for _, other in season.events):
        raise SeasonRefusal(f"{event.name} is in this season already")
    _check_no_two(season, event)
    return event


def match_name(season: Season, name: str, member: str) -> NameMatched:
    """Return the entry that says that ``name`` is how some event wrote ``member``.

    Refuse names that no event has, names that mean one member already, and two who played at the same event.
    """
    if unknown := [each for each in (name, member) if each not in season.names]:
        raise SeasonRefusal(f"no event of this season has the name {unknown[0]}")
    match = NameMatched(season.member(name), season.member(member))
    if match.name == match.member:
        raise SeasonRefusal(f"{name} and {member} are one member already")
    after = replace(season, matches=(*season.matches, (season.seq + 1, match)))
    for _, event in season.events:
        _check_no_two(after, event)
    return match


def undo(season: Season, to: int) -> SeasonEntryUndone:
    """Return the entry that undoes an event or a match of names, which the log line ``to`` holds."""
    if all(seq != to for seq, _ in (*season.events, *season.matches)):
        raise SeasonRefusal(f"line {to} is neither an event nor a match of names")
    return SeasonEntryUndone(to)


def _check_no_two(season: Season, event: EventAdded) -> None:
    """Raise ``SeasonRefusal`` if two names of an event mean one member, who cannot have played twice at once."""
    for member, names in season.played(event).items():
        if len(names) > 1:
            raise SeasonRefusal(f"{' and '.join(names)} played at {event.name} at once, so they are not both {member}")
