"""The registry of a server's tables: opens tables, loads them from the store, and drops idle tables from memory."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.hosting.chosen_rules import is_made_up
from uka.hosting.ids import MATCH_HOST, TABLE_ID_LENGTH, is_id, new_id, tournament_of
from uka.hosting.table_commands import FirstOperation, check_bot_level
from uka.store import Conflict, NoSuchTable
from uka.table import Table, TableLine, TableSettings, TableTransition, evolve, execute
from uka.table.commands import people, quick
from uka.table.entries import TABLE
from uka.wire.http_bodies import Guest

from ..base.admission import AdmissionControl
from ..base.fair_queue import Allowance
from ..base.log_reader import read_lines, reading_log
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.membership import ClusterMembership
from .farewells import ELSEWHERE, GOING_DOWN, IDLE
from .quotas import Quotas
from .table import LiveTable, TableServices
from .table_snapshots import stored_snapshot

OpenedTable: TypeAlias = tuple[Table, Sequence[TableLine]]
"""A new table, and the lines of its log so far."""
OPENING_INTERVAL = 0.03
"""The minimum number of seconds between two openings of tables, so that many openings do not delay games."""
MADE_UP_INTERVAL = 0.06
"""The minimum number of seconds between two openings of tables with made-up rules, for which bots have to prepare."""
FIRST_OPENING = Allowance(0, 1, 1)
"""Each address may open one table before the further tables of other addresses are opened."""


class _StoredTable(NamedTuple):
    """A table that was read from the store."""

    table: Table
    snapshot_seq: int
    """The number of the line with which the stored snapshot was made, or 0 if there is none."""
    last: Sequence[TableTransition]
    """The last transitions of the log, at most as many as the server keeps in memory."""


class TableRegistry:
    """All tables of a server. Every table is in the store; tables in use are also in memory."""

    def __init__(
        self,
        services: TableServices,
        quotas: Quotas,
        cluster: ClusterMembership | None,
        load_tournament: Callable[[str], Awaitable[object]],
        on_load: Callable[[LiveTable], None],
    ) -> None:
        self._services, self._quotas, self._cluster = services, quotas, cluster
        self._store, self._options = services.store, services.options
        self._load_tournament, self._on_load = load_tournament, on_load
        self._openings = AdmissionControl(1, OPENING_INTERVAL, FIRST_OPENING)
        self._made_up_openings = AdmissionControl(1, MADE_UP_INTERVAL, FIRST_OPENING)
        self._crowded_at = self._options.tables_in_memory
        """If this many tables are in memory when another is added, idle tables are dropped from memory."""
        self._tables: dict[str, LiveTable] = {}
        self._requesters: dict[str, Requester] = {}
        """The requesters who opened the tables, by table id, as far as they are known."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    @property
    def all(self) -> Collection[LiveTable]:
        """The tables in memory."""
        return self._tables.values()

    def get(self, id: str) -> LiveTable | None:
        """Return the table with this id; None if it is not in memory."""
        return self._tables.get(id)

    async def open(
        self,
        rules: Ruleset,
        guest: Guest,
        settings: TableSettings | None = None,
        requester: Requester = UNKNOWN_REQUESTER,
        first: Iterable[FirstOperation] = (),
    ) -> LiveTable:
        """Open a table with ``guest`` as host, carry out the operations ``first``, and store all log lines at once.

        Raise ``LimitExceeded`` if ``requester`` has opened too many tables. If an operation is refused, raise its
        error and open nothing.
        """
        if settings:
            check_bot_level(settings)
        avatar = guest.avatar or ""
        steps = list[TableTransition]()

        def make() -> OpenedTable:
            at = self._services.clock.now()
            table, lines = people.open_table(rules, guest.player, guest.name, at=at, settings=settings, avatar=avatar)
            for operation, by in first:
                table, done = execute(table, operation, at=at, by=by)
                steps.extend(done)
            return table, [*lines, *(step.line for step in steps)]

        live = await self._open(rules, make, requester)
        live.audience.remember(steps)
        return live

    async def open_quick(
        self, rules: Ruleset, guest: Guest, settings: TableSettings, requester: Requester
    ) -> LiveTable:
        """Open a table for a quick game, and give ``guest`` the first seat.

        Raise ``LimitExceeded`` if ``requester`` has opened too many tables.
        """
        check_bot_level(settings)
        avatar = guest.avatar or ""

        def make() -> OpenedTable:
            at = self._services.clock.now()
            return quick.open_table(rules, settings, guest.player, guest.name, at=at, avatar=avatar)

        return await self._open(rules, make, requester)

    async def _open(self, rules: Ruleset, make: Callable[[], OpenedTable], requester: Requester) -> LiveTable:
        self._quotas.tables.count_request(requester)
        self._quotas.tables.count_opened(requester)
        try:
            openings = self._made_up_openings if is_made_up(rules) else self._openings
            await openings.admit(requester.address, requester.guest)
            table, lines = make()
            id = await self._append_first([line.text for line in lines])
        except BaseException:
            self._quotas.tables.count_closed(requester)
            raise
        live = self._add(LiveTable(id, table, self._services, requester))
        self._requesters[id] = requester
        if self._cluster is not None:
            await self._cluster.join(live)
        return live

    async def find(self, id: str) -> LiveTable:
        """Return the table with this id from memory or from the store; raise ``NoSuchTable`` if there is none."""
        if live := self._tables.get(id):
            await live.refresh()
            return live
        if not is_id(id, TABLE_ID_LENGTH):
            raise NoSuchTable(id[:TABLE_ID_LENGTH])
        if id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _append_first(self, lines: Sequence[bytes]) -> str:
        """Append the first lines of a new table's log under a new random id, and return the id."""
        while True:
            id = new_id(TABLE_ID_LENGTH)
            with suppress(Conflict):
                await self._store.append(id, 0, lines)
                return id

    async def _load(self, id: str) -> LiveTable:
        """Load a table from the store and pause its game. The game resumes when somebody connects."""
        found = await self._rebuild(id)
        live = LiveTable(id, found.table, self._services)
        live.snapshot_seq = found.snapshot_seq
        live.note_resumption()
        live.audience.remember(found.last)
        try:
            if self._cluster is not None:
                await self._cluster.join(live)
            if live.driving:  # no other process runs the table, so nobody is connected to it
                await live.freeze()
        except BaseException:
            live.close()
            if self._cluster is not None:
                self._cluster.leave(live)  # so that another process can drive the table
            raise
        if tournament := tournament_of(live.table.host):
            live.spawn(self._try_loading_tournament(tournament))
        self._add(live)
        self._on_load(live)
        return live

    def watch(self, id: str, follower: Callable[[LiveTable], None]) -> None:
        """From now on, call ``follower`` after each change of the table ``id``, while the table is in memory."""
        self._services.followers[id] = follower

    def unwatch(self, id: str) -> None:
        """Stop calling the function that was passed to ``watch`` for the table ``id``."""
        self._services.followers.pop(id, None)

    async def _rebuild(self, id: str) -> _StoredTable:
        """Rebuild a table from its log in the store; raise ``NoSuchTable`` if there is none.

        If a snapshot of the table is stored, only the lines after the snapshot are read.
        """
        table = snapshot = await stored_snapshot(self._store, id)
        start, previous_hash = (snapshot.seq + 1, snapshot.hash) if snapshot else (0, "")
        last = deque[TableTransition](maxlen=self._options.remembered)
        with reading_log(id):
            async for line in read_lines(TableLine, self._store, id, start, previous_hash):
                table, events = evolve(table, line)
                last.append(TableTransition(line, events, table))
        if table is None:
            raise NoSuchTable(id)
        return _StoredTable(table, snapshot.seq if snapshot else 0, tuple(last))

    async def _try_loading_tournament(self, tournament: str) -> None:
        """Load the tournament with the id ``tournament``, if possible, because one of its tables was loaded.

        The tournament rings the bell that ends the games of a round, and counts the points of its tables.
        """
        with suppress(UkaError):
            await self._load_tournament(tournament)

    # Memory

    def _add(self, live: LiveTable) -> LiveTable:
        if len(self._tables) >= self._crowded_at:
            self._make_room()
        self._tables[live.id] = live
        live.schedule_timer()
        self._services.metrics.tables.set(len(self._tables))
        return live

    def _make_room(self) -> None:
        """Drop idle tables from memory, the least recently used first; those of tournaments and matches come last."""
        most = self._options.tables_in_memory
        idle = [live for live in self.all if _is_idle(live) and not (self._is_kept(live) and live.table.playing)]
        idle.sort(key=lambda live: (self._is_kept(live), live.touched))
        for live in idle[: len(self._tables) - most * 9 // 10]:
            self.unload(live)
        self._crowded_at = max(most, len(self._tables) + most // 10)

    def sweep(self, now: float) -> None:
        """Close idle connections, pause tables with a full log, and drop tables that have been idle for a long time.

        The game of a match is not paused: no person can lengthen its log, and bots finish it. ``now`` is the present
        time in seconds, by ``base.clock.awake``.
        """
        for live in tuple(self.all):
            for client in live.audience:
                if client.heard < now - self._options.idle_after:
                    client.farewell(IDLE, 4408)
            goes_on = live.table.playing and not people.log_is_full(live.table) and live.table.host != MATCH_HOST
            if goes_on and self._quotas.is_full(live.table):
                live.spawn(self._pause_with_full_log(live))
            if self._is_kept(live):
                continue
            if _is_idle(live) and live.touched < now - self._options.forget_after:
                self.unload(live)

    def _is_kept(self, live: LiveTable) -> bool:
        """Return whether a tournament or the game of a match is played at the table, so that it stays in memory."""
        match = live.table.host == MATCH_HOST and live.table.playing
        return live.id in self._services.followers and (match or tournament_of(live.table.host) is not None)

    @staticmethod
    async def _pause_with_full_log(live: LiveTable) -> None:
        """Pause a table whose log is full. ``Quotas`` refuses all commands that would resume the table."""
        with suppress(UkaError):
            await live.do(people.pause_for_full_log, TABLE)

    def forget(self, id: str) -> None:
        """Ask the clients of the table with this id to reconnect, and drop the table from memory.

        Another process serves the table from now on.
        """
        if live := self._tables.get(id):
            for client in live.audience:
                client.farewell(ELSEWHERE, 1012, again=True)
            self.unload(live)

    def unload(self, live: LiveTable) -> None:
        """Drop a table from memory; it stays in the store."""
        live.close()
        if not self._is_kept(live):
            self.unwatch(live.id)
        del self._tables[live.id]
        self._quotas.tables.count_closed(self._requesters.pop(live.id, UNKNOWN_REQUESTER))
        if self._cluster is not None:
            self._cluster.leave(live)

    def close(self) -> None:
        """Notify all clients that the server stops, close their connections, and stop all tables."""
        for live in self.all:
            for client in live.audience:
                client.farewell(GOING_DOWN, 1012, again=True)
            live.close()


def _is_idle(live: LiveTable) -> bool:
    return not live.audience and not live.busy
