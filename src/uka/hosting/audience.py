"""The connected clients of a table.

Each client receives every line of the table's log, without the parts that the client's player may not see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import msgspec

from uka.core.seats import Seat
from uka.table import (
    Table,
    TableLine,
    TableLineView,
    TableTransition,
    TableViews,
    line_view,
    people_of,
)
from uka.table.entries import ActionUndone, PlayerJoined, PlayerLeft, PlayerRemoved, RulesChanged
from uka.table.events import GameOrTableEvent, PackDealt
from uka.table.table import Chair
from uka.table.views.changes import PublicDealViewChanges, PublicTableChanges, changed_fields
from uka.wire import socket_updates, table_updates

ShownLines: TypeAlias = tuple[TableLineView, ...]
MEMBERSHIP_ENTRIES = (PlayerJoined, PlayerLeft, PlayerRemoved)
"""The kinds of log entries that change which people are at a table."""


class Subscriber(Protocol):
    """A client that receives the updates of a table."""

    player: str
    """The id of the client's person, who may be a spectator."""

    def push(self, text: str) -> None:
        """Queue the message ``text`` (JSON) for sending to the client."""
        ...


SubscriberT = TypeVar("SubscriberT", bound=Subscriber)


class PublishedLine(msgspec.Struct, frozen=True, gc=False):
    """A log line that was sent to clients, with its events."""

    line: TableLine
    events: tuple[GameOrTableEvent, ...]
    chairs: tuple[Chair, ...]
    """The occupants of the seats after this line."""

    @property
    def seen_whole_by_all(self) -> bool:
        """Whether every viewer, even a spectator, sees all events of the line."""
        return all(event.seen_by(None) is event for event in self.events)

    def seat_of(self, player: str, table: Table) -> Seat | None:
        """Return the seat that ``player`` had at ``table`` after this line; return None for a spectator."""
        return next(
            (seat for seat, chair in zip(table.rules.seats, self.chairs, strict=True) if chair.player == player), None
        )


class Audience(Generic[SubscriberT]):
    """The connected clients of a table, and the last lines of the table's log.

    The lines are those since the deal before the present one began, but at most ``remembered``.
    """

    def __init__(self, remembered: int) -> None:
        self._clients = dict[SubscriberT, None]()
        """The clients, in the order in which they connected."""
        self._recent: deque[PublishedLine] = deque(maxlen=remembered)
        self._deals_begun: deque[int] = deque(maxlen=2)
        """The numbers of the lines with which the last two deals began."""
        self._views: TableViews | None = None
        """The views of the table that were sent last; a later update contains only what has changed since."""

    def __iter__(self) -> Iterator[SubscriberT]:
        return iter(tuple(self._clients))

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, client: SubscriberT) -> None:
        """Add a client, which receives all later updates."""
        self._clients[client] = None

    def discard(self, client: SubscriberT) -> None:
        """Remove a client, if it is connected."""
        self._clients.pop(client, None)

    def is_connected(self, player: str) -> bool:
        """Return whether ``player`` has at least one client that is connected to the table."""
        return any(client.player == player for client in self._clients)

    def remember(self, steps: Sequence[TableTransition]) -> None:
        """Keep the log lines since the last deal began, so that clients can see the deal after a restart too.

        ``steps`` are the last transitions of a log that was read from the store. If the deal began before ``steps``, or
        if the rules have changed since it began, nothing is kept.
        """
        began = next((i for i in reversed(range(len(steps))) if _begins_deal(steps[i].events)), len(steps))
        if not changes_rules(steps[began:]):
            self._keep(published_lines(steps[began:]))

    def publish(self, steps: Sequence[TableTransition], since: int, invitation: Callable[[], str]) -> bool:
        """Send new log lines to all clients, and return True.

        ``steps`` are the transitions of all lines after version ``since``. If they change the rules, send nothing and
        return False: each client then needs a snapshot, which holds the rules. ``invitation`` is a function that
        returns the present invitation to the table.
        """
        table = steps[-1].table
        lines = published_lines(steps)
        self._keep(lines)
        if changes_rules(steps):
            self._recent.clear()
            return False
        if self._clients:
            before = self._views if self._views and self._views.table.seq == since else None
            self._views = views = TableViews(table, before)
            messages = UpdateMessages(views, since, lines, invitation() if changes_members(steps) else None)
            for client in self:
                client.push(messages.message_for(client.player))
            views.forget_earlier()
        return True

    def _keep(self, lines: Iterable[PublishedLine]) -> None:
        """Add new lines, and when a deal begins, drop the lines from before the deal that has just ended."""
        for line in lines:
            self._recent.append(line)
            if _begins_deal(line.events):
                self._deals_begun.append(line.line.seq)
                if len(self._deals_begun) == 2:
                    self._drop_before(self._deals_begun[0])

    def _drop_before(self, seq: int) -> None:
        while self._recent[0].line.seq < seq:
            self._recent.popleft()

    def lines_of_deal(self, table: Table, player: str) -> ShownLines:
        """Return the log lines since the last deal began, as ``player`` may see them, without choices that were undone.

        A line from before ``player`` took the present seat is returned as a spectator sees it. Undone choices are left
        out because they show cards that are hidden again. Return no lines if the game has not begun its first deal, or
        if some of the lines are no longer in memory.
        """
        if table.game is None or table.game.deal is None:
            return ()
        newest_first = list[PublishedLine]()
        undone_from = table.seq + 1
        for each in reversed(self._recent):
            if each.line.seq < undone_from:
                newest_first.append(each)
            if isinstance(each.line.entry, ActionUndone):
                undone_from = min(undone_from, each.line.entry.to)
            if _begins_deal(each.events):
                lines = reversed(newest_first)
                return tuple([line_view(line, _unchanged_seat(line, table, player)) for line in lines])
        return ()

    def missed_update(self, table: Table, player: str, since: int, invitation: str) -> str | None:
        """Return the message that brings a client from version ``since`` up to date, as ``player`` may see it.

        It contains all log lines after version ``since``, and every field of the table's present state that
        ``player`` may see. Return None if some of these lines are no longer in memory.
        """
        lines = [each for each in self._recent if each.line.seq > since]
        if len(lines) != table.seq - since:
            return None
        return UpdateMessages(TableViews(table), since, lines, invitation).message_for(player)


