"""Results and standings as rows, for a spreadsheet, a sheet of paper or a terminal."""

from __future__ import annotations

import csv
import io
from typing import Any, TypeAlias

import msgspec

from . import standings
from .standings import clicks_of
from .tournament import Tournament

FORMULA = frozenset("=+-@＝＋－＠|%")
"""Characters with which a cell may begin that a spreadsheet interprets as a formula."""
Rows: TypeAlias = list[dict[str, Any]]
PARTED = {
    "head_to_head": "head to head",
    "points": "points",
    "fair_play": "fair play",
    "cut": "cut",
    "lot": "by lot",
    "tied": "tied",
}
"""The words for what decided a team's rank among teams with equal clicks."""


def result_rows(t: Tournament) -> Rows:
    """Return a row for each match: its round, table, teams, points, winner and clicks (points for the result).

    A match without a result has neither points nor clicks. A match that was forfeited before any side had a point has
    no points either.
    """
    names = {team.number: team.name for team in t.teams}
    rows = Rows()
    for playing in t.rounds:
        for match in playing.matches:
            first, second = match.teams
            forfeited = match.said is None and match.tally.forfeit is not None
            played = match.over and (not forfeited or any(match.points))
            points = match.points if played else (None, None)
            rows.append(
                {
                    "round": playing.number,
                    "table": match.table,
                    "first": names[first],
                    "second": names[second],
                    "first_points": points[0],
                    "second_points": points[1],
                    "winner": names.get(match.winner or 0, ""),
                    "over": match.over,
                    "forfeited": forfeited,
                    "first_clicks": clicks_of(match, first, t.settings) if match.over else None,
                    "second_clicks": clicks_of(match, second, t.settings) if match.over else None,
                }
            )
    return rows


def standing_rows(t: Tournament) -> Rows:
    """Return the standings as rows, one for each team, best first."""
    teams = {team.number: team for team in t.teams}
    return [
        {
            "place": line.place,
            "team": teams[line.team].name,
            "marae": teams[line.team].marae,
            "clicks": line.clicks,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            "byes": line.byes,
            "points_for": line.points[0],
            "points_against": line.points[1],
            "fair_play": line.fair_play,
            "parted_by": PARTED.get(line.parted, line.parted),
        }
        for line in standings.of_teams(t)
    ]


def marae_rows(t: Tournament) -> Rows:
    """Return the standings of the marae as rows, best first."""
    return [msgspec.to_builtins(line) for line in standings.of_marae(t)]


def with_home(t: Tournament, rows: Rows) -> Rows:
    """Return rows whose column ``marae`` is named by the tournament's own word, such as ``club``.

    A word that names another column already, such as ``team``, becomes ``home team``.
    """
    home = t.settings.home
    return [{_home_column(name, home, row): value for name, value in row.items()} for row in rows]


def _home_column(name: str, home: str, row: dict[str, Any]) -> str:
    if name != "marae" or home == "marae":
        return name
    return f"home_{home}" if home in row else home


def to_csv(rows: Rows) -> str:
    """Return rows as CSV text. The first line contains the column names.

    A cell that a spreadsheet would interpret as a formula gets an apostrophe as its first character.
    """
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows([{key: _plain(value) for key, value in row.items()} for row in rows])
    return out.getvalue()


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.strip()[:1] in FORMULA else value
