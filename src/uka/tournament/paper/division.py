"""Divides the contents of a large sheet into parts, to limit the time and memory that each PDF needs.

Each part becomes one PDF.
"""

from __future__ import annotations

from .sheets import Data, Links, Sheet

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
