"""Printed sheets of a tournament, such as score sheets and certificates: Typst typesets them as PDFs.

- ``sheets``: the kinds of sheets and their paper sizes
- ``contents``: what each sheet shows, from the state of a tournament
- ``entrant_sheets``: the contents of personal cards, schedules, badges, the wall chart and the cards on tables
- ``movement_text``: the movement in words, and the rounds that are known before they are played
- ``typesetting``: makes PDFs and pictures with Typst
- ``printing``: typesets a sheet of a tournament, or divides a long one into parts
- ``print_process``: typesets a part in a separate process with limited memory and CPU time

The Typst template is ``sheets.typ``.
"""

from .contents import REO
from .printing import PART, ROWS, link_parts, links_pdf, pdf_parts, sheet_parts, sheet_pdf, sheet_pictures
from .sheets import SHEETS, SIZES, Data, Links, Sheet, Size
from .typesetting import typeset

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
    "link_parts",
    "links_pdf",
    "pdf_parts",
    "sheet_parts",
    "sheet_pdf",
    "sheet_pictures",
    "typeset",
]
