"""Maintains a copy of a table from updates, which may arrive twice or in any order.

Each update contains the new state of the table, or the fields of it that have changed. So the state is never computed
from the events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from uka.table import TableLineView
from uka.table.views.changes import changed_deal, changed_table
from uka.wire.table_updates import TableChange, TableSnapshot

StateUpdate: TypeAlias = TableSnapshot | TableChange
MAX_HELD = 64
"""The maximum number of changes stored while an earlier change is missing.

If there are more, the latest changes are dropped. The server sends them again when the client requests missing updates.
"""


class AppliedUpdate(NamedTuple):
    """The log lines after version ``since`` that an update has told, and the table after the last of them.

    ``since`` is None if the update is a snapshot. It tells no lines, and log lines before it may be missing.
    """

    since: int | None
    lines: tuple[TableLineView, ...]
    table: TableSnapshot

    @property
    def version(self) -> int:
        """The version of the table after the update."""
        return self.table.scene.version


class TableMirror:
    """A copy of a table with all updates up to the first missing update.

    ``known`` is the last version of the table that the server is known to have reached.
    """

    def __init__(self) -> None:
        self.snapshot: TableSnapshot | None = None
        self.known = -1
        self._held: list[TableChange] = []

    @property
    def version(self) -> int | None:
        """The version of this copy, or None before the first snapshot."""
        return self.snapshot.scene.version if self.snapshot else None

    @property
    def behind(self) -> bool:
        """Whether updates are missing."""
        return self.snapshot is None or self.known > self.snapshot.scene.version

    def hear(self, update: StateUpdate, *, first: bool = False) -> Iterator[AppliedUpdate]:
        """Process an update, and yield the updates that can now be applied, in order.

        ``first`` is true if the update is the first on a connection. If that update is a snapshot, it replaces this
        copy even if the copy has a later version.
        """
        if isinstance(update, TableSnapshot):
            yield from self._take_snapshot(update, first)
        else:
            self.known = max(self.known, update.version)
            self._held = sorted([*self._held, update], key=lambda change: change.since)[:MAX_HELD]
        yield from self._fill()

    def _take_snapshot(self, snapshot: TableSnapshot, first: bool) -> Iterator[AppliedUpdate]:
        before, version = self.version, snapshot.scene.version
        if first:
            self.known, self._held = -1, []
        self.known = max(self.known, version)
        if before is None or first or version >= before:
            self.snapshot = snapshot
            if version != before:
                yield AppliedUpdate(None, (), snapshot)

    def _fill(self) -> Iterator[AppliedUpdate]:
        while self.snapshot and self._held and self._held[0].since <= self.snapshot.scene.version:
            change, version = self._held.pop(0), self.snapshot.scene.version
            if change.version > version and (change.whole or change.since == version):
                self.snapshot = _after(self.snapshot, change)
                lines = tuple([line for line in change.lines if line.seq > version])
                yield AppliedUpdate(version, lines, self.snapshot)


def _after(table: TableSnapshot, change: TableChange) -> TableSnapshot:
    """Return the table after a change that fits it."""
    return replace(
        table,
        scene=changed_table(table.scene, change.scene),
        deal=changed_deal(table.deal, change.deal),
        people=table.people if change.people is None else change.people,
        invitation=table.invitation if change.invitation is None else change.invitation,
    )
