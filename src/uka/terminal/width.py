"""Shortens text to a number of terminal columns."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def truncated(text: str, width: int) -> str:
    """Return ``text``, cut to ``width`` columns with an ellipsis at the end if it is wider.

    >>> truncated("Tāwhirimātea", 8), truncated("Hana", 8)
    ('Tāwhiri…', 'Hana')
    """
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
