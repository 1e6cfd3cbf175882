"""Keeps a copy of a table, to which it applies updates that may arrive twice or in any order.

Each update holds the whole table, or the fields of the table that have changed. So the table is never computed from
events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from uka.table import PublicTable, TableLineView
from uka.table.views.changes import with_changes
from uka.table.views.deal_view import OwnDealView, PublicDealView
from uka.wire.table_updates import TableChange, TableSnapshot

StateUpdate: TypeAlias = TableSnapshot | TableChange
"""An update that says how the table is, unlike the answer to a command."""
MAX_HELD = 64
"""The maximum number of changes that are kept while an earlier change is missing.

If more arrive, the latest changes are dropped. The server sends them again when the client requests missing updates.
"""


class AppliedUpdate(NamedTuple):
    """An update that was applied to the copy of a table, and the table after it."""

    since: int | None
    """The version before the update, or None if the update is a snapshot. Then log lines before it may be missing."""
    lines: tuple[TableLineView, ...]
    """The log lines after version ``since``, or none if the update is a snapshot."""
    table: TableSnapshot
    """The whole table after the update."""

    @property
    def version(self) -> int:
        """The version of the table after the update."""
        return self.table.scene.version


class TableMirror:
    """A copy of a table, to which all updates before the first missing update are applied."""

    def __init__(self) -> None:
        self.snapshot: TableSnapshot | None = None
        """The copy of the table, or None before the first snapshot."""
        self.known = -1
        """The last version that the server is known to have reached."""
        self._held: list[TableChange] = []

    @property
    def version(self) -> int | None:
        """The version of this copy, or None before the first snapshot."""
        return self.snapshot.scene.version if self.snapshot else None

    @property
    def behind(self) -> bool:
        """Whether updates are missing: whether the server is known to have reached a later version than this copy."""
        return self.snapshot is None or self.known > self.snapshot.scene.version

    def hear(self, update: StateUpdate, *, first: bool = False) -> Iterator[AppliedUpdate]:
        """Take an update from the server. Apply all updates that can now be applied, and yield them in order.

        Nothing is applied before the caller iterates, so the iterator must be exhausted. ``first`` is true if
        ``update`` is the first on a connection. A snapshot that comes first replaces this copy, even if the copy has a
        later version.
        """
        if isinstance(update, TableSnapshot):
            if applied := self._apply_snapshot(update, first):
                yield applied
        else:
            self.known = max(self.known, update.version)
            self._held = sorted([*self._held, update], key=lambda change: change.since)[:MAX_HELD]
        yield from self._apply_held()

    def _apply_snapshot(self, snapshot: TableSnapshot, first: bool) -> AppliedUpdate | None:
        """Replace this copy by ``snapshot``, unless the copy is later. Return the update if the version has changed.

        ``first`` is true if ``snapshot`` is the first update on a connection. Then it replaces even a later copy, and
        what was heard on earlier connections is forgotten.
        """
        before, version = self.version, snapshot.scene.version
        if first:
            self.known, self._held = -1, []
        self.known = max(self.known, version)
        if before is None or first or version >= before:
            self.snapshot = snapshot
            if version != before:
                return AppliedUpdate(None, (), snapshot)
        return None

    def _apply_held(self) -> Iterator[AppliedUpdate]:
        """Apply the held changes that no missing change precedes, and yield each as soon as it is applied."""
        while self.snapshot and self._held and self._held[0].since <= self.snapshot.scene.version:
            change, version = self._held.pop(0), self.snapshot.scene.version
            if change.version > version and (change.whole or change.since == version):
                self.snapshot = _with_change(self.snapshot, change)
                lines = tuple([line for line in change.lines_seen if line.seq > version])
                yield AppliedUpdate(version, lines, self.snapshot)


def _with_change(table: TableSnapshot, change: TableChange) -> TableSnapshot:
    """Return ``table`` after ``change``, which begins at the version of ``table`` or holds every field of the table."""
    deal, own = with_changes(PublicDealView, table.deal, change.deal), table.own
    if deal is None or change.whole:
        own = None
    if change.own is not UNSET:
        own = with_changes(OwnDealView, own, change.own)
    return replace(
        table,
        scene=with_changes(PublicTable, table.scene, change.scene),
        deal=deal,
        own=own,
        people=table.people if change.people is None else change.people,
        invitation=table.invitation if change.invitation is None else change.invitation,
    )
