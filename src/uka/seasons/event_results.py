"""The results of an event for a season, read from the state of its tournament."""

from __future__ import annotations

from uka.tournament import Tournament, standings

from .entries import EventAdded, EventGame, EventResult


def event_added(t: Tournament, date: str) -> EventAdded:
    """Return the results of the closed rounds of a tournament. ``date`` is its day, such as 2026-11-29.

    Whoever entered but played no game is left out.
    """
    games = list[EventGame]()
    for playing in t.rounds:
        for match in playing.matches if playing.closed else ():
            one, other = (tuple([t.team(entry).name for entry in side]) for side in match.sides)
            games.append(EventGame((one, other), match.points))
    played = {name for game in games for side in game.sides for name in side}
    results = [
        EventResult(name, line.place, line.score, line.loners)
        for line in standings.of_teams(t)
        if (name := t.team(line.team).name) in played
    ]
    return EventAdded(t.name, date, t.hash, tuple(results), tuple(games))
