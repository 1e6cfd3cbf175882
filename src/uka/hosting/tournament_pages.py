"""What the pages and the files of a tournament hold: its results, its standings and the contents of its sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from uka.tournament import Tournament, paper
from uka.tournament.paper import Data, Links, Sheet
from uka.tournament.spreadsheets import for_people, result_rows, standing_rows, to_csv
from uka.tournament.tournament import round_of
from uka.tournament.views.builders import round_page
from uka.wire.http_bodies import RoundPage

from .errors import Unknown

CsvList: TypeAlias = Literal["results", "standings"]
KINDS: tuple[Sheet | Links, ...] = (*paper.SHEETS, "links")
ROWS = {"results": result_rows, "standings": standing_rows}


def csv_of(t: Tournament, name: CsvList) -> str:
    """Return the results of all games of a tournament, or its standings, as CSV."""
    return to_csv(for_people(t, ROWS[name](t)))


def page_of_round(t: Tournament, number: int) -> RoundPage:
    """Return a round of a tournament and its games. Raise ``TournamentRefusal`` if there is no such round."""
    return round_page(t, round_of(t, number))


def parts_of_sheet(t: Tournament, sheet: str, address: Callable[[str], str], *, doubled_vowels: bool) -> list[Data]:
    """Return the contents of a printed sheet as JSON, in parts that each become one PDF.

    ``address`` is a function that takes the id of a grant and returns the URL of its link. Raise ``Unknown`` if there
    is no sheet of that name, and ``TournamentRefusal`` if the sheet would be empty.
    """
    known = sheet_of_name(sheet)
    if known == "links":
        return paper.link_parts(t, address, doubled_vowels=doubled_vowels)
    return paper.sheet_parts(t, known, doubled_vowels=doubled_vowels)


def sheet_of_name(name: str) -> Sheet | Links:
    """Return the kind of sheet that a client names. Raise ``Unknown`` if there is none of that name."""
    for sheet in KINDS:
        if sheet == name:
            return sheet
    raise Unknown(f"there is no sheet of that name: there are {', '.join(KINDS)}")
