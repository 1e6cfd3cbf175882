"""Reads a file with a list of teams or of results as text: CSV in the usual encodings, or an Excel workbook."""

from __future__ import annotations

import codecs
import csv
import io
import warnings
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from uka.extras import MissingPackages, require

from .csv_rows import MOST_ROWS
from .tournament import TournamentRefusal

WORKBOOK, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of a ZIP file, such as an Excel workbook, and the first bytes of a file of Excel before 2007."""
MOST_BYTES = 1_000_000
"""The maximum size of a file in bytes."""
MOST_UNPACKED = 4_000_000
"""The maximum size in bytes of an Excel workbook without compression. Its pictures, which are not read, don't count."""
MOST_TAGS = 200_000
"""The maximum number of tags in an Excel workbook's XML: a cell has up to eight, its text included."""
MOST_COLUMNS, MOST_SHEETS = 50, 20
"""The number of columns of a sheet, and the number of sheets of a workbook, that are read."""
DOCTYPES = tuple("<!DOCTYPE".encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))
"""How a definition of XML entities begins. Excel writes none, and an entity may unpack to far more than the file."""
SAVE = "save it as .xlsx, or as CSV in UTF-8"
DAMAGED = f"the Excel workbook is damaged or protected: {SAVE}"


def text_of_list(content: bytes, has_heading: Callable[[str], bool]) -> str:
    """Return the text of a file with a list. Raise ``TournamentRefusal`` if the file cannot be read.

    ``content`` holds the bytes of the file. A text file is in UTF-8, in UTF-16 with a byte order mark, or in
    Windows-1252. Of an Excel workbook, one sheet is read, each row as a line with tabs between the cells. It is the
    first visible sheet for whose text ``has_heading`` returns true, or else the first one with any text.

    >>> from .team_lists import has_heading
    >>> text_of_list("Kauri;Wāhi".encode("utf-16"), has_heading), text_of_list("Café".encode("cp1252"), has_heading)
    ('Kauri;Wāhi', 'Café')
    """
    if len(content) > MOST_BYTES:
        raise TournamentRefusal(f"the file has more than {MOST_BYTES:,} bytes, which no list has")
    if content.startswith(WORKBOOK):
        return _workbook_text(content, has_heading)
    if content.startswith(OLD_EXCEL):
        raise TournamentRefusal(f"the file is of an old Excel, or protected: {SAVE}")
    text = _decoded(content)
    if "\0" in text or not text.strip():
        raise TournamentRefusal(f"the file is empty, or not a list: {SAVE}")
    return text


def _decoded(content: bytes) -> str:
    """Return ``content`` as text, or "" if it is text in none of the encodings that are read."""
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""


# Excel workbooks


def _workbook_text(content: bytes, has_heading: Callable[[str], bool]) -> str:
    """Return the text of the sheet of an Excel workbook that holds the list, with a line for each row.

    It is the first visible sheet whose text has a heading, or else the first visible sheet with any text.
    """
    _check_workbook(content)
    try:
        require("paper", "reading an Excel workbook", "openpyxl")
    except MissingPackages as missing:
        raise TournamentRefusal(f"{missing}; or save the list as CSV in UTF-8") from None
    import openpyxl  # the package is optional, so it is imported only when needed

    try:
        with warnings.catch_warnings(action="ignore"):  # it warns of styles and forms, which are not read here
            book: Any = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            shown = [sheet for sheet in book.worksheets[:MOST_SHEETS] if sheet.sheet_state == "visible"]
            lists = [text for sheet in shown if (text := _sheet_text(sheet)).strip()]
    except Exception:  # openpyxl raises errors of many kinds about a broken file
        raise TournamentRefusal(DAMAGED) from None
    if not lists:
        raise TournamentRefusal("there is nothing in the workbook")
    return next((text for text in lists if has_heading(text)), lists[0])


def _check_workbook(content: bytes) -> None:
    """Raise ``TournamentRefusal`` unless a ZIP file is a workbook of a usual size.

    A ZIP bomb (a small file that unpacks to a huge one) is refused before it is unpacked: Python's ``zipfile`` never
    unpacks more of a file than the size that the archive states for it.
    """
    too_much = f"the Excel workbook holds far more than a list: {SAVE}"
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except Exception:  # zipfile raises errors of many kinds about a broken file
        raise TournamentRefusal(DAMAGED) from None
    files = [file for file in archive.infolist() if not file.filename.startswith("xl/media/")]
    if "xl/workbook.xml" not in archive.namelist():
        raise TournamentRefusal(f"the file is not an Excel workbook: {SAVE}")
    if sum(file.file_size for file in files) > MOST_UNPACKED:
        raise TournamentRefusal(too_much)
    try:
        parts = [archive.read(file) for file in files]
    except Exception:  # of many kinds again
        raise TournamentRefusal(DAMAGED) from None
    if sum(part.count(b"<") for part in parts) > MOST_TAGS:
        raise TournamentRefusal(too_much)
    if any(doctype in part for part in parts for doctype in DOCTYPES):
        raise TournamentRefusal(DAMAGED)


def _sheet_text(sheet: Any) -> str:
    """Return the rows of a sheet of an Excel workbook as lines, with tabs between the cells."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows(_cells(sheet))
    return out.getvalue()


def _cells(sheet: Any) -> Iterator[list[str]]:
    """Yield each row of a sheet as the texts of its cells, without empty cells at the end.

    The texts have no tabs and no line breaks, so that the lines are numbered as in Excel.
    """
    for row in sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True):
        cells = [_cell_text(value).replace("\t", " ").replace("\n", " / ") for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _cell_text(value: object) -> str:
    """Return the value of a cell as text. A whole number has no decimal point, and an empty cell no text."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
