"""Tables of the chances of winning a game, and charts of those tables.

The optional package Altair draws the charts.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from uka.extras import require

from .options import UsageError

FORMATS = (".png", ".svg", ".html", ".json")
"""The suffixes of the files to which a chart can be written."""
CELL = 34
"""The width and height of a cell of a chart, in pixels."""


class WinningChanceTable(msgspec.Struct, frozen=True):
    """A table of the chances that one partnership, called our side, wins a game, each estimated before a deal.

    Rows and columns stand for scores, or for leads and numbers of remaining deals.
    """

    dealing: bool
    """Whether our side deals next."""
    down: str
    """What the number of a row means, such as "our score"."""
    across: str
    """What the number of a column means, such as "their score"."""
    rows: tuple[int, ...]
    """The number of each row, from top to bottom."""
    columns: tuple[int, ...]
    """The number of each column, from left to right."""
    chances: tuple[tuple[float, ...], ...]
    """For each row, a chance from 0 to 1 for each column."""

    @property
    def title(self) -> str:
        """The title of the table, which says which side deals."""
        return "We deal" if self.dealing else "They deal"


def percent(chance: float) -> str:
    """Return ``chance``, from 0 to 1, as text in percent. A chance near 0 or 1 is not rounded to 0 % or 100 %.

    >>> [percent(chance) for chance in (0.0, 0.001, 0.666, 0.999, 1.0)]
    ['0', '<1', '67', '>99', '100']
    """
    rounded = f"{100 * chance:.0f}"
    return {"0": "<1", "100": ">99"}.get(rounded, rounded) if 0 < chance < 1 else rounded


def write_chart(tables: Sequence[WinningChanceTable], title: str, notes: Sequence[str], path: Path) -> None:
    """Draw ``tables`` side by side as one chart, and write the chart to the file ``path``.

    The suffix of ``path`` selects the format. The sentences ``notes`` stand below ``title``. Raise ``UsageError`` if
    the suffix is unknown or the file cannot be written, and ``MissingPackages`` if Altair is not installed.
    """
    if path.suffix not in FORMATS:
        raise UsageError(f"{path} cannot be drawn: its name must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    require("draw", "drawing", "altair", "vl_convert")
    altair = importlib.import_module("altair")
    heading = altair.TitleParams(title, subtitle=[*notes], anchor="start", subtitleColor="#555", offset=16)
    chart = altair.concat(*(_heat_map(altair, table) for table in tables), columns=2).properties(title=heading)
    try:
        chart.configure_view(stroke=None).save(str(path), scale_factor=2, inline=path.suffix == ".html")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def _heat_map(altair: Any, table: WinningChanceTable) -> Any:
    """Return ``table`` as a heat map of the module ``altair``.

    High chances are blue and low chances orange. Each cell shows its chance in percent.
    """
    cells = [
        {"row": row, "column": column, "chance": chance, "percent": percent(chance)}
        for row, chances in zip(table.rows, table.chances, strict=True)
        for column, chance in zip(table.columns, chances, strict=True)
    ]
    axis = altair.Axis(orient="top", labelAngle=0, domain=False, ticks=False)
    base = altair.Chart(
        altair.Data(values=cells), title=table.title, width=CELL * len(table.columns), height=CELL * len(table.rows)
    ).encode(
        altair.X("column:O", sort=[*table.columns], title=table.across, axis=axis),
        altair.Y("row:O", sort=[*table.rows], title=table.down, axis=altair.Axis(domain=False, ticks=False)),
    )
    colours = altair.Scale(scheme="blueorange", reverse=True, domain=[0, 1])
    dark = altair.condition("abs(datum.chance - 0.5) > 0.35", altair.value("white"), altair.value("black"))
    return base.mark_rect(stroke="white").encode(altair.Color("chance:Q", scale=colours, legend=None)) + base.mark_text(
        fontSize=13
    ).encode(altair.Text("percent:N"), color=dark)
