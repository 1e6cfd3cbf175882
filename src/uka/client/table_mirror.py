"""Maintains a copy of a table from updates, which may arrive twice or in any order.

Each update contains the new state of the table, or the fields of it that have changed. So the state is never computed
from the events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from uka.table.views.changes import changed_deal, changed_table
from uka.wire.table_updates import TableChange, TableDelta, TableSnapshot

StateUpdate: TypeAlias = TableSnapshot | TableDelta
MAX_HELD = 64
"""The maximum number of deltas stored while an earlier delta is missing.

If there are more, the latest deltas are dropped. The server sends them again when the client requests missing updates.
"""


class TableMirror:
    """A copy of a table with all updates up to the first missing update.

    ``known`` is the last version of the table that the server is known to have reached.
    """

    def __init__(self) -> None:
        self.whole: TableSnapshot | None = None
        self.known = -1
        self._held: list[TableDelta | TableChange] = []

    @property
    def version(self) -> int | None:
        """The version of this copy, or None before the first snapshot."""
        return self.whole.scene.version if self.whole else None

    @property
    def behind(self) -> bool:
        """Whether updates are missing."""
        return self.whole is None or self.known > self.whole.scene.version

    def hear(self, update: StateUpdate | TableChange, *, first: bool = False) -> Iterator[StateUpdate]:
        """Process an update, and yield the updates that can now be applied, in order. A change is yielded as a delta.

        ``first`` is true if the update is the first on a connection. If that update is a snapshot, it replaces this
        copy even if the copy has a later version.
        """
        if first and isinstance(update, TableSnapshot):
            self.known, self._held = -1, []
        self.known = max(self.known, version_of(update))
        if isinstance(update, TableSnapshot):
            yield from self._take_snapshot(update, first)
        else:
            self._held = sorted([*self._held, update], key=lambda delta: delta.since)[:MAX_HELD]
        yield from self._fill()

    def _take_snapshot(self, snapshot: TableSnapshot, first: bool) -> Iterator[StateUpdate]:
        before = self.version
        if before is None or first or snapshot.scene.version >= before:
            self.whole = snapshot
            if self.version != before:
                yield snapshot

    def _fill(self) -> Iterator[TableDelta]:
        while self.whole and self._held and self._held[0].since <= self.whole.scene.version:
            update = self._held.pop(0)
            version = self.whole.scene.version
            if version_of(update) <= version or (isinstance(update, TableChange) and update.since < version):
                continue  # a change fits only the version that it follows; the client requests the rest again
            delta = delta_of(self.whole, update) if isinstance(update, TableChange) else update
            self.whole = after(self.whole, delta)
            yield cut(delta, version)


def version_of(update: StateUpdate | TableChange) -> int:
    """Return the version of the table after an update."""
    return update.version if isinstance(update, TableChange) else update.scene.version


def delta_of(whole: TableSnapshot, change: TableChange) -> TableDelta:
    """Return the delta that tells the same as a change of the table."""
    scene, deal = changed_table(whole.scene, change.scene), changed_deal(whole.deal, change.deal)
    return TableDelta(change.since, change.lines, scene, deal, change.people, change.invitation)


def after(whole: TableSnapshot, delta: TableDelta) -> TableSnapshot:
    """Return the table after a delta."""
    people = whole.people if delta.people is None else delta.people
    invitation = whole.invitation if delta.invitation is None else delta.invitation
    return replace(whole, scene=delta.scene, deal=delta.deal, people=people, invitation=invitation)


def cut(delta: TableDelta, version: int) -> TableDelta:
    """Return a delta without its lines up to and including version ``version``."""
    if delta.since >= version:
        return delta
    return replace(delta, since=version, lines=tuple(line for line in delta.lines if line.seq > version))
