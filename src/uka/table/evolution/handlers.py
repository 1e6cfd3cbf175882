"""The type of the functions that apply an entry to a table. Each function handles the entries of one type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..entries import TableLine
from ..events import GameOrTableEvent
from ..table import Table

Evolution: TypeAlias = tuple[Table, tuple[GameOrTableEvent, ...]]
"""A table after an entry, and the events of that entry."""
Handler: TypeAlias = Callable[[Table, TableLine, Any], Evolution]


def silent(change: Callable[[Table, TableLine, Any], Table]) -> Handler:
    """Return a handler that applies ``change`` to the table and produces no events."""
    return lambda table, line, entry: (change(table, line, entry), ())
