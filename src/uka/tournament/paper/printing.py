"""Prints the sheets of a tournament, or returns their contents in parts that another process can print.

If ``spelling`` is true, te reo Māori is spelt with doubled vowels, as in Waikato-Tainui. If it is false, te reo Māori
is spelt with macrons. ``date`` is printed on certificates. Each function raises ``TournamentRefusal`` if the sheet
would be empty.
"""

from __future__ import annotations

from collections.abc import Callable

from ..tournament import Tournament
from .contents import link_contents, sheet_contents
from .sheets import Data, Links, Sheet, Size
from .typesetting import set_in_type

PART, ROWS = 200, 1_000
"""The maximum size of one PDF: ``PART`` pages or links, or ``ROWS`` rows of a list that spans several pages."""
LISTS: dict[Sheet | Links, tuple[tuple[str, ...], int]] = {
    "numbers": (("tables", "onward"), PART),
    "cards": (("teams",), PART),
    "scores": (("games",), PART),
    "movement": (("played",), ROWS),
    "results": (("standings",), ROWS),
    "links": (("links",), PART),
}
"""For each sheet, the lists that grow with the tournament, and the maximum number of list items in one part."""
FIRST_PART_ONLY, LAST_PART_ONLY = ("steps",), ("marae",)
"""The lists that only the first part contains, and the lists that only the last part contains."""


def divided(sheet: Sheet | Links, data: Data) -> list[Data]:
    """Divide the contents of a sheet into parts, and return the parts. A small sheet has only one part."""
    names, most = LISTS.get(sheet, ((), PART))
    if sheet == "movement":  # keep all rows of a round in one part
        most = max(1, ROWS // max((len(played["games"]) for played in data["played"]), default=1))
    count = max((len(data[name]) for name in names), default=0)
    parts = [data | {name: data[name][at : at + most] for name in names} for at in range(0, max(count, 1), most)]
    for part in parts[1:]:
        part |= {name: [] for name in FIRST_PART_ONLY if name in data}
    for part in parts[:-1]:
        part |= {name: [] for name in LAST_PART_ONLY if name in data}
    return parts


def parts(t: Tournament, sheet: Sheet, *, date: str = "", spelling: bool = True) -> list[Data]:
    """Return the contents of a sheet in parts, as JSON. Each part becomes one PDF."""
    return divided(sheet, sheet_contents(t, sheet, date, spelling))


def printed(t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", spelling: bool = True) -> bytes:
    """Typeset a sheet and return it as a PDF."""
    return set_in_type(sheet_contents(t, sheet, date, spelling), sheet, size, "pdf")[0]


def pictures(t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", spelling: bool = True) -> list[bytes]:
    """Typeset a sheet and return it as PNG images, one for each page."""
    return set_in_type(sheet_contents(t, sheet, date, spelling), sheet, size, "png")


def links(t: Tournament, address: Callable[[str], str], size: Size = "a4", *, spelling: bool = True) -> bytes:
    """Return a PDF with the links of officials, captains and players as QR codes.

    ``address`` is a function that takes the id of a grant and returns the URL of its link.
    """
    return set_in_type(link_contents(t, address, spelling), "links", size, "pdf")[0]


def parts_of_links(t: Tournament, address: Callable[[str], str], *, spelling: bool = True) -> list[Data]:
    """Return the contents of the sheet of links in parts, as JSON. Each part becomes one PDF.

    ``address`` is a function that takes the id of a grant and returns the URL of its link.
    """
    return divided("links", link_contents(t, address, spelling))
