"""The clients of a table: each gets every line in the form that it may see; the last lines serve reconnections."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, cast

import msgspec

from uka.core.seats import Seat
from uka.table import (
    DealEncoder,
    DealView,
    Person,
    PublicTable,
    Table,
    TableLine,
    TableLineView,
    TableTransition,
    deal_view,
    line_view,
    public_table,
)
from uka.table.entries import PlayerJoined, PlayerLeft, PlayerRemoved
from uka.table.events import Event
from uka.wire import table_updates

from .subscribers import TableSubscriber

SeatedPlayers: TypeAlias = tuple[str | None, ...]
ShownLines: TypeAlias = tuple[TableLineView, ...]
GATHERING = (PlayerJoined, PlayerLeft, PlayerRemoved)
"""What changes who is at a table."""


class PublishedLine(msgspec.Struct, frozen=True, gc=False):
    """A published line, its events, and who sat where after it."""

    line: TableLine
    events: tuple[Event, ...]
    players: SeatedPlayers

    @property
    def open(self) -> bool:
        """Whether everybody sees all of it: a spectator does, and nobody sees less."""
        return all(event.seen_by(None) is event for event in self.events)

    def viewer(self, player: str, table: Table) -> Seat | None:
        """The seat from which a person saw it."""
        return table.rules.seats[self.players.index(player)] if player in self.players else None


class Audience:
    """The clients of a table, and the table's last lines."""

    def __init__(self, remembered: int) -> None:
        self._here: set[TableSubscriber] = set()
        self._recent: deque[PublishedLine] = deque(maxlen=remembered)
        self._showing: DealEncoder | None = None

    def __iter__(self) -> Iterator[TableSubscriber]:
        return iter(tuple(self._here))

    def __bool__(self) -> bool:
        return bool(self._here)

    def add(self, client: TableSubscriber) -> None:
        """A client comes."""
        self._here.add(client)

    def discard(self, client: TableSubscriber) -> None:
        """A client goes."""
        self._here.discard(client)

    def holds(self, player: str) -> bool:
        """Whether a person has a connection."""
        return any(client.player == player for client in self._here)

    def publish(self, steps: Sequence[TableTransition], since: int, invitation: Callable[[], str]) -> bool:
        """Send the lines after a version to all clients; return whether by them a person joined or left."""
        table = steps[-1].table
        told = [PublishedLine(step.line, step.events, seated_players(step.table)) for step in steps]
        self._recent.extend(told)
        gathered = any(isinstance(step.line.entry, GATHERING) for step in steps)
        if self._here:
            self._showing = DealEncoder(table, self._showing)
            news = _UpdateMessages(table, since, told, self._showing, invitation() if gathered else None)
            for client in tuple(self._here):
                client.push(news.text(client.player))
        return gathered

    def missed(self, table: Table, player: str, since: int, invitation: str) -> str | None:
        """The lines after a version as one person may see them; None where they are not remembered any more."""
        told = [told for told in self._recent if told.line.seq > since]
        if len(told) != table.seq - since:
            return None
        return _UpdateMessages(table, since, told, DealEncoder(table), invitation).text(player)


class _UpdateMessages:
    """The update messages for some lines: encoded once for all viewers who see the same."""

    def __init__(
        self, table: Table, since: int, told: Sequence[PublishedLine], showing: DealEncoder, invitation: str | None
    ) -> None:
        self._table, self._since, self._told, self._showing = table, since, told, showing
        self._invitation, self._people = invitation, people_of(table) if invitation is not None else None
        self._scene = cast(PublicTable, _raw(public_table(table)))
        open_ = all(each.open for each in told)
        self._lines = cast(ShownLines, _raw([line_view(each, None) for each in told])) if open_ else None
        self._made: dict[tuple[Seat | None, ...], str] = {}

    def text(self, player: str) -> str:
        """The message for a person."""
        viewer, table = self._table.viewer(player), self._table
        viewers = () if self._lines else tuple([told.viewer(player, table) for told in self._told])
        if (made := self._made.get((viewer, *viewers))) is None:
            made = self._made[viewer, *viewers] = table_updates.write(self._for(viewers, viewer))
        return made

    def _for(self, viewers: Iterable[Seat | None], viewer: Seat | None) -> table_updates.TableDelta:
        lines = self._lines or tuple([line_view(told, seat) for told, seat in zip(self._told, viewers, strict=True)])
        deal = cast(DealView | None, self._showing.to(viewer))
        return table_updates.TableDelta(self._since, lines, self._scene, deal, self._people, self._invitation)


def _raw(value: object) -> msgspec.Raw:
    """What is put into words once, for all messages that it is in."""
    return msgspec.Raw(msgspec.json.encode(value))


def welcome_message(id: str, table: Table, player: str, invitation: str, now: int) -> str:
    """The whole table for a person."""
    return table_updates.write(
        table_updates.TableSnapshot(
            table=id,
            player=player,
            now=now,
            rules=table.rules,
            invitation=invitation,
            people=people_of(table),
            scene=public_table(table),
            deal=deal_view(table, table.viewer(player)),
            commitments=table.commitments,
            secrets=table.secrets[: table.told],
            shares=table.shares,
        )
    )


def seated_players(table: Table) -> SeatedPlayers:
    """Who sits where, by the seats' order."""
    return tuple(chair.player for chair in table.chairs)


def people_of(table: Table) -> tuple[Person, ...]:
    """Who is at the table."""
    return tuple(Person(member.player, member.name) for member in table.members)
