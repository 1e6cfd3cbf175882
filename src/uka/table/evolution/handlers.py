"""The type of the functions that apply an entry to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..entries import TableLine
from ..events import GameOrTableEvent
from ..table import Table

Evolution: TypeAlias = tuple[Table, tuple[GameOrTableEvent, ...]]
"""The table after an entry, and the events of the entry."""
Handler: TypeAlias = Callable[[Table, TableLine, Any], Evolution]


def silent(change: Callable[[Table, TableLine, Any], Table]) -> Handler:
    """A handler without events, from a function that returns the changed table."""
    return lambda table, line, entry: (change(table, line, entry), ())
