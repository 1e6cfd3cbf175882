"""The results of an event for a season, read from the state of its tournament and from the records of its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from uka.core.game import Game
from uka.records import Log
from uka.tournament import Tournament, TournamentMatch, TournamentRound, standings

from .cards_worth import CardsWorth
from .entries import EventAdded, EventGame, EventResult

MatchPlace = tuple[int, int]
"""The round and the table of a match."""


def event_added(t: Tournament, date: str, worths: Mapping[MatchPlace, CardsWorth] | None = None) -> EventAdded:
    """Return the results of the closed rounds of a tournament. ``date`` is its day, such as 2026-11-29.

    Whoever entered but played no game is left out. ``worths`` says what the cards of some matches were worth.
    """
    games = [
        _game(t, playing, match, worths or {}) for playing in t.rounds if playing.closed for match in playing.matches
    ]
    played = {name for game in games for side in game.sides for name in side}
    results = [
        EventResult(name, line.place, line.score, line.loners)
        for line in standings.of_teams(t)
        if (name := t.team(line.team).name) in played
    ]
    return EventAdded(t.name, date, t.hash, tuple(results), tuple(games))


def _game(
    t: Tournament, playing: TournamentRound, match: TournamentMatch, worths: Mapping[MatchPlace, CardsWorth]
) -> EventGame:
    one, other = (tuple([t.team(entry).name for entry in side]) for side in match.sides)
    worth = worths.get((playing.number, match.table))
    if worth is None:
        return EventGame((one, other), match.points)
    return EventGame((one, other), match.points, expected=worth.points, deals=worth.deals)


def records_of_matches(t: Tournament, games: Iterable[Log]) -> dict[MatchPlace, Log]:
    """Return the record of each match that was played at an online table, by its round and table.

    ``games`` are in the order of the matches, as the server and ``uka tournament export`` write them. A match that did
    not end as the next record has none; nor has a match whose result was corrected.
    """
    waiting = list(games)
    found = dict[MatchPlace, Log]()
    for playing in t.rounds:
        for match in playing.matches:
            if match.live and waiting and _points(waiting[0]) == _as_played(match).points:
                game = waiting.pop(0)
                if _points(game) == match.points:
                    found[playing.number, match.table] = game
    return found


def _as_played(match: TournamentMatch) -> TournamentMatch:
    """Return the match before its result was corrected."""
    while match.earlier and match.earlier[1].said:
        _, match = match.earlier
    return match


def _points(log: Log) -> Sequence[int] | None:
    state = log.state
    return state.score if isinstance(state, Game) else None
