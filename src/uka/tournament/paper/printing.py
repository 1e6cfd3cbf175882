"""Prints the sheets of a tournament, or returns their contents in parts that another process can print.

If ``spelling`` is true, te reo Māori is spelt with doubled vowels, as in Waikato-Tainui. If it is false, te reo Māori
is spelt with macrons. ``date`` is printed on certificates. Each function raises ``TournamentRefusal`` if the sheet
would be empty.
"""

from __future__ import annotations

from collections.abc import Callable

from ..tournament import Tournament
from .contents import link_contents, sheet_contents
from .division import divided
from .sheets import Data, Sheet, Size
from .typesetting import set_in_type


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
