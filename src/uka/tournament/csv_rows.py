"""Divides CSV text, which people type, paste or export, into rows and cells.

Commas, semicolons or tabs separate the cells of a row.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from .tournament import TournamentRefusal

MOST_ROWS = 5_000
"""The maximum number of rows of a text."""


class CsvRow(msgspec.Struct, frozen=True):
    """A row of CSV text."""

    line: int
    """The number of the line on which the row begins, from 1."""
    cells: tuple[str, ...]
    """The texts of the cells, without surplus spaces. Empty cells at the end of the row are left out."""

    @property
    def filled(self) -> tuple[str, ...]:
        """The cells of the row that are not empty."""
        return tuple([cell for cell in self.cells if cell])


def csv_rows(text: str) -> tuple[CsvRow, ...]:
    """Return those rows of the CSV ``text`` that are not empty.

    Tabs, semicolons or commas separate the columns. Raise ``TournamentRefusal`` if a quotation mark is not closed.

    >>> [row.cells for row in csv_rows("Kauri;Waahi\\n\\nToru; ;")]
    [('Kauri', 'Waahi'), ('Toru',)]
    """
    return tuple([row for row in _rows(_lines(text)) if row.cells])


def separator_of(text: str) -> str:
    """Return the character that separates the columns of the CSV ``text``: a tab, a semicolon or a comma."""
    return _separator(_lines(text))


def _lines(text: str) -> list[str]:
    return [*io.StringIO(text.removeprefix("\ufeff"), newline="")]


def _rows(lines: Sequence[str]) -> Iterator[CsvRow]:
    """Yield the rows of CSV text, empty ones included. A cell in quotation marks may go over several of ``lines``."""
    separator = _separator(lines)
    line = 1
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True)
    try:
        for cells in reader:
            # a quotation mark that is left open takes in the rest of the text
            if reader.line_num == len(lines) and _left_open(lines[line - 1 :], separator):
                raise TournamentRefusal(f"line {line} opens a quotation mark that is not closed")
            yield CsvRow(line, _stripped(cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise TournamentRefusal(f"line {line} cannot be read: {error}") from None


def _separator(lines: Sequence[str]) -> str:
    """Return the character that separates the columns: a tab, a semicolon or a comma.

    The first line that has one of the three decides. A tab comes first, because it is never part of a name. Of
    semicolons and commas, the more frequent one counts.
    """
    for line in lines:
        if "\t" in line:
            return "\t"
        if ";" in line or "," in line:
            return max(";,", key=line.count)
    return ","


def _left_open(lines: Sequence[str], separator: str) -> bool:
    """Return whether the quotation mark of the last cell in ``lines`` is opened and not closed."""
    try:
        return not [*csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)]
    except csv.Error as error:
        return "end of data" in str(error)


def _stripped(cells: Sequence[str]) -> tuple[str, ...]:
    """Return cells without surplus spaces, and without the empty cells at the end of the row."""
    stripped = [cell.strip() for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return tuple(stripped)
