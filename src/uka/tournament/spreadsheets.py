"""Results and standings as rows: dicts from column name to value, for spreadsheets, printed sheets and terminals."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from uka.extras import require

from . import standings
from .scores import clicks_of
from .tournament import Tournament

FORMULA = frozenset("=+-@＝＋－＠|%")
"""The characters at the beginning of a cell by which a spreadsheet takes the cell for a formula."""
UNTOLD = datetime(1980, 1, 1)
"""The time at which each workbook was made by its own words: the earliest that a ZIP file can hold."""
Rows: TypeAlias = list[dict[str, Any]]
"""Rows of a table, each a dict from column name to value."""
PARTED = {
    "head_to_head": "head to head",
    "points": "points",
    "scored": "points scored",
    "games": "games",
    "loners": "loners",
    "euchres": "euchres",
    "euchred": "times euchred",
    "fair_play": "fair play",
    "cut": "cut",
    "lot": "by lot",
    "tied": "tied",
}
"""The words for the tie-breaks, which decide the rank of a team among teams with equal clicks (tournament points)."""


HEADINGS = {
    "first": "North and south",
    "second": "East and west",
    **{
        f"{side}_{what}": f"{what.capitalize()} {seats}"
        for side, seats in (("first", "N and S"), ("second", "E and W"))
        for what in ("points", "loners", "clicks")
    },
    "byes": "Sat out",
    "parted_by": "Ranked by",
}
"""The headings for people of those columns whose names do not say enough."""


def result_rows(t: Tournament) -> Rows:
    """Return a row for each match: its round, table, teams, points, winner and clicks (tournament points).

    In a match without a result, points and clicks are None. Points are None too if the match was forfeited before any
    side had a point.
    """
    rows = Rows()
    for playing in t.rounds:
        for match in playing.matches:
            first, second = match.teams
            names = dict(zip(match.teams, map(t.side_name, match.sides), strict=True))
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
                    "first_loners": match.loners[0] if played else None,
                    "second_loners": match.loners[1] if played else None,
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
            "loners": line.loners,
            "score": line.score,
            "parted_by": PARTED.get(line.parted, line.parted),
        }
        for line in standings.of_teams(t)
    ]


def marae_rows(t: Tournament) -> Rows:
    """Return the standings of the marae (communities) as rows, one for each marae, best first."""
    return [msgspec.to_builtins(line) for line in standings.of_marae(t)]


def with_home_column(t: Tournament, rows: Rows) -> Rows:
    """Return ``rows`` with the column ``marae`` renamed to the tournament's own word for a marae, such as ``club``.

    If another column has that name already, ``home_`` is put before the word, as in ``home_team``.
    """
    home = t.settings.home
    return [{_home_column(name, home, row): value for name, value in row.items()} for row in rows]


def _home_column(name: str, home: str, row: dict[str, Any]) -> str:
    """Return the new name of the column ``name``, as ``with_home_column`` renames it."""
    if name != "marae" or home == "marae":
        return name
    return f"home_{home}" if home in row else home


def for_people(t: Tournament, rows: Rows) -> Rows:
    """Return ``rows`` with headings for people instead of the names of columns, and yes or no for truth values."""
    entry = t.settings.entrants[:-1].capitalize()
    return [
        {entry if name == "team" else heading(name): _for_people(value) for name, value in row.items()}
        for row in with_home_column(t, rows)
    ]


def heading(name: str) -> str:
    """Return the heading for people of a column: its words, such as ``Fair play`` for ``fair_play``."""
    words = name.replace("_", " ")
    return HEADINGS.get(name, words[:1].upper() + words[1:])


def _for_people(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


def to_workbook(sheets: Mapping[str, Rows]) -> bytes:
    """Return an Excel workbook with a sheet for each name and its rows, with the column names in the first line.

    It does not tell when it was made, so that each copy of the same sheets has the same size.

    Raise ``MissingPackages`` if the library for workbooks is not installed.
    """
    require("paper", "a workbook", "openpyxl")
    from openpyxl import Workbook  # the package is optional, so it is imported only when needed
    from openpyxl.writer.excel import ExcelWriter

    book = Workbook(write_only=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.append([*rows[0]] if rows else [])
        for row in rows:
            sheet.append([without_formula(value) for value in row.values()])
    book.properties.created = book.properties.modified = UNTOLD
    content = io.BytesIO()
    ExcelWriter(book, ZipFile(content, "w", ZIP_DEFLATED)).save()
    return content.getvalue()


def event_workbook(t: Tournament) -> bytes:
    """Return a tournament as an Excel workbook: the standings, those of the marae if there are any, and all results.

    Raise ``MissingPackages`` if the library for workbooks is not installed.
    """
    sheets = {"Standings": standing_rows(t)}
    if marae := marae_rows(t):
        sheets[f"By {t.settings.home}"] = marae
    sheets["Results"] = result_rows(t)
    return to_workbook({name: for_people(t, rows) for name, rows in sheets.items()})


def to_csv(rows: Rows) -> str:
    """Return ``rows`` as CSV text, with the column names in the first line.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows([{key: without_formula(value) for key, value in row.items()} for row in rows])
    return out.getvalue()


def without_formula(value: object) -> object:
    """Return the value of a cell, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value.strip()[:1] in FORMULA else value
