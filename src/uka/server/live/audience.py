"""The connected clients of a table.

Each client receives every line of the table's log, without the parts that the client's person may not see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, cast

import msgspec

from uka.core.seats import Seat
from uka.table import (
    ChangeEncoder,
    Table,
    TableLine,
    TableLineView,
    TableTransition,
    TableViews,
    deal_view,
    line_view,
    people_of,
    public_table,
)
from uka.table.entries import ActionUndone, PlayerJoined, PlayerLeft, PlayerRemoved, RulesChanged
from uka.table.events import GameOrTableEvent, PackDealt
from uka.table.views.changes import DealViewChanges
from uka.wire import socket_updates, table_updates

from .subscribers import TableSubscriber

SeatedPlayers: TypeAlias = tuple[str | None, ...]
ShownLines: TypeAlias = tuple[TableLineView, ...]
Viewers: TypeAlias = tuple[Seat | None, ...]
"""The seat that a person had after each of some lines, or nothing if all viewers see the same of these lines."""
GATHERING = (PlayerJoined, PlayerLeft, PlayerRemoved)
"""The kinds of log entries that change which people are at a table."""


class PublishedLine(msgspec.Struct, frozen=True, gc=False):
    """A log line that was sent to clients, with its events, and the players at the seats after this line."""

    line: TableLine
    events: tuple[GameOrTableEvent, ...]
    players: SeatedPlayers

    @property
    def open(self) -> bool:
        """Whether every viewer sees the whole line: even a spectator sees all of its events."""
        return all(event.seen_by(None) is event for event in self.events)

    def viewer(self, player: str, table: Table) -> Seat | None:
        """Return the seat that a person had after this line; return None for a spectator."""
        return table.rules.seats[self.players.index(player)] if player in self.players else None


class Audience:
    """The connected clients of a table, and the most recent lines of the table's log."""

    def __init__(self, remembered: int) -> None:
        self._here = dict[TableSubscriber, None]()
        """The clients, in the order in which they came."""
        self._recent: deque[PublishedLine] = deque(maxlen=remembered)
        self._views: TableViews | None = None
        """The views that were sent last."""

    def __iter__(self) -> Iterator[TableSubscriber]:
        return iter(tuple(self._here))

    def __bool__(self) -> bool:
        return bool(self._here)

    def add(self, client: TableSubscriber) -> None:
        """Add a client, which receives all later updates."""
        self._here[client] = None

    def discard(self, client: TableSubscriber) -> None:
        """Remove a client, if it is connected."""
        self._here.pop(client, None)

    def is_connected(self, player: str) -> bool:
        """Return whether a person has at least one client that is connected to the table."""
        return any(client.player == player for client in self._here)

    def remember(self, steps: Sequence[TableTransition]) -> None:
        """Keep the lines of the last deal in ``steps``, which are the last lines of a log that was read from the store.

        The story of the deal can then be told after a restart too. If ``steps`` does not hold the whole deal, or if the
        rules have changed since, nothing is kept.
        """
        began = next((i for i in reversed(range(len(steps))) if _begins_deal(steps[i].events)), len(steps))
        if not changes_rules(steps[began:]):
            self._recent.extend(_published(steps[began:]))

    def publish(self, steps: Sequence[TableTransition], since: int, invitation: Callable[[], str]) -> bool:
        """Send the log lines after version ``since`` to all clients. Return whether a person has joined or left.

        If the lines change the rules, nothing is sent: each client then needs a snapshot, which holds the rules.
        ``invitation`` is a function that returns the present invitation to the table.
        """
        table = steps[-1].table
        lines = _published(steps)
        self._recent.extend(lines)
        gathered = any(isinstance(step.line.entry, GATHERING) for step in steps)
        if changes_rules(steps):
            self._recent.clear()
        elif self._here:
            before = self._views if self._views and self._views.table.seq == since else None
            self._views = views = TableViews(table, before)
            messages = _UpdateMessages(views, before, since, lines, invitation() if gathered else None)
            for client in self:
                client.push(messages.text(client.player))
            views.forget_earlier()
        return gathered

    def lines_of_deal(self, table: Table, player: str) -> ShownLines:
        """Return the log lines since the last deal began, as ``player`` may see them, without choices that were undone.

        A line from before the player took the present seat is returned as a spectator sees it. Undone choices are left
        out because they show cards that are hidden again. Return no lines if the game has not begun its first deal, or
        if some of the lines are no longer in memory.
        """
        if table.game is None or table.game.deal is None:
            return ()
        lines, undone = list[PublishedLine](), table.seq + 1
        for each in reversed(self._recent):
            if each.line.seq < undone:
                lines.append(each)
            if isinstance(each.line.entry, ActionUndone):
                undone = min(undone, each.line.entry.to)
            if _begins_deal(each.events):
                return tuple([line_view(line, _lasting_viewer(line, table, player)) for line in reversed(lines)])
        return ()

    def missed_update(self, table: Table, player: str, since: int, invitation: str) -> str | None:
        """Return a whole change with all log lines after version ``since``, as ``player`` may see them.

        Return None if some of these lines are no longer in memory.
        """
        lines = [each for each in self._recent if each.line.seq > since]
        if len(lines) != table.seq - since:
            return None
        return _UpdateMessages(TableViews(table), None, since, lines, invitation).text(player)


