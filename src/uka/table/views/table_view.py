"""The whole table as one viewer may see it."""

from __future__ import annotations

import msgspec

from uka.core.seats import Seat
from uka.records.fair import Shares

from ..table import Table
from .deal_view import DealView, deal_view
from .public_table import PublicTable, public_table


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person at the table, with or without a seat."""

    player: str
    """The id of the person."""
    name: str
    avatar: str | None = None
    """The emblem that the person chose, or null."""


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may see it."""

    scene: PublicTable
    """The table without the cards."""
    deal: DealView | None
    people: tuple[Person, ...]
    commitments: tuple[str, ...]
    """The server's commitments to its secrets for the shuffles, one for each pack, in order."""
    secrets: tuple[str, ...]
    """The secrets that the server has opened, in the order of the packs."""
    shares: Shares | None
    """The players' random inputs to the shuffles, or None if the game uses none."""


def people_of(table: Table) -> tuple[Person, ...]:
    """Return the people at a table, both players and spectators."""
    return tuple(Person(member.player, member.name, member.avatar or None) for member in table.members)


def table_view(table: Table, viewer: Seat | None) -> TableView:
    """Return the whole table as ``viewer`` may see it. ``viewer`` is None for a spectator."""
    return TableView(
        scene=public_table(table),
        deal=deal_view(table, viewer),
        people=people_of(table),
        commitments=table.commitments,
        secrets=table.secrets[: table.secrets_opened],
        shares=table.shares,
    )
