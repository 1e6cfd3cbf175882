"""The table of a season as rows, for CSV, terminals and workbooks."""

from __future__ import annotations

from uka.tournament.spreadsheets import Rows

from .season import Season
from .table import season_table


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


def _event_columns(season: Season) -> list[str]:
    """Return the heading of each event: its date, with its name too if the date has several events."""
    dates = [event.date for _, event in season.events]
    return [
        event.date if dates.count(event.date) == 1 else f"{event.date} {event.name} ({seq})"
        for seq, event in season.events
    ]
