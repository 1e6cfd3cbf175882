"""The bodies of requests and responses about seasons, in JSON.

A season's log is a file of whoever keeps it. The server keeps none: a request brings the log, and the response is the
log after a change, with all that a page shows of the season.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from uka.core.tagged import Tagged
from uka.seasons import SeasonSettings, SeasonStanding

from .http_bodies import RequestBody, ResponseBody

MOST_SEASON_BYTES = 8_000_000
"""The maximum size in bytes of a request about a season, which may hold a season's log and that of an event."""
MemberName = Annotated[str, Meta(min_length=1, max_length=200)]


class OpenSeason(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Open a season. The log of the request must be empty."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    settings: SeasonSettings = SeasonSettings()


class AddSeasonEvent(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Add the results of an event."""

    event: str
    """The whole log of a tournament."""
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class MatchSeasonNames(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Say that two names mean one member."""

    name: MemberName
    """A name as some event has it."""
    member: MemberName


class UndoSeasonEntry(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Take out an event, or a match of names."""

    line: int
    """The number of its log line."""


SeasonChange: TypeAlias = OpenSeason | AddSeasonEvent | MatchSeasonNames | UndoSeasonEntry


class SeasonRequest(RequestBody, frozen=True):
    """What a page wants to know of a season, perhaps after a change."""

    log: str = ""
    """The whole log of the season."""
    change: SeasonChange | None = None


class SeasonEventView(ResponseBody, frozen=True):
    """An event of a season."""

    line: int
    """The number of its log line."""
    name: str
    date: str
    names: tuple[str, ...]
    """The names of those who played, as the event has them."""


class SeasonMatchView(ResponseBody, frozen=True):
    """Two names that mean one member."""

    line: int
    """The number of the log line."""
    name: str
    member: str


class SeasonHonour(ResponseBody, frozen=True):
    """An honour, and the members who earned it with the same number."""

    name: str
    """Such as ``champion`` or ``attendance``."""
    members: tuple[str, ...]
    number: int


class SeasonTrend(ResponseBody, frozen=True):
    """The totals of a member after each event."""

    member: str
    totals: tuple[int, ...]


class Meeting(ResponseBody, frozen=True):
    """How often a member won, drew and lost in the games against another one, and how often they were partners."""

    one: str
    other: str
    won: int
    drawn: int
    lost: int
    together: int


class RatingView(ResponseBody, frozen=True):
    """The rating of a member: points more than an average member, with the ends of the interval."""

    member: str
    place: int | None
    """The rank, or None if the games say too little."""
    game: tuple[float, float, float]
    """The strength in points a game, the lower end of its interval, and the upper one."""
    deal: tuple[float, float, float] | None
    """The same in points a deal, cleaned of cards; None if no cards are known."""


class SeasonPage(ResponseBody, frozen=True):
    """All that a page shows of a season, and its log."""

    log: str
    """The whole log, which the page keeps or saves as a file."""
    name: str
    settings: SeasonSettings
    events: tuple[SeasonEventView, ...]
    matches: tuple[SeasonMatchView, ...]
    standings: tuple[SeasonStanding, ...]
    """The table, best first."""
    honours: tuple[SeasonHonour, ...]
    trends: tuple[SeasonTrend, ...]
    """In the order of the table."""
    meetings: tuple[Meeting, ...]
    """Of any two members who have met or been partners, once each way."""
    ratings: tuple[RatingView, ...]
    """Best first; empty if this host has no NumPy."""
    html: str
    """The season as a page of its own, to save and to share."""
