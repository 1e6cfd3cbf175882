"""Reads the results of a round from the text of a sheet: a line for each match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uka.core.cards import Card, parse_cards

from .table_rows import TableRow, separator_of, table_rows
from .tally import Points

COLUMNS = ("table", "first_points", "second_points", "cut")
"""The columns of a sheet whose first line names none."""
NAMES = {"north_south": "first_points", "east_west": "second_points"}
"""Other names of columns."""
SheetFault = tuple[int, str]
"""The number of a line, and why it cannot be read."""


class SheetResult(NamedTuple):
    """A line of a sheet: the result of the match at a table.

    ``line`` is the number of the line. ``cards`` are what the captains cut after a draw. ``teams`` are the names of
    both teams, or "" where the sheet names none.
    """

    line: int
    table: int
    points: Points
    cards: tuple[Card, Card] | None = None
    teams: tuple[str, str] = ("", "")


def parse_results(text: str, number: int) -> tuple[list[SheetResult], list[SheetFault]]:
    """Return the results of round ``number`` in a sheet, and the faults of all other lines.

    Commas, semicolons or tabs separate the columns. The first line may name the columns; it can have the columns of
    ``uka tournament export``, of which only lines of the round are read. A line without points is no result yet. Raise
    ``TournamentRefusal`` if the sheet is no table.

    >>> parse_results("1,11,4\\n2,8,8,Kd 9s\\n3,11", 1)[0][0].points
    (11, 4)
    >>> parse_results("table,first_points,second_points\\n1,11,x\\n1,11,4,5", 1)[1]
    [(2, "'x' is not a number of points"), (3, 'there are 4 columns, but the first line names 3')]
    """
    results, faults, seen = list[SheetResult](), list[SheetFault](), dict[int, int]()
    for line, row, most in _rows(text):
        try:
            if len(row) > most:
                raise ValueError(f"there are {len(row)} columns, but the first line names {most}")
            result = _result(line, row, number)
            if result is None:
                continue
            if result.table in seen:
                raise ValueError(f"table {result.table} is in line {seen[result.table]} too")
            seen[result.table] = line
            results.append(result)
        except ValueError as error:
            faults.append((line, str(error)))
    return results, faults


def has_heading(text: str) -> bool:
    """Return whether the first line of a sheet names its columns."""
    return "table" in _names(table_rows(text))


def _names(rows: Sequence[TableRow]) -> list[str]:
    """Return the names of the columns, if the first row names them."""
    return [cell.casefold().replace("-", "_").replace(" ", "_") for cell in rows[0].cells] if rows else []


def _rows(text: str) -> Iterator[tuple[int, Mapping[str, str], int]]:
    """Yield each line with its number, its cells by the names of their columns, and the number of columns."""
    rows = table_rows(text)
    names = _names(rows)
    headed = "table" in names
    columns = [NAMES.get(name, name) for name in names] if headed else [*COLUMNS]
    if not headed and separator_of(text) == ",":
        columns.append("cut_2")  # a cut such as Kd,9s without quotation marks
    for row in rows[headed:]:
        unnamed = map(str, range(len(columns), len(row.cells)))
        yield row.line, dict(zip([*columns, *unnamed], row.cells, strict=False)), len(columns)


def _result(line: int, row: Mapping[str, str], number: int) -> SheetResult | None:
    """Return the result in a line. Return None if the line is about another round, or has no points.

    Raise ``ValueError`` if the line cannot be read.
    """
    if row.get("round") and _number(row["round"], "a round") != number:
        return None
    table = _number(row.get("table", ""), "a table")
    first, second = row.get("first_points", ""), row.get("second_points", "")
    if not first and not second:
        return None
    points = _number(first, "a number of points"), _number(second, "a number of points")
    cut = " ".join(part for part in (row.get("cut", ""), row.get("cut_2", "")) if part)
    return SheetResult(line, table, points, _cards(cut) if cut else None, (row.get("first", ""), row.get("second", "")))


def _number(cell: str, what: str) -> int:
    if not cell.isdecimal():
        raise ValueError(f"'{cell}' is not {what}" if cell else f"{what} is missing")
    return int(cell)


def _cards(cut: str) -> tuple[Card, Card]:
    try:
        first, second = parse_cards(cut)
    except ValueError:
        raise ValueError(f"'{cut}' is not a cut: give two cards, such as Kd 9s") from None
    return first, second
