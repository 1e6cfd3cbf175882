"""The options of a table that a client opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from uka.core.seats import Seat
from uka.table import TableSettings


class NewTableOptions(TypedDict, total=False):
    """The options of a new table. ``bots`` is the level of its bots. If ``begin`` is true, the game begins at once."""

    changes: Mapping[str, Any] | None
    settings: TableSettings | None
    public: bool
    seat: Seat | None
    bots: str | None
    begin: bool
