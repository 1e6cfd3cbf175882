"""A table as its server told it: what comes is put in order, and what was heard before is dropped.

A state is taken as it is told and never worked out from events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from uka.wire.table_updates import TableDelta, TableSnapshot

StateUpdate: TypeAlias = TableSnapshot | TableDelta
MOST = 64
"""News held back while a gap before them is filled; more of them come again with what fills it."""


class TableMirror:
    """The table at the last version told without a gap before it; ``known`` is the last one that there is."""

    def __init__(self) -> None:
        self.whole: TableSnapshot | None = None
        self.known = -1
        self._held: list[TableDelta] = []

    @property
    def version(self) -> int | None:
        """The version of what is here; None before the first word."""
        return self.whole.scene.version if self.whole else None

    @property
    def behind(self) -> bool:
        """Whether something is missing."""
        return self.whole is None or self.known > self.whole.scene.version

    def hear(self, tell: StateUpdate, *, first: bool = False) -> Iterator[StateUpdate]:
        """What of a message is new, in order. ``first`` on a connection counts even if it is older."""
        if first and isinstance(tell, TableSnapshot):
            self.known, self._held = -1, []
        self.known = max(self.known, tell.scene.version)
        if isinstance(tell, TableSnapshot):
            yield from self._welcomed(tell, first)
        else:
            self._held = sorted([*self._held, tell], key=lambda news: news.since)[:MOST]
        yield from self._fill()

    def _welcomed(self, welcome: TableSnapshot, first: bool) -> Iterator[StateUpdate]:
        before = self.version
        if before is None or first or welcome.scene.version >= before:
            self.whole = welcome
            if self.version != before:
                yield welcome

    def _fill(self) -> Iterator[TableDelta]:
        while self.whole and self._held and self._held[0].since <= self.whole.scene.version:
            news = self._held.pop(0)
            version = self.whole.scene.version
            if news.scene.version > version:
                self.whole = after(self.whole, news)
                yield cut(news, version)


def after(whole: TableSnapshot, news: TableDelta) -> TableSnapshot:
    """A table after some news."""
    people = whole.people if news.people is None else news.people
    invitation = whole.invitation if news.invitation is None else news.invitation
    return replace(whole, scene=news.scene, deal=news.deal, people=people, invitation=invitation)


def cut(news: TableDelta, version: int) -> TableDelta:
    """News without what came up to a version."""
    if news.since >= version:
        return news
    return replace(news, since=version, lines=tuple(line for line in news.lines if line.seq > version))
