"""The snapshots of long tables in the store, with which a table is opened again as fast after 100 games as after 5."""

from __future__ import annotations

from collections.abc import Iterable

from uka.records import InvalidRecord
from uka.store import NoSuchTable, Store
from uka.table import Table, TableLine, TableTransition
from uka.table.entries import GameBegan
from uka.table.stored_snapshot import read_snapshot, write_snapshot

LINES_APART = 1_000
"""The minimum number of lines from one snapshot of a table to the next, or from its first line to the first snapshot.

So a snapshot takes less than a tenth of the space of the lines, and a table of a few games has none.
"""


async def stored_snapshot(store: Store, id: str) -> Table | None:
    """Return the table ``id`` as its snapshot in the store says; return None if there is no snapshot of this log.

    The line of the log at which the snapshot stands must have the snapshot's hash.
    """
    stored = await store.get(_key(id))
    table = None if stored is None else read_snapshot(stored)
    if table is None:
        return None
    try:
        lines = await store.read(id, table.seq, 1)
        return table if lines and TableLine.parse(lines[0]).hash == table.hash else None
    except (InvalidRecord, NoSuchTable):
        return None


async def store_snapshot(store: Store, id: str, table: Table) -> None:
    """Store the snapshot of ``table``, with which a game began, in place of an earlier snapshot.

    If another process stores one at the same time, one of the two stays.
    """
    snapshot = write_snapshot(table)
    if snapshot is not None:
        await store.put(_key(id), snapshot, expected=await store.get(_key(id)))


async def forget_snapshot(store: Store, id: str) -> None:
    """Let the table ``id`` have no snapshot in the store, if it has one."""
    if stored := await store.get(_key(id)):
        await store.put(_key(id), b"", expected=stored)


def due_snapshot(transitions: Iterable[TableTransition], last: int) -> Table | None:
    """Return the table to store as a snapshot: the state with which one of ``transitions`` began a game.

    ``last`` is the number of the line of the last snapshot, or 0. Return None if no game began or ``last`` is near.
    """
    began = [step.table for step in transitions if isinstance(step.line.entry, GameBegan)]
    return began[-1] if began and began[-1].seq - last >= LINES_APART else None


def _key(id: str) -> str:
    return f"table/{id}/snapshot"