def changes_members(steps: Iterable[TableTransition]) -> bool:
    """Return whether log lines change who is at the table."""
    return any(isinstance(step.line.entry, MEMBERSHIP_ENTRIES) for step in steps)


def published_lines(steps: Iterable[TableTransition]) -> list[PublishedLine]:
    """Return the lines of transitions, each with its events and with the chairs after it."""
    return [PublishedLine(step.line, step.events, step.table.chairs) for step in steps]


def _begins_deal(events: Iterable[GameOrTableEvent]) -> bool:
    return any(isinstance(event, PackDealt) for event in events)


def _unchanged_seat(line: PublishedLine, table: Table, player: str) -> Seat | None:
    """Return the seat that ``player`` had after ``line`` and still has; return None if the seat has changed."""
    seat = line.seat_of(player, table)
    return seat if seat == table.viewer(player) else None


class UpdateMessages:
    """The update messages for some log lines: one public text for all, and for some players an own part after it.

    ``views`` is the table's present state as each viewer may see it, and ``views.before`` is the state at version
    ``since``. The messages contain only the fields that have changed since then, or every field if it is None.
    """

    def __init__(self, views: TableViews, since: int, lines: Sequence[PublishedLine], invitation: str | None) -> None:
        self._views, self._before = views, views.before
        self._table = table = views.table
        deal = changed_fields(views.deal, views.before and views.before.deal) if views.deal else None
        public = [line_view(line, None) for line in lines]
        self._private = [(line, shown) for line, shown in zip(lines, public, strict=True) if not line.seen_whole_by_all]
        self._public = socket_updates.write(
            table_updates.TableChange(
                since,
                table.seq,
                tuple(public),
                cast(PublicTableChanges, views.scene_changes),
                cast(PublicDealViewChanges | None, deal),
                views.before is None,
                None if invitation is None else people_of(table),
                invitation,
            )
        )

    def message_for(self, player: str) -> str:
        """Return the message for ``player``, as JSON."""
        own = self._own_part(player)
        return f"{self._public[:-1]},{_encode(own).decode()[1:]}" if own else self._public

    def _own_part(self, player: str) -> dict[str, Any]:
        """Return the fields of a ``TableChange`` that only ``player`` may see."""
        now, earlier = self._views.own_of(player), self._before.own_of(player) if self._before else None
        own = dict[str, Any]()
        if now is None and earlier is not None:
            own["own"] = None
        if now is not None and now is not earlier:
            known = earlier if earlier and earlier.seat is now.seat else None
            if changed := changed_fields(now, known):
                own["own"] = changed
        if self._private and (lines := self._own_lines(player)):
            own["own_lines"] = lines
        return own

    def _own_lines(self, player: str) -> ShownLines:
        """Return the lines of which the player may see more than others."""
        seats = [(line, public, line.seat_of(player, self._table)) for line, public in self._private]
        own = [(line_view(line, seat), public) for line, public, seat in seats if seat is not None]
        return tuple([seen for seen, public in own if seen != public])


_encode = msgspec.json.Encoder().encode


def snapshot_message(id: str, table: Table, player: str, invitation: str, now: int, lines: ShownLines = ()) -> str:
    """Return the first message of a connection: a snapshot of the table, as ``player`` may see it.

    ``lines`` are the log lines since the last deal began, as ``player`` may see them.
    """
    views = TableViews(table)
    return socket_updates.write(
        table_updates.TableSnapshot(
            table=id,
            player=player,
            now=now,
            rules=table.rules,
            invitation=invitation,
            people=people_of(table),
            scene=views.scene,
            deal=views.deal,
            commitments=table.commitments,
            secrets=table.secrets[: table.secrets_opened],
            shares=table.shares,
            lines=lines,
            own=views.own_of(player),
        )
    )


def changes_rules(steps: Iterable[TableTransition]) -> bool:
    """Return whether one of the log lines in ``steps`` changes the rules of the table."""
    return any(isinstance(step.line.entry, RulesChanged) for step in steps)
