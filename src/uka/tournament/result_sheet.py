"""Reads the results of a round from the text of a sheet (a list of results), which has a line for each match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from uka.core.cards import Card, parse_cards

from .csv_rows import CsvRow, csv_rows, separator_of
from .spreadsheets import HEADINGS
from .tally import Loners, Points

COLUMNS = ("table", "first_points", "second_points", "cut")
"""The columns of a sheet whose first line does not name its columns."""
NAMES = {
    "north_south": "first_points",
    "east_west": "second_points",
    **{heading.casefold().replace(" ", "_"): name for name, heading in HEADINGS.items()},
}
"""Other names that a sheet may use for columns, such as the headings for people, each with the column that it means."""
SheetFault = tuple[int, str]
"""The number of a line that cannot be read, and the reason."""


class SheetResult(NamedTuple):
    """The result of the match at a table, read from one line of a sheet."""

    line: int
    """The number of the line, from 1."""
    table: int
    points: Points
    cards: tuple[Card, Card] | None = None
    """The cards that the captains cut after a draw, north-south's card first."""
    teams: tuple[str, str] = ("", "")
    """The names of both teams, or "" where the sheet names none."""
    loners: Loners | None = None
    """The deals that each side won with all tricks alone; None if the sheet does not say."""


def parse_results(text: str, number: int) -> tuple[list[SheetResult], list[SheetFault]]:
    """Return the results of round ``number`` in the text of a sheet, and the faults of the lines that cannot be read.

    Commas, semicolons or tabs separate the columns. The first line may name the columns. A sheet from ``uka tournament
    export`` has a column for the round, and only the lines of round ``number`` are read. A line without points is no
    result yet, and is left out. Raise ``TournamentRefusal`` if the text cannot be divided into columns.

    >>> parse_results("1,11,4\\n2,8,8,Kd 9s\\n3,11", 1)[0][0].points
    (11, 4)
    >>> parse_results("table,first_points,second_points\\n1,11,x\\n1,11,4,5", 1)[1]
    [(2, "'x' is not a number of points"), (3, 'there are 4 columns, but the first line names 3')]
    """
    results, faults = dict[int, SheetResult](), list[SheetFault]()
    for line, row, most in _rows(text):
        if len(row) > most:
            faults.append((line, f"there are {len(row)} columns, but the first line names {most}"))
            continue
        try:
            result = _result(line, row, number)
        except ValueError as error:
            faults.append((line, str(error)))
            continue
        if result is None:
            continue
        if result.table in results:
            faults.append((line, f"table {result.table} is in line {results[result.table].line} too"))
        else:
            results[result.table] = result
    return [*results.values()], faults


def has_heading(text: str) -> bool:
    """Return whether the first line of the text of a sheet names its columns."""
    return "table" in _column_names(csv_rows(text))


def _column_names(rows: Sequence[CsvRow]) -> list[str]:
    """Return the cells of the first row in the form of column names: ``First points`` becomes ``first_points``."""
    return [cell.casefold().replace("-", "_").replace(" ", "_") for cell in rows[0].cells] if rows else []


def _rows(text: str) -> Iterator[tuple[int, Mapping[str, str], int]]:
    """Yield for each line its number, a dict from column name to cell, and how many columns a line may have."""
    rows = csv_rows(text)
    names = _column_names(rows)
    if "table" in names:
        columns = [NAMES.get(name, name) for name in names]
        rows = rows[1:]
    else:
        columns = [*COLUMNS]
        if separator_of(text) == ",":
            columns.append("cut_2")  # a cut such as Kd,9s without quotation marks
    for row in rows:
        unnamed = map(str, range(len(columns), len(row.cells)))
        yield row.line, dict(zip([*columns, *unnamed], row.cells, strict=False)), len(columns)


def _result(line: int, row: Mapping[str, str], number: int) -> SheetResult | None:
    """Return the result in a line of a sheet. ``row`` is a dict from column name to cell.

    Return None if the line is not about round ``number``, or has no points. Raise ``ValueError`` if it cannot be read.
    """
    if row.get("round") and _number(row["round"], "a round") != number:
        return None
    table = _number(row.get("table", ""), "a table")
    first, second = row.get("first_points", ""), row.get("second_points", "")
    if not first and not second:
        return None
    points = _number(first, "a number of points"), _number(second, "a number of points")
    cut = " ".join(part for part in (row.get("cut", ""), row.get("cut_2", "")) if part)
    teams = row.get("first", ""), row.get("second", "")
    return SheetResult(line, table, points, _cards(cut) if cut else None, teams, _loners(row))


def _loners(row: Mapping[str, str]) -> Loners | None:
    """Return the loners in a line of a sheet, or None if it has none. One that is left out is 0."""
    first, second = row.get("first_loners", ""), row.get("second_loners", "")
    if not first and not second:
        return None
    return _number(first or "0", "a number of loners"), _number(second or "0", "a number of loners")


def _number(cell: str, what: str) -> int:
    """Return the number in a cell. Raise ``ValueError`` if there is none; ``what`` says which number is expected."""
    if not cell.isdecimal():
        raise ValueError(f"'{cell}' is not {what}" if cell else f"{what} is missing")
    return int(cell)


def _cards(cut: str) -> tuple[Card, Card]:
    """Return the two cards that a text such as ``Kd 9s`` names. Raise ``ValueError`` if it does not name two cards."""
    try:
        first, second = parse_cards(cut)
    except ValueError:
        raise ValueError(f"'{cut}' is not a cut: give two cards, such as Kd 9s") from None
    return first, second
