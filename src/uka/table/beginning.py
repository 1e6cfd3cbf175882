"""The entries that begin a game."""

from __future__ import annotations

from uka.core.seats import Seat

from . import entries as en
from .entries import TableEntries
from .table import Table
from .timers import secrets_entry


def begin_entries(table: Table, captain: Seat, secrets: bytes) -> TableEntries:
    """Return the entries that put bots in free seats and begin a game. The draw for first dealer starts at ``captain``.

    Given deals have the same first dealer at each table, so there the draw starts at the first seat. ``secrets``
    holds the server's random bytes for the shuffles, 32 for each pack.
    """
    if table.settings.deals:
        captain = table.rules.seats[0]
    bots = tuple(
        en.BotSeated(seat, table.settings.bots)
        for seat in table.rules.seats
        if table.chair(seat).player is None and table.chair(seat).bot is None
    )
    return (*bots, en.GameBegan(captain), secrets_entry(0, secrets))
