"""The page of a season, from its log. Nothing of a season is kept here: the page brings its log with each request."""

from __future__ import annotations

from uka.extras import MissingPackages
from uka.records import InvalidRecord
from uka.seasons import (
    Season,
    SeasonEntry,
    SeasonLine,
    SeasonRefusal,
    add_event,
    append_entries,
    event_added,
    match_name,
    open_season,
    replayed,
    season_table,
    undo,
)
from uka.seasons.honours import honours
from uka.seasons.ratings import MemberRating, rated_members
from uka.seasons.season_page import season_page
from uka.seasons.table import encounters, trends
from uka.tournament import replayed as replayed_tournament
from uka.wire.season_bodies import (
    AddSeasonEvent,
    MatchSeasonNames,
    Meeting,
    OpenSeason,
    RatingView,
    SeasonEventView,
    SeasonHonour,
    SeasonMatchView,
    SeasonPage,
    SeasonRequest,
    SeasonTrend,
    UndoSeasonEntry,
)

from .tournament_logs import lines_of_file


def page_of_season(request: SeasonRequest, at: int) -> SeasonPage:
    """Return the page of a season after the change that a request asks for. ``at`` is the time in milliseconds.

    Raise ``InvalidRecord`` if a log is damaged, and ``SeasonRefusal`` if the change is refused.
    """
    lines = request.log.encode().splitlines()
    if isinstance(request.change, OpenSeason):
        if lines:
            raise SeasonRefusal("a season is opened already")
        season, first = open_season(request.change.name, request.change.settings, at=at)
        log = f"{first.text.decode()}\n"
    elif not lines:
        raise InvalidRecord("this file holds no season")
    else:
        season, log = replayed(SeasonLine.parse_all(lines)), request.log
        if request.change is not None:
            season, added = append_entries(season, _entry(season, request.change), at=at)
            log = f"{log.rstrip()}\n" + "".join(f"{line.text.decode()}\n" for line in added)
    return _page(season, log)


def _entry(season: Season, change: AddSeasonEvent | MatchSeasonNames | UndoSeasonEntry) -> SeasonEntry:
    match change:
        case AddSeasonEvent(event, date):
            return add_event(season, event_added(replayed_tournament(lines_of_file(event.encode())), date))
        case MatchSeasonNames(name, member):
            return match_name(season, name, member)
        case UndoSeasonEntry(line):
            return undo(season, line)


def _page(season: Season, log: str) -> SeasonPage:
    table, totals = season_table(season), trends(season)
    try:
        members = rated_members(season)
        html = season_page(season, members)
    except MissingPackages:
        members, html = (), ""
    return SeasonPage(
        log=log,
        name=season.name,
        settings=season.settings,
        events=tuple(
            [
                SeasonEventView(line, event.name, event.date, tuple([result.name for result in event.results]))
                for line, event in season.events
            ]
        ),
        matches=tuple([SeasonMatchView(line, match.name, match.member) for line, match in season.matches]),
        standings=table,
        honours=tuple([SeasonHonour(*honour) for honour in honours(season)]),
        trends=tuple([SeasonTrend(line.member, totals[line.member]) for line in table]),
        meetings=_meetings(season),
        ratings=tuple([_rating(*each) for each in members]),
        html=html,
    )


def _rating(place: int | None, plain: MemberRating, cleaned: MemberRating) -> RatingView:
    return RatingView(plain.member, place, _interval(plain), _interval(cleaned) if cleaned.games else None)


def _interval(rating: MemberRating) -> tuple[float, float, float]:
    return rating.strength, rating.low, rating.high


def _meetings(season: Season) -> tuple[Meeting, ...]:
    """Return how any two members did against each other, and how often they were partners."""
    return tuple([Meeting(*pair, *met.against, sum(met.together)) for pair, met in encounters(season).items()])
