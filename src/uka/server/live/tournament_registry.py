"""The registry of a server's tournaments: opens and loads tournaments, and drops idle tournaments from memory."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence

from uka.core.ruleset import Ruleset
from uka.hosting.ids import TOURNAMENT_ID_LENGTH, is_id, new_id
from uka.store import Conflict, NoSuchTable
from uka.tournament import Tournament, TournamentLine, TournamentSettings, due, evolve
from uka.tournament.commands import teams
from uka.tournament.views.viewer_boards import MOST_LINES

from ..base.clock import awake
from ..base.log_reader import read_lines, reading_log
from ..base.options import ServerOptions
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.membership import ClusterMembership
from .farewells import ELSEWHERE, GOING_DOWN, IDLE
from .quotas import Quotas
from .tournament import LiveTournament, TournamentServices


class NoSuchTournament(NoSuchTable):
    """Raised if no tournament has the requested id."""

    def __str__(self) -> str:
        return f"there is no tournament {self.table!r}"


class TournamentRegistry:
    """All tournaments of a server. Every tournament is in the store; tournaments in use are also in memory."""

    def __init__(
        self,
        services: TournamentServices,
        options: ServerOptions,
        quotas: Quotas,
        cluster: ClusterMembership | None = None,
    ) -> None:
        self._services, self._options, self._quotas, self._cluster = services, options, quotas, cluster
        self._store = services.store
        self._tournaments: dict[str, LiveTournament] = {}
        self._loading: dict[str, asyncio.Task[LiveTournament]] = {}

    @property
    def all(self) -> tuple[LiveTournament, ...]:
        """The tournaments in memory."""
        return tuple(self._tournaments.values())

    def get(self, id: str) -> LiveTournament | None:
        """Return the tournament with this id; None if it is not in memory."""
        return self._tournaments.get(id)

    async def open(
        self, name: str, rules: Ruleset, settings: TournamentSettings, requester: Requester = UNKNOWN_REQUESTER
    ) -> LiveTournament:
        """Open a tournament; raise ``LimitExceeded`` if ``requester`` has opened too many tournaments."""
        tournament, line = teams.open_tournament(name, rules, settings, at=self._services.clock.now())
        self._quotas.tournaments.count_request(requester)
        while True:
            id = new_id(TOURNAMENT_ID_LENGTH)
            try:
                await self._store.append(id, 0, [line.text])
            except Conflict:
                continue
            self._quotas.tournaments.count_opened(requester)
            return await self._add(id, tournament, [line], requester)

    async def take_over(self, lines: Sequence[bytes], requester: Requester) -> LiveTournament:
        """Continue a tournament that another host has begun. ``lines`` are all lines of its log, which are valid.

        Raise ``LimitExceeded`` if ``requester`` has opened too many tournaments.
        """
        self._quotas.tournaments.count_request(requester)
        while True:
            id = new_id(TOURNAMENT_ID_LENGTH)
            try:
                await self._store.append(id, 0, lines)
            except Conflict:
                continue
            live_tournament = await self.find(id)
            live_tournament.requester = requester
            self._quotas.tournaments.count_opened(requester)
            return live_tournament

    async def find(self, id: str) -> LiveTournament:
        """Return the tournament with this id from memory or the store; raise ``NoSuchTournament`` if there is none."""
        if id in self._tournaments:
            live_tournament = self._tournaments[id]
            live_tournament.touched = awake()  # keeps the tournament in memory until the caller connects to it
            await live_tournament.refresh()
            return live_tournament
        if not is_id(id, TOURNAMENT_ID_LENGTH):
            raise NoSuchTournament(id[:TOURNAMENT_ID_LENGTH])
        if id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    # Memory

    def sweep(self, now: float) -> None:
        """Close idle connections, and drop tournaments that have been idle for a long time from memory.

        ``now`` is the present time in seconds, by ``base.clock.awake``.
        """
        for live_tournament in self.all:
            for watcher in live_tournament.watchers:
                if watcher.heard < now - self._options.idle_after:
                    watcher.farewell(IDLE, 4408)
            idle = _is_idle(live_tournament) and due(live_tournament.tournament) is None
            if idle and live_tournament.touched < now - self._options.forget_after:
                self.unload(live_tournament)

    def _make_room(self) -> None:
        """If memory is full, drop idle tournaments from it until there is room for one more, if there are enough.

        The least recently used come first, and tournaments in which a round's clock runs come last.
        """
        excess = len(self._tournaments) + 1 - self._options.tournaments_in_memory
        if excess <= 0:
            return
        idle = [live_tournament for live_tournament in self.all if _is_idle(live_tournament)]
        idle.sort(key=lambda live_tournament: (due(live_tournament.tournament) is not None, live_tournament.touched))
        for live_tournament in idle[:excess]:
            self.unload(live_tournament)

    def forget(self, id: str) -> None:
        """Ask the clients of the tournament with this id to reconnect, and drop the tournament from memory.

        Another process serves the tournament from now on.
        """
        if live_tournament := self._tournaments.get(id):
            for watcher in live_tournament.watchers:
                watcher.farewell(ELSEWHERE, 1012, again=True)
            self.unload(live_tournament)

    def unload(self, live_tournament: LiveTournament) -> None:
        """Drop a tournament from memory; it stays in the store."""
        live_tournament.close()
        del self._tournaments[live_tournament.id]
        self._quotas.tournaments.count_closed(live_tournament.requester)
        if self._cluster is not None:
            self._cluster.leave(live_tournament)

    def close(self) -> None:
        """Notify all clients that the server stops, close their connections, and stop all tournaments."""
        for live_tournament in self.all:
            for watcher in live_tournament.watchers:
                watcher.farewell(GOING_DOWN, 1012, again=True)
            live_tournament.close()

    async def _add(
        self, id: str, tournament: Tournament, lines: Iterable[TournamentLine], requester: Requester = UNKNOWN_REQUESTER
    ) -> LiveTournament:
        live_tournament = LiveTournament(id, tournament, lines, self._services, requester)
        self._make_room()
        self._tournaments[id] = live_tournament
        if self._cluster is not None:
            await self._cluster.join(live_tournament)
        return live_tournament

    async def _load(self, id: str) -> LiveTournament:
        tournament: Tournament | None = None
        lines = deque[TournamentLine](maxlen=MOST_LINES)
        try:
            with reading_log(id):
                async for line in read_lines(TournamentLine, self._store, id):
                    tournament = evolve(tournament, line)
                    lines.append(line)
        except NoSuchTable:
            raise NoSuchTournament(id) from None
        if tournament is None:
            raise NoSuchTournament(id)
        return await self._add(id, tournament, lines)


def _is_idle(live_tournament: LiveTournament) -> bool:
    return not live_tournament.watchers and not live_tournament.busy
