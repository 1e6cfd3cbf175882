"""Reads a list of teams from CSV or pasted text, and writes results and standings as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from . import standings
from .entries import Roster
from .standings import clicks_of
from .tournament import Tournament, TournamentRefusal

COLUMNS = ("team", "marae", "captain", "players", "fill_ins")
MOST_ROWS = 5_000


def parse_teams(text: str) -> tuple[Roster, ...]:
    """Return the teams of a list that has one team on each line of text.

    Commas, semicolons or tabs separate the columns. Slashes, bars or ampersands separate the names of several players
    in one column. The first line may contain column names. Without column names, the columns are team, marae, captain,
    players and fill-ins (substitutes). Raise ``TournamentRefusal``, with the number of the line, if a line is invalid.

    >>> parse_teams("Team,Marae\\nKauri,Waahi\\nToru,Poohara")[1]
    Roster(name='Toru', marae='Poohara', captain='', players=(), fill_ins=())
    >>> parse_teams("Whetu\\tHukanui\\tMere\\tMere / Hemi")[0].players
    ('Mere', 'Hemi')
    """
    lines = [line for line in text.replace("\ufeff", "").splitlines() if line.strip()]
    if not lines:
        raise TournamentRefusal("there are no teams in the list")
    if len(lines) > MOST_ROWS:
        raise TournamentRefusal(f"the list has more than {MOST_ROWS} lines")
    separator = max("\t;,", key=lambda letter: lines[0].count(letter))
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator, strict=False)]
    names = [cell.casefold().replace("-", "_").replace(" ", "_") for cell in rows[0]]
    headed = "team" in names and {*names} <= {*COLUMNS, ""}
    return tuple(_teams(rows[headed:], names if headed else COLUMNS, first=1 + headed))


def _teams(rows: list[list[str]], columns: Sequence[str], first: int) -> Iterator[Roster]:
    seen = set[str]()
    for number, row in enumerate(rows, first):
        if len(row) > len(columns):
            raise TournamentRefusal(f"line {number} has {len(row)} columns: there are {', '.join(COLUMNS)}")
        cells = dict(zip(columns, row, strict=False))
        name = cells.get("team", "")
        if not name:
            raise TournamentRefusal(f"line {number} has no team's name")
        if name.casefold() in seen:
            raise TournamentRefusal(f"line {number}: {name} is on the list twice")
        seen.add(name.casefold())
        people = {part: _people(cells.get(part, "")) for part in ("players", "fill_ins")}
        yield Roster(name, cells.get("marae", ""), cells.get("captain", ""), people["players"], people["fill_ins"])


def _people(cell: str) -> tuple[str, ...]:
    parts = cell.replace("&", "/").replace("|", "/").split("/")
    return tuple([name.strip() for name in parts if name.strip()])


# Results


def result_rows(t: Tournament) -> list[dict[str, Any]]:
    """Return a row for each match: its round, table, teams, points, winner and clicks (points for the result)."""
    names = {team.number: team.name for team in t.teams}
    rows = list[dict[str, Any]]()
    for playing in t.rounds:
        for match in playing.matches:
            first, second = match.teams
            rows.append(
                {
                    "round": playing.number,
                    "table": match.table,
                    "first": names[first],
                    "second": names[second],
                    "first_points": match.points[0],
                    "second_points": match.points[1],
                    "winner": names.get(match.winner or 0, ""),
                    "over": match.over,
                    "first_clicks": clicks_of(match, first, t.settings) if match.over else None,
                    "second_clicks": clicks_of(match, second, t.settings) if match.over else None,
                }
            )
    return rows


def standing_rows(t: Tournament) -> list[dict[str, Any]]:
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
            "parted_by": line.parted.replace("_", " "),
        }
        for line in standings.of_teams(t)
    ]


def to_csv(rows: list[dict[str, Any]]) -> str:
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
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
