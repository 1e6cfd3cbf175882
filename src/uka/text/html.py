"""Writes tables as HTML for notebooks. The tables need no style sheet, font or picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import chain, repeat

from .printable import printable

CELL = "padding:.1em .8em;text-align:"
"""The style of a cell, up to the side to which its text is aligned."""


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML, in which all texts are escaped. The first column is aligned left, the others right.

    ``columns`` are the headings, and ``rows`` holds the cells of each row.

    >>> html_table("", ["who"], [["<Ana>"]]).count("&lt;Ana&gt;")
    1
    """
    body = "".join(_row("td", row) for row in rows)
    return f"<table><caption>{_escaped(caption)}</caption>{_row('th', columns)}{body}</table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    """Return a row of a table as HTML. ``tag`` is ``th`` for headings, else ``td``."""
    sides = chain(("left",), repeat("right"))
    parts = (f'<{tag} style="{CELL}{side}">{_escaped(cell)}</{tag}>' for cell, side in zip(cells, sides, strict=False))
    return f"<tr>{''.join(parts)}</tr>"


def _escaped(text: str) -> str:
    """Return ``text`` escaped for HTML, with ``?`` in place of each character that is not displayed."""
    return escape(printable(text))
