"""The kinds of sheets and their paper sizes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

Sheet: TypeAlias = Literal[
    "numbers",
    "tables",
    "cards",
    "badges",
    "schedule",
    "scores",
    "games",
    "movement",
    "chart",
    "results",
    "certificates",
    "calls",
]
Links: TypeAlias = Literal["links"]
"""The sheet with the links to a tournament. Only a server can print it, because the server signs the links."""
Size: TypeAlias = Literal["a4", "a5", "letter"]
Data: TypeAlias = dict[str, Any]
"""The contents of a sheet, or of one part of a sheet, as JSON for the Typst template."""
SHEETS: tuple[Sheet, ...] = get_args(Sheet)
"""All kinds of sheets except the sheet of links."""
SIZES: tuple[Size, ...] = get_args(Size)
"""All paper sizes."""
