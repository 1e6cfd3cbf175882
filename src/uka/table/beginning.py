"""The entries that begin a game."""

from __future__ import annotations

from uka.core.seats import Seat

from . import entries as en
from .entries import TableEntries
from .table import Table
from .timers import secrets_entry


def begin_entries(table: Table, captain: Seat, secrets: bytes) -> TableEntries:
    """Return the log entries that put bots in free seats and begin a game.

    ``captain`` is the seat at which the draw for first dealer starts. At a table with given deals (fixed before the
    game) the draw starts at the first seat instead, so that all tables with these deals have the same first dealer.
    ``secrets`` holds the server's random bytes for the shuffles, 32 for each pack.
    """
    first_to_draw = table.rules.seats[0] if table.settings.deals else captain
    bots = tuple(
        en.BotSeated(seat, table.settings.bots)
        for seat in table.rules.seats
        if table.chair(seat).player is None and table.chair(seat).bot is None
    )
    return (*bots, en.GameBegan(first_to_draw), secrets_entry(0, secrets))
