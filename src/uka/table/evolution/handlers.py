"""The type of a handler: a function that applies the log entries of one type to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..entries import TableLine
from ..events import GameOrTableEvent
from ..table import Table

Evolution: TypeAlias = tuple[Table, tuple[GameOrTableEvent, ...]]
"""A table after an entry of its log, and the events that the entry caused."""
Handler: TypeAlias = Callable[[Table, TableLine, Any], Evolution]
"""A function of a table, the next line of its log, and the entry of that line."""


def without_events(apply: Callable[[Table, TableLine, Any], Table]) -> Handler:
    """Return a handler that changes the table as ``apply`` does, and causes no events."""
    return lambda table, line, entry: (apply(table, line, entry), ())
