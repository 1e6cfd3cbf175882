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

    def hear(self, tell: StateUpdate | TableChange, *, first: bool = False) -> Iterator[StateUpdate]:
        """Process an update, and yield the updates that can now be applied, in order. A change is yielded as a delta.

        ``first`` is true if the update is the first on a connection. If that update is a snapshot, it replaces this
        copy even if the copy has a later version.
        """
        if first and isinstance(tell, TableSnapshot):
            self.known, self._held = -1, []
        self.known = max(self.known, version_of(tell))
        if isinstance(tell, TableSnapshot):
            yield from self._welcomed(tell, first)
        else:
            self._held = sorted([*self._held, tell], key=lambda news: news.since)[:MAX_HELD]
        yield from self._fill()

    def _welcomed(self, welcome: TableSnapshot, first: bool) -> Iterator[StateUpdate]:
        before = self.version
        if before is None or first or welcome.scene.version >= before:
            self.whole = welcome
            if self.version != before:
                yield welcome

    def _fill(self) -> Iterator[TableDelta]:
        while self.whole and self._held and self._held[0].since <= self.whole.scene.version:
            tell = self._held.pop(0)
            version = self.whole.scene.version
            if version_of(tell) <= version or (isinstance(tell, TableChange) and tell.since < version):
                continue  # a change fits only the version that it follows; the client requests the rest again
            news = delta_of(self.whole, tell) if isinstance(tell, TableChange) else tell
            self.whole = after(self.whole, news)
            yield cut(news, version)


def version_of(tell: StateUpdate | TableChange) -> int:
    """Return the version of the table after an update."""
    return tell.version if isinstance(tell, TableChange) else tell.scene.version


def delta_of(whole: TableSnapshot, change: TableChange) -> TableDelta:
    """Return the delta that tells the same as a change of the table."""
    scene, deal = changed_table(whole.scene, change.scene), changed_deal(whole.deal, change.deal)
    return TableDelta(change.since, change.lines, scene, deal, change.people, change.invitation)


def after(whole: TableSnapshot, news: TableDelta) -> TableSnapshot:
    """Return the table after a delta."""
    people = whole.people if news.people is None else news.people
    invitation = whole.invitation if news.invitation is None else news.invitation
    return replace(whole, scene=news.scene, deal=news.deal, people=people, invitation=invitation)


def cut(news: TableDelta, version: int) -> TableDelta:
    """Return a delta without its lines up to and including version ``version``."""
    if news.since >= version:
        return news
    return replace(news, since=version, lines=tuple(line for line in news.lines if line.seq > version))
