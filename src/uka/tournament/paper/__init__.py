"""A tournament on paper: sheets as PDF, typeset by Typst from the state of the tournament.

- ``sheets``: the kinds of sheets and their paper sizes
- ``contents``: what is on each sheet
- ``division``: large sheets in parts, one PDF each
- ``typesetting``: PDFs and pictures by Typst
- ``printing``: printing a sheet of a tournament
- ``print_process``: typesetting in a process of its own, within limits

The template is ``sheets.typ``.
"""

from .contents import REO
from .division import PART, ROWS, divided
from .printing import links, parts, parts_of_links, pictures, printed
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
