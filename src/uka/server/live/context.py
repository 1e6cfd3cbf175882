"""Creates and connects the parts of a server process that its sockets and HTTP routes use."""

from __future__ import annotations

import asyncio

from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.tournament_links import TournamentLinks
from uka.store import Store

from ..base.admission import AdmissionControl
from ..base.clock import ServerClock
from ..base.fair_queue import Allowance
from ..base.keys import ServerKeys
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..cluster.membership import ClusterMembership
from ..cluster.shared_rate_limits import SharedRateLimits
from ..workers.bots import BotWorkers
from .day_boards import DayBoards
from .days import Days
from .disclosure import Disclosure
from .invitations import Invitations
from .lobby import Lobby
from .local_logs import InMemoryLogs
from .log_compressor import LogCompressor
from .matches import Matches
from .presence import Presence
from .quick_games import QuickGames
from .quotas import Quotas
from .sweeper import Sweeper
from .table import LiveTable, TableServices
from .table_registry import TableRegistry
from .tournament import TournamentServices
from .tournament_registry import TournamentRegistry
from .tournament_tables import TournamentTables
from .watchdog import Watchdog

ALLOWANCE = Allowance(0.5, 5)
"""The number of requests and messages that an address saves up per second, and at most. They go before others'."""
REQUEST_INTERVAL = 0.0025
"""The minimum number of seconds between two requests of the HTTP interface, which leaves the loop time for games."""


class ServerContext:
    """The parts of a server process. Its creation also starts the background tasks, such as the cluster's heartbeat."""

    def __init__(
        self,
        store: Store,
        keys: ServerKeys,
        options: ServerOptions,
        clock: ServerClock,
        database: str | None = None,
    ) -> None:
        self.store, self.keys, self.options, self.clock = store, keys, options, clock
        self.closing = False
        """Whether the server is shutting down."""
        self.metrics = metrics = ServerMetrics()
        self.admission = AdmissionControl(allowance=ALLOWANCE)
        self.request_admission = AdmissionControl(1, REQUEST_INTERVAL, ALLOWANCE)
        self.rate_limits = SharedRateLimits(keys.secret, several=database is not None)
        self.cluster = ClusterMembership(store, database, clock, self.rate_limits, metrics) if database else None
        self.quotas = Quotas(options, self.rate_limits)
        self.bots = BotWorkers(options.workers, options.thinking_a_guest, options.thinking_an_address)
        self.invitations, self.links = Invitations(keys.secret), TournamentLinks(keys.secret)
        self.packs = PackSecrets(keys.deals)
        services = TableServices(
            store, self.bots, metrics, options, clock, self.invitations.sign, self.packs, {}, self.cluster
        )
        self.tables = TableRegistry(
            services,
            self.quotas,
            self.cluster,
            lambda id: self.tournaments.find(id),
            self._on_table_loaded,
        )
        self.tournament_tables = TournamentTables(self.tables, self.quotas, options, services.followers)
        self.tournaments = TournamentRegistry(
            TournamentServices(
                store, metrics, clock, self.links.sign, self.tournament_tables.on_new_lines, self.cluster
            ),
            options,
            self.quotas,
            self.cluster,
        )
        self.presence = Presence(lambda: self.tables.all, self.cluster)
        self.day_boards = DayBoards(store, self.packs, self.bots, clock)
        self.days = Days(self.tables, self.packs, self.day_boards, self.quotas, clock)
        self.matches = Matches(self.tables, store)
        self.disclosure = Disclosure(self.invitations, self.matches, clock)
        self.lobby = Lobby(lambda: self.tables.all, self.disclosure, options, self.cluster)
        self.quick_games = QuickGames(self.tables, store, self.quotas)
        self.logs = InMemoryLogs(self.tables, self.tournaments, self.lobby, self.presence)
        metrics.bot_seconds.set_function(lambda: self.bots.used)
        metrics.bots_waiting.set_function(lambda: self.bots.waiting)
        sweeper, watchdog = Sweeper(self.tables, self.tournaments, metrics), Watchdog(lambda: self.logs.all, metrics)
        compressor = LogCompressor(store, metrics, self.cluster)
        background = (
            sweeper.run(),
            watchdog.run(),
            compressor.run(),
            self.day_boards.prepare_forever(),
            self.matches.resume_all(),
        )
        self._tasks = [asyncio.get_running_loop().create_task(work) for work in background]
        if self.cluster is not None:
            self.bots.start()  # this process may have to take over the bots of another process at any time
            self.cluster.start(self.logs)

    def _on_table_loaded(self, live: LiveTable) -> None:
        self.days.follow(live)
        self.matches.follow(live)

    @classmethod
    async def start(
        cls,
        store: Store,
        options: ServerOptions | None = None,
        database: str | None = None,
    ) -> ServerContext:
        """Create the parts of a server process that serves a store.

        ``database`` is the URL of the database if several processes may serve the store. It is None if this process
        serves the store alone.
        """
        clock = ServerClock()
        if database is not None:
            await clock.sync_with(store)
        return cls(store, await ServerKeys.load_or_create(store), options or ServerOptions(), clock, database)

    async def close(self) -> None:
        """Notify all clients that the server stops, close their connections, and stop all parts except the store."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        self.tournaments.close()
        self.tables.close()
        self.day_boards.close()
        self.bots.close()
        if self.cluster is not None:
            await self.cluster.close()
        await asyncio.sleep(0)
