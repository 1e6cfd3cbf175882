"""The tables of a server: opened, found, forgotten again; who may come in."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.store import Conflict, NoSuchTable, Store
from uka.table import Table, TableLine, TableSettings, evolve
from uka.table.commands import people
from uka.table.entries import TablePaused, TableResumed
from uka.wire.http_bodies import Guest, TableSummary

from ..base.admission import AdmissionControl
from ..base.ids import TABLE_ID_LENGTH, is_id, new_id, tournament_of
from ..base.log_reader import read_lines, reading_log
from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.membership import ClusterMembership
from ..cluster.notifications import NotificationBackend
from ..cluster.replicated_log import ReplicatedLog
from ..cluster.shared_rate_limits import SharedRateLimits
from ..sockets.client import FlushScheduler
from ..sockets.outbox_limits import OutboxLimits
from ..workers.bots import BotWorkers
from .farewells import ELSEWHERE, GOING_DOWN, IDLE
from .lobby import Lobby, merge_lobbies
from .quotas import Quotas
from .table import LiveTable, TableServices
from .table_commands import with_known_bots
from .tournament_registry import TournamentRegistry
from .tournament_tables import TournamentTables
from .watchdog import Watchdog

SWEEP = 30.0
"""Seconds from one look for idle tables and sockets to the next."""
OPENING = 0.03
"""Seconds from one table that is opened to the next: a burst of them must not hold up what others play."""


class ServerContext:
    """All tables of a server. Those that somebody is at are in memory, all are in the store."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        signing: bytes,
        options: ServerOptions,
        bus: Callable[[], NotificationBackend] | None = None,
    ) -> None:
        self.key, self.signing, self.options, self.metrics = key, signing, options, ServerMetrics()
        self.shares = SharedRateLimits(key, several=bus is not None)
        self.fleet = ClusterMembership(store, bus, self.shares, self.metrics) if bus else None
        self.sockets: Counter[str] = Counter()
        """How many each guest has open, and each address."""
        self.admission = AdmissionControl()
        self._openings = AdmissionControl(1, every=OPENING)
        self.outboxes = OutboxLimits(options)
        self.quotas = Quotas(options, self.shares)
        self._room = options.tables_in_memory
        """Tables in memory before it is looked which of them nobody is at."""
        self.closing = False
        self.post = FlushScheduler()
        followers = dict[str, Callable[[LiveTable], None]]()
        thinkers = BotWorkers(options.workers, options.thinking_a_guest, options.thinking_an_address)
        self.metrics.bot_seconds.set_function(lambda: thinkers.used)
        self.metrics.outbox_bytes.set_function(lambda: self.outboxes.waiting)
        self.metrics.bots_waiting.set_function(lambda: thinkers.waiting)
        self._around = TableServices(store, thinkers, self.metrics, options, self.invitation, followers, self.fleet)
        self.online = TournamentTables(self, followers)
        self.events = TournamentRegistry(store, key, self.metrics, options, self.online.follow, self.quotas, self.fleet)
        self._live: dict[str, LiveTable] = {}
        self._lobby = Lobby(self._live.values, options)
        self._openers: dict[str, Requester] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        watchdog = Watchdog(lambda: self.kept, self.metrics)
        self._chores = [asyncio.get_running_loop().create_task(work) for work in (self._sweep(), watchdog.run())]
        if self.fleet is not None:
            thinkers.start()  # it may take over from another at any time
            self.fleet.start(self)

    @classmethod
    async def start(
        cls, store: Store, options: ServerOptions | None = None, bus: Callable[[], NotificationBackend] | None = None
    ) -> ServerContext:
        """A hall over a store, which keeps the key of cookies and invitations, and the private one that signs records.

        With a ``bus`` the store is shared with other processes, and they hear of each other over it.
        """
        return cls(store, await _kept(store, "key"), await _kept(store, "signing key"), options or ServerOptions(), bus)

    @property
    def tables(self) -> Collection[LiveTable]:
        """Those in memory."""
        return self._live.values()

    @property
    def store(self) -> Store:
        """Where the logs are."""
        return self._around.store

    @property
    def thinkers(self) -> BotWorkers:
        """Where bots think."""
        return self._around.thinkers

    async def open(
        self, rules: Ruleset, guest: Guest, settings: TableSettings | None = None, opener: Requester = UNKNOWN_REQUESTER
    ) -> LiveTable:
        """A new table; the guest is its host. ``TooMuch`` where its opener has too many."""
        table, lines = people.opened(
            rules,
            guest.player,
            guest.name,
            at=LiveTable.now(),
            settings=with_known_bots(settings) if settings else None,
        )
        self.quotas.tables.check(opener)
        self.quotas.tables.opened(opener)
        try:
            await self._openings.admit(opener.address, opener.guest)
            id = await self._begin([line.text for line in lines])
        except BaseException:
            self.quotas.tables.closed(opener)
            raise
        live = self._hold(LiveTable(id, table, self._around, opener))
        self._openers[id] = opener
        if self.fleet is not None:
            await self.fleet.join(live)
        return live

    async def _begin(self, lines: Sequence[bytes]) -> str:
        """Begin a log under a new id."""
        while True:
            id = new_id(TABLE_ID_LENGTH)
            with suppress(Conflict):
                await self.store.append(id, 0, lines)
                return id

    async def find(self, table: str) -> LiveTable:
        """A table, from memory or from the store; ``NoSuchTable``."""
        if live := self._live.get(table):
            await live.refresh()
            return live
        if not is_id(table, TABLE_ID_LENGTH):
            raise NoSuchTable(table[:TABLE_ID_LENGTH])
        if table not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    # For its fleet

    @property
    def kept(self) -> tuple[ReplicatedLog[Any, Any], ...]:
        """Tables and tournaments in memory."""
        return (*self.tables, *self.events.all)

    def member(self, id: str) -> ReplicatedLog[Any, Any] | None:
        """A table or tournament in memory."""
        return self._live.get(id) or self.events.held(id)

    def lines(self) -> tuple[TableSummary, ...]:
        """This process's public tables."""
        return self._lobby.lines()

    def all_lines(self) -> tuple[TableSummary, ...]:
        """Public tables of all processes, each once."""
        return merge_lobbies([self.lines(), *(self.fleet.lobbies if self.fleet else ())], self.options.lobby)

    async def adopt(self, id: str) -> None:
        """Take a table or tournament into memory."""
        await (self.find(id) if len(id) == TABLE_ID_LENGTH else self.events.find(id))

    def invitation(self, live: LiveTable) -> str:
        """What lets anybody in to a table: not to be guessed, and another one once somebody was sent away."""
        text = f"invitation/{live.id}/{len(live.table.removed)}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self.key, text, hashlib.sha256)[:15]).decode()

    def admits(self, live: LiveTable, player: str, invitation: str | None) -> bool:
        """Whether somebody may come in, or look: a public table's guest, who is there already, or who was invited."""
        if live.table.settings.public or live.table.member(player) is not None:
            return True
        return invitation is not None and hmac.compare_digest(invitation.encode(), self.invitation(live).encode())

    def forget(self, id: str) -> None:
        """Let go of a table or tournament, and tell who is there to come again: another process serves it."""
        if live := self._live.get(id):
            for attendant in live.audience:
                attendant.farewell(ELSEWHERE, 1012, again=True)
            self._let_go(live)
        else:
            self.events.forget(id)

    def _let_go(self, live: LiveTable) -> None:
        live.close()
        del self._live[live.id]
        self.quotas.tables.closed(self._openers.pop(live.id, UNKNOWN_REQUESTER))
        if self.fleet is not None:
            self.fleet.part(live)

    async def close(self) -> None:
        """Say farewell to everyone and let go of all but the store."""
        self.closing = True
        for chore in self._chores:
            chore.cancel()
        self.events.close()
        for live in self.tables:
            for attendant in live.audience:
                attendant.farewell(GOING_DOWN, 1012, again=True)
            live.close()
        self.thinkers.close()
        if self.fleet is not None:
            await self.fleet.close()
        await asyncio.sleep(0)

    def _hold(self, live: LiveTable) -> LiveTable:
        if len(self._live) >= self._room:
            self._make_room()
        self._live[live.id] = live
        self.metrics.tables.set(len(self._live))
        return live

    def _make_room(self) -> None:
        """Put tables away that nobody is at, those of tournaments last, then the longest untouched first."""
        most, followed = self.options.tables_in_memory, self._around.followers
        idle = [live for live in self.tables if self._may_go(live) and not (live.id in followed and live.table.playing)]
        idle.sort(key=lambda live: (live.id in followed, live.touched))
        for live in idle[: len(self._live) - most * 9 // 10]:
            self._let_go(live)
        self._room = max(most, len(self._live) + most // 10)

    def _may_go(self, live: LiveTable) -> bool:
        return not live.audience and not live.busy

    async def _load(self, id: str) -> LiveTable:
        """A table as the store has it, its clocks stopped: they go on when somebody comes."""
        table: Table | None = None
        pauses = list[TableLine]()
        with reading_log(id):
            async for line in read_lines(TableLine, self.store, id):
                table, _ = evolve(table, line)
                if isinstance(line.entry, TablePaused | TableResumed):
                    pauses.append(line)
        assert table is not None
        live = LiveTable(id, table, self._around)
        live.note(pauses)
        try:
            if self.fleet is not None:
                await self.fleet.join(live)
            if live.driving:  # nobody has it: what was connected was lost with the process that had it
                await live.freeze()
        except BaseException:
            live.close()
            if self.fleet is not None:
                self.fleet.part(live)  # another may drive it
            raise
        if tournament := tournament_of(live.table.host):
            live.spawn(self._with(tournament))
        return self._hold(live)

    async def _with(self, tournament: str) -> None:
        """Have a tournament in memory too, since it counts a table's points and rings its bell."""
        with suppress(UkaError):
            await self.events.find(tournament)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                self._look_for_idle(time.monotonic())
            except Exception:  # the next sweep may do better
                log.exception("the sweep failed")

    def _look_for_idle(self, start: float) -> None:
        self.events.sweep(start)
        for live in tuple(self.tables):
            for attendant in live.audience:
                if attendant.heard < start - self.options.idle_after:
                    attendant.farewell(IDLE, 4408)
            if self.quotas.full(live.table) and live.table.playing and live.table.paused is None:
                live.spawn(self._stop(live))
            if live.id in self._around.followers:
                continue
            if self._may_go(live) and live.touched < start - self.options.forget_after:
                self._let_go(live)
        self.metrics.tables.set(len(self._live))

    async def _stop(self, live: LiveTable) -> None:
        """Pause a table whose log is full, for good: its host is refused to let it go on."""
        with suppress(UkaError):
            await live.do(lambda table: people.pause(table, table.host), live.table.host)


async def _kept(store: Store, name: str) -> bytes:
    """A secret key of the store's, made when it is first asked for; all processes over the store have the same."""
    await store.put(name, secrets.token_bytes(32))
    key = await store.get(name)
    assert key is not None
    return key
