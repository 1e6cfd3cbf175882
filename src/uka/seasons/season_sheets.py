"""The table and the ratings of a season as rows, for CSV, terminals and workbooks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uka.tournament.spreadsheets import Rows, to_workbook

from .ratings import RatedMember
from .season import Season
from .table import season_table

DEAL_COLUMNS = ("strength", "low", "high", "games")
"""The parts of a rating that is cleaned of cards, each a column."""


def table_rows(season: Season) -> Rows:
    """Return the table of a season as rows, one for each member, best first. Each event has a column."""
    columns = _event_columns(season)
    return [
        {
            "place": line.place,
            "member": line.member,
            "total": line.total,
            "evenings": line.attended,
            "dropped": line.dropped,
            "games": line.games,
            "won": line.won,
            "points_for": line.points[0],
            "points_against": line.points[1],
            "loners": line.loners,
            **dict(zip(columns, line.evenings, strict=True)),
        }
        for line in season_table(season)
    ]


def rating_rows(members: Sequence[RatedMember]) -> Rows:
    """Return the ratings of a season as rows, one for each member, best first.

    The strength is in points a game, with the ends of its interval. Where the cards of some game are known, the columns
    that begin with ``deal_`` have the rating in points a deal, cleaned of cards. ``place`` is None without a rank.
    """
    known = any(cleaned.games for _, _, cleaned in members)
    rows = Rows()
    for place, plain, cleaned in members:
        row = msgspec.to_builtins(plain)
        del row["ranked"]
        rows.append({"place": place, **row})
        if known:
            rows[-1] |= {f"deal_{name}": getattr(cleaned, name) for name in DEAL_COLUMNS}
    return rows


def workbook(season: Season) -> bytes:
    """Return the table of a season as an Excel workbook."""
    return to_workbook({"Table": table_rows(season)})


def _event_columns(season: Season) -> list[str]:
    """Return the heading of each event: its date, with its name too if the date has several events."""
    dates = [event.date for _, event in season.events]
    return [
        event.date if dates.count(event.date) == 1 else f"{event.date} {event.name} ({seq})"
        for seq, event in season.events
    ]
