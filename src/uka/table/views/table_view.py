"""The whole table as one viewer may see it."""

from __future__ import annotations

import msgspec

from uka.core.seats import Seat
from uka.records.fair import Shares

from ..table import Table
from .deal_view import DealView, deal_view
from .public_table import PublicTable, public_table


class Person(msgspec.Struct, frozen=True, gc=False):
    """Somebody at the table, seated or not."""

    player: str
    name: str


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may see it.

    ``commitments`` are those of the game's packs by number, ``secrets`` those of them that are told. ``shares`` are
    those of the packs; None in a game without them.
    """

    scene: PublicTable
    deal: DealView | None
    people: tuple[Person, ...]
    commitments: tuple[str, ...]
    secrets: tuple[str, ...]
    shares: Shares | None


def table_view(table: Table, viewer: Seat | None) -> TableView:
    """The table for a viewer."""
    return TableView(
        scene=public_table(table),
        deal=deal_view(table, viewer),
        people=tuple(Person(m.player, m.name) for m in table.members),
        commitments=table.commitments,
        secrets=table.secrets[: table.told],
        shares=table.shares,
    )
