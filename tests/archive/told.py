"""What the archive keeps of each game and tournament: the scores, which a replay must give for ever."""

from __future__ import annotations

from typing import Any

from uka.core.rubber import Rubber
from uka.records import Log, summary
from uka.tournament import Tournament, standings


def told_game(log: Log) -> dict[str, Any]:
    """Return the players, the number of deals, the points of each deal and the final scores of a game."""
    scores = [game.score for game in log.state.games] if isinstance(log.state, Rubber) else [log.state.score]
    lines = summary(log)
    return {
        "players": list(log.players),
        "deals": len(lines),
        "score": [list(score) for score in scores],
        "points": [list(line.points) if line.points else None for line in lines],
    }


def told_tournament(t: Tournament) -> dict[str, Any]:
    """Return the matches of each round, the conduct cards and points, and the standings of a tournament."""
    return {
        "ended": t.ended is not None,
        "rounds": [
            [
                {
                    "table": match.table,
                    "teams": list(match.teams),
                    "points": list(match.points),
                    "moves": match.moving_team,
                }
                for match in playing.matches
            ]
            for playing in t.rounds
        ],
        "marks": len(t.marks),
        "standings": [
            {"place": line.place, "team": line.team, "clicks": line.clicks, "parted": line.parted}
            for line in standings.of_teams(t)
        ],
    }
