"""Tables of HTML for notebooks. They need no style sheet, font or picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import chain, repeat

from .printable import printable

CELL = "padding:.1em .8em;text-align:"


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML. The texts are escaped. The first column is aligned left, the others right.

    >>> html_table("", ["who"], [["<Ana>"]]).count("&lt;Ana&gt;")
    1
    """
    body = "".join(_row("td", row) for row in rows)
    return f"<table><caption>{_shown(caption)}</caption>{_row('th', columns)}{body}</table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    sides = chain(("left",), repeat("right"))
    parts = (f'<{tag} style="{CELL}{side}">{_shown(cell)}</{tag}>' for cell, side in zip(cells, sides, strict=False))
    return f"<tr>{''.join(parts)}</tr>"


def _shown(text: str) -> str:
    return escape(printable(text))