def _published(steps: Iterable[TableTransition]) -> list[PublishedLine]:
    return [PublishedLine(step.line, step.events, seated_players(step.table)) for step in steps]


def _begins_deal(events: Iterable[GameOrTableEvent]) -> bool:
    return any(isinstance(event, PackDealt) for event in events)


def _lasting_viewer(line: PublishedLine, table: Table, player: str) -> Seat | None:
    """Return the seat that a person had after this line and has still; return None if the seats differ."""
    seat = line.viewer(player, table)
    return seat if seat == table.viewer(player) else None


class _UpdateMessages:
    """The update messages for some log lines. Viewers who see the same parts of the lines share one encoded message.

    ``before`` are the views of version ``since``. If they are None, the messages hold every field.
    """

    def __init__(
        self,
        views: TableViews,
        before: TableViews | None,
        since: int,
        lines: Sequence[PublishedLine],
        invitation: str | None,
    ) -> None:
        self._table, self._since, self._published = views.table, since, lines
        self._invitation, self._people = invitation, people_of(self._table) if invitation is not None else None
        open_ = all(each.open for each in lines)
        self._lines = _raw([line_view(each, None) for each in lines]) if open_ else None
        self._changes, self._whole = ChangeEncoder(views, before), before is None
        self._scene: Any = msgspec.Raw(self._changes.scene)
        self._known = dict[tuple[int, Viewers], tuple[object, str]]()
        """By the id of the changes of a deal, these changes and the message with them."""

    def text(self, player: str) -> str:
        """Return the message for one person, as JSON."""
        deal, viewers = self._changes.deal(player), self._viewers(player)
        if (known := self._known.get((id(deal), viewers))) is None:
            change = table_updates.TableChange(
                self._since,
                self._table.seq,
                self._seen_by(viewers),
                self._scene,
                cast(DealViewChanges | None, deal),
                self._whole,
                self._people,
                self._invitation,
            )
            known = self._known[id(deal), viewers] = deal, socket_updates.write(change)
        return known[1]

    def _viewers(self, player: str) -> Viewers:
        """Return the seat that a person had after each line, if not all viewers see the same of the lines."""
        return () if self._lines else tuple([each.viewer(player, self._table) for each in self._published])

    def _seen_by(self, viewers: Viewers) -> ShownLines:
        """Return the lines as a person sees them whose seats after the lines are ``viewers``."""
        return self._lines or tuple(
            [line_view(each, seat) for each, seat in zip(self._published, viewers, strict=True)]
        )


def _raw(value: object) -> Any:
    """Return the JSON of a value, so that all messages that contain the value share one encoding."""
    return msgspec.Raw(msgspec.json.encode(value))


def snapshot_message(id: str, table: Table, player: str, invitation: str, now: int, lines: ShownLines = ()) -> str:
    """Return the first message of a connection: a snapshot of the table, as ``player`` may see it.

    ``lines`` are the log lines of the deal, as ``player`` may see them.
    """
    return socket_updates.write(
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
            secrets=table.secrets[: table.secrets_opened],
            shares=table.shares,
            lines=lines,
        )
    )


def changes_rules(steps: Iterable[TableTransition]) -> bool:
    """Return whether one of the steps changes the rules of the table."""
    return any(isinstance(step.line.entry, RulesChanged) for step in steps)


def seated_players(table: Table) -> SeatedPlayers:
    """Return the player's id for each seat, in the order of the seats; the id is None for a seat without a person."""
    return tuple(chair.player for chair in table.chairs)
