"""What the archive keeps of each game and tournament, which a replay must give for ever."""

from __future__ import annotations

import json
from typing import Any

from uka.core.rubber import Rubber
from uka.records import Log, summary
from uka.tournament import Tournament, standings


def says_all_of(written: bytes, kept: bytes) -> bool:
    """Return whether the text of a log says all that the text ``kept`` says, line by line.

    It may hold more fields: those that rulesets and entries have got since ``kept`` was written.
    """
    lines, old = written.splitlines(), kept.splitlines()
    return _holds([json.loads(line) for line in lines], [json.loads(line) for line in old])


def _holds(value: object, old: object) -> bool:
    match value, old:
        case dict(), dict():
            return all(name in value and _holds(value[name], part) for name, part in old.items())
        case list(), list():
            return len(value) == len(old) and all(map(_holds, value, old))
        case _:
            return type(value) is type(old) and value == old


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
