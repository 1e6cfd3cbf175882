"""Typesets the sheets of a tournament, or divides their contents into parts that another process can typeset.

If ``doubled_vowels`` is true, te reo Māori is spelt with doubled vowels, as in Waikato-Tainui; if it is false, with
macrons. ``date`` is printed on certificates. The functions that take a tournament raise ``TournamentRefusal`` if the
sheet would be empty.
"""

from __future__ import annotations

from collections.abc import Callable

from ..tournament import Tournament
from .contents import link_contents, sheet_contents
from .sheets import Data, Links, Sheet, Size
from .typesetting import typeset

PART, ROWS = 200, 1_000
"""The most that one PDF holds: ``PART`` pages or links, or ``ROWS`` rows of a list that goes over several pages."""
LISTS: dict[Sheet | Links, tuple[tuple[str, ...], int]] = {
    "numbers": (("tables", "onward"), PART),
    "tables": (("table_cards",), PART),
    "cards": (("teams", "personal"), PART),
    "badges": (("badges",), PART),
    "schedule": (("schedules",), PART),
    "chart": (("chart",), PART),
    "scores": (("games",), PART),
    "games": (("played",), ROWS),
    "movement": (("played",), ROWS),
    "results": (("standings",), ROWS),
    "links": (("links",), PART),
}
"""For each sheet, the names of the lists that grow with the tournament, and how many items of each one part holds."""
FIRST_PART_ONLY, LAST_PART_ONLY = ("steps",), ("marae",)
"""The lists that only the first part of a sheet holds, and those that only the last part holds."""


def pdf_parts(sheet: Sheet | Links, data: Data) -> list[Data]:
    """Return ``data``, the contents of a sheet, in parts that each become one PDF. A small sheet has only one part."""
    lists, most = LISTS.get(sheet, ((), PART))
    names = [name for name in lists if name in data]
    if "played" in names:  # keep all rows of a round in one part
        most = max(1, ROWS // max((len(played["games"]) for played in data["played"]), default=1))
    count = max((len(data[name]) for name in names), default=0)
    starts = range(0, max(count, 1), most)
    parts = [data | {name: data[name][start : start + most] for name in names} for start in starts]
    first, last = parts[0], parts[-1]
    for part in parts:
        if part is not first:
            part |= {name: [] for name in FIRST_PART_ONLY if name in data}
        if part is not last:
            part |= {name: [] for name in LAST_PART_ONLY if name in data}
    return parts


def sheet_parts(t: Tournament, sheet: Sheet, *, date: str = "", doubled_vowels: bool = True) -> list[Data]:
    """Return the contents of a sheet as JSON, in parts that each become one PDF."""
    return pdf_parts(sheet, sheet_contents(t, sheet, date, doubled_vowels))


def sheet_pdf(t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", doubled_vowels: bool = True) -> bytes:
    """Typeset a sheet of the tournament, and return it as one PDF."""
    return typeset(sheet_contents(t, sheet, date, doubled_vowels), sheet, size, "pdf")[0]


def sheet_pictures(
    t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", doubled_vowels: bool = True
) -> list[bytes]:
    """Typeset a sheet of the tournament, and return it as PNG images, one for each page."""
    return typeset(sheet_contents(t, sheet, date, doubled_vowels), sheet, size, "png")


def links_pdf(t: Tournament, address: Callable[[str], str], size: Size = "a4", *, doubled_vowels: bool = True) -> bytes:
    """Typeset the links of officials, captains and players as QR codes, and return them as one PDF.

    ``address`` is a function that takes the id of a grant and returns the URL of its link.
    """
    return typeset(link_contents(t, address, doubled_vowels), "links", size, "pdf")[0]


def link_parts(t: Tournament, address: Callable[[str], str], *, doubled_vowels: bool = True) -> list[Data]:
    """Return the contents of the sheet of links as JSON, in parts that each become one PDF.

    ``address`` is a function that takes the id of a grant and returns the URL of its link.
    """
    return pdf_parts("links", link_contents(t, address, doubled_vowels))
