"""Tables for a terminal, such as the standings of a tournament."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from uka.tournament import Tournament, TournamentSettings
from uka.tournament.spreadsheets import standing_rows, with_home_column

CAPTION = "clicks: tournament points; points: of the games, for–against"
"""The text below standings by clicks, which explains two of their columns."""


def table_of(title: str, rows: list[dict[str, Any]]) -> Table:
    """Return a table with a row for each dict in ``rows``. The keys of the first dict are the columns' headings."""
    table = Table(box=None, title=title, title_justify="left")
    for name in rows[0] if rows else ():
        table.add_column(name.replace("_", " "), no_wrap=True)
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    return table


def standings_table(t: Tournament) -> Table:
    """Return the standings of a tournament's teams or players, with the columns that fit on a terminal."""
    table = table_of(t.name, with_home_column(t, [_narrow_row(t.settings, row) for row in standing_rows(t)]))
    score = t.settings.score
    table.caption = CAPTION if score == "clicks" else f"score: {score}; points: of the games, for–against"
    table.caption_justify = "left"
    return table


def _narrow_row(settings: TournamentSettings, row: dict[str, Any]) -> dict[str, Any]:
    """Return the cells of a row of the standings that fit on a terminal, with short headings."""
    return {
        "": row["place"],
        settings.entrants[:-1]: row["team"],
        "marae": row["marae"],
        **({"clicks": row["clicks"]} if settings.score == "clicks" else {}),
        **({"score": row["score"]} if settings.ranked_by_score else {}),
        "w d l": f"{row['won']} {row['drawn']} {row['lost']}",
        "byes": row["byes"],
        "points": f"{row['points_for']}–{row['points_against']}",
        "fair": row["fair_play"],
        "by": row["parted_by"],
    }
