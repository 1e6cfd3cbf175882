"""Creates and connects the parts of a server process that its sockets and HTTP routes use."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

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
from .club import Club
from .club_events import ClubEvents
from .day_boards import DayBoards
from .days import Days
from .disclosure import Disclosure
from .farewells import NO_MEMBER
from .forgetting import forget_waiting_names
from .invitations import Invitations
from .lobby import Lobby
from .local_logs import InMemoryLogs
from .log_compressor import LogCompressor
from .matches import Matches
from .presence import Presence
from .quick_games import QuickGames
from .quotas import Quotas
from .subscribers import TableSubscriber, TournamentSubscriber
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
        self.club = Club(options.club, store, keys.secret, clock) if options.club else None
        """The club that the server belongs to; None if there is none."""
        self.club_events = ClubEvents(self.club, keys.secret, clock) if self.club else None
        """The events in the calendar of this club."""
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
        if self.club is not None:
            self._tasks.append(asyncio.get_running_loop().create_task(self.club.run(self.dismiss_strangers)))
        if self.cluster is not None:
            self.bots.start()  # this process may have to take over the bots of another process at any time
            self.cluster.start(self.logs)

    def dismiss_strangers(self) -> None:
        """Close the connections of all who are not members of the club, if only members may use the server."""
        if self.club is None or not self.club.closed:
            return
        for client in self._clients():
            if not self.club.is_member(client.player):
                client.farewell(*NO_MEMBER)

    def _clients(self) -> Iterator[TableSubscriber | TournamentSubscriber]:
        for live in self.tables.all:
            yield from live.audience
        for event in self.tournaments.all:
            yield from event.watchers

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
        if options is not None and options.club is not None and not (database and await store.heartbeats()):
            await forget_waiting_names(store)
        context = cls(store, await ServerKeys.load_or_create(store), options or ServerOptions(), clock, database)
        if context.club is not None:
            await context.club.start()
        return context

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
