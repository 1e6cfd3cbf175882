"""Tables of winning chances, and charts of those tables. The optional package Altair draws the charts."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from uka.extras import require

from .options import UsageError

FORMATS = (".png", ".svg", ".html", ".json")
CELL = 34
"""The width and height of a cell of a chart, in pixels."""


class ChanceTable(msgspec.Struct, frozen=True):
    """The chances that one partnership ("our side") wins a game, estimated before a deal.

    ``down`` is the heading of the rows, and ``across`` the heading of the columns. ``dealing`` is true if our side
    deals. ``chances`` holds a tuple of chances for each row.
    """

    dealing: bool
    down: str
    across: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]

    @property
    def title(self) -> str:
        """The heading of the table, which names the side that deals."""
        return "We deal" if self.dealing else "They deal"


def percent(chance: float) -> str:
    """Return a chance as text in percent. A chance near 0 or 1 is not rounded to 0 % or 100 %.

    >>> [percent(chance) for chance in (0.0, 0.001, 0.666, 0.999, 1.0)]
    ['0', '<1', '67', '>99', '100']
    """
    rounded = f"{100 * chance:.0f}"
    return {"0": "<1", "100": ">99"}.get(rounded, rounded) if 0 < chance < 1 else rounded


def draw(sheets: Sequence[ChanceTable], title: str, notes: Sequence[str], path: Path) -> None:
    """Write tables side by side as one chart to ``path``. The suffix of the file selects the format.

    Raise ``UsageError`` if the suffix is unknown or the file cannot be written, and ``MissingPackages`` without Altair.
    """
    if path.suffix not in FORMATS:
        raise UsageError(f"{path} cannot be drawn: its name must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    require("draw", "drawing")
    altair = importlib.import_module("altair")
    heading = altair.TitleParams(title, subtitle=[*notes], anchor="start", subtitleColor="#555", offset=16)
    chart = altair.concat(*(_heat(altair, sheet) for sheet in sheets), columns=2).properties(title=heading)
    try:
        chart.configure_view(stroke=None).save(str(path), scale_factor=2, inline=path.suffix == ".html")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def _heat(altair: Any, sheet: ChanceTable) -> Any:
    """Return a table as a heat map. Wins are blue and losses orange, and each cell shows the chance in percent."""
    cells = [
        {"row": row, "column": column, "chance": chance, "percent": percent(chance)}
        for row, chances in zip(sheet.rows, sheet.chances, strict=True)
        for column, chance in zip(sheet.columns, chances, strict=True)
    ]
    axis = altair.Axis(orient="top", labelAngle=0, domain=False, ticks=False)
    base = altair.Chart(
        altair.Data(values=cells), title=sheet.title, width=CELL * len(sheet.columns), height=CELL * len(sheet.rows)
    ).encode(
        altair.X("column:O", sort=[*sheet.columns], title=sheet.across, axis=axis),
        altair.Y("row:O", sort=[*sheet.rows], title=sheet.down, axis=altair.Axis(domain=False, ticks=False)),
    )
    colours = altair.Scale(scheme="blueorange", reverse=True, domain=[0, 1])
    dark = altair.condition("abs(datum.chance - 0.5) > 0.35", altair.value("white"), altair.value("black"))
    return base.mark_rect(stroke="white").encode(altair.Color("chance:Q", scale=colours, legend=None)) + base.mark_text(
        fontSize=13
    ).encode(altair.Text("percent:N"), color=dark)
