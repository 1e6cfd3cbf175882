"""Printed sheets of a tournament: PDFs that Typst typesets from the state of the tournament.

- ``sheets``: the kinds of sheets and their paper sizes
- ``contents``: what each sheet shows
- ``typesetting``: makes PDFs and pictures with Typst
- ``printing``: prints a sheet of a tournament
- ``print_process``: typesets in a separate process with limited memory and CPU time

The Typst template is ``sheets.typ``.
"""

from .contents import REO
from .printing import PART, ROWS, divided, links, parts, parts_of_links, pictures, printed
from .sheets import SHEETS, SIZES, Data, Links, Sheet, Size
from .typesetting import set_in_type

__all__ = [
    "PART",
    "REO",
    "ROWS",
    "SHEETS",
    "SIZES",
    "Data",
    "Links",
    "Sheet",
    "Size",
    "divided",
    "links",
    "parts",
    "parts_of_links",
    "pictures",
    "printed",
    "set_in_type",
]
