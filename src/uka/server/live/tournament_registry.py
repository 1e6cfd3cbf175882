"""The tournaments of a server: opened, found, forgotten again; and the links to them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from uka.core.ruleset import Ruleset
from uka.store import Conflict, NoSuchTable, Store
from uka.tournament import DIRECTOR, Tournament, TournamentLine, TournamentSettings, due, evolve
from uka.tournament.commands import teams
from uka.tournament.views.board import MOST_LINES

from ..base.clock import now
from ..base.ids import TOURNAMENT_ID_LENGTH, is_id, new_id
from ..base.log_reader import read_lines, reading_log
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .farewells import ELSEWHERE, GOING_DOWN, IDLE
from .quotas import Quotas
from .tournament import LiveTournament

if TYPE_CHECKING:
    from ..cluster.membership import ClusterMembership


class NoSuchTournament(NoSuchTable):
    """A tournament that was never opened."""

    def __str__(self) -> str:
        return f"there is no tournament {self.table!r}"


class TournamentRegistry:
    """All tournaments of a server. Those that somebody looks at are in memory, all are in the store."""

    def __init__(
        self, store: Store, key: bytes, metrics: ServerMetrics, options: ServerOptions,
        follow: Callable[[LiveTournament, Sequence[TournamentLine] | None], None], quotas: Quotas,
        fleet: ClusterMembership | None = None,
    ) -> None:  # fmt: skip
        self._fleet = fleet
        self._store, self._key, self._metrics, self._options = store, key, metrics, options
        self._follow, self._quotas = follow, quotas
        self._openers: dict[str, Requester] = {}
        self._events: dict[str, LiveTournament] = {}
        self._loading: dict[str, asyncio.Task[LiveTournament]] = {}

    @property
    def all(self) -> tuple[LiveTournament, ...]:
        """Those in memory."""
        return tuple(self._events.values())

    def held(self, id: str) -> LiveTournament | None:
        """One in memory."""
        return self._events.get(id)

    async def open(
        self, name: str, rules: Ruleset, settings: TournamentSettings, opener: Requester = UNKNOWN_REQUESTER
    ) -> LiveTournament:
        """A new tournament; ``TooMuch`` where its opener has too many."""
        tournament, line = teams.opened(name, rules, settings, at=now())
        self._quotas.tournaments.check(opener)
        while True:
            id = new_id(TOURNAMENT_ID_LENGTH)
            try:
                await self._store.append(id, 0, [line.text])
            except Conflict:
                continue
            self._openers[id] = opener
            self._quotas.tournaments.opened(opener)
            return await self._hold(id, tournament, [line])

    async def find(self, id: str) -> LiveTournament:
        """A tournament, from memory or from the store; ``NoSuchTournament``."""
        if id in self._events:
            event = self._events[id]
            event.touched = time.monotonic()  # it is not forgotten while somebody is on their way to it
            await event.refresh()
            return event
        if not is_id(id, TOURNAMENT_ID_LENGTH):
            raise NoSuchTournament(id[:TOURNAMENT_ID_LENGTH])
        if id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    # Links

    def link(self, id: str, grant: str = DIRECTOR) -> str:
        """What somebody holds to a grant: its id, and a signature that can't be guessed."""
        signed = hmac.digest(self._key, f"tournament/{id}/{grant}".encode(), hashlib.sha256)[:15]
        return f"{grant}.{base64.urlsafe_b64encode(signed).decode()}"

    def read(self, id: str, link: str) -> str | None:
        """The grant that a link is for; None for one that was not made here."""
        grant = link.partition(".")[0]
        return grant if hmac.compare_digest(self.link(id, grant).encode(), link.encode()) else None

    # In memory

    def sweep(self, since: float) -> None:
        """Forget tournaments that nobody has looked at for long, and clients that have said nothing for longer."""
        for event in self.all:
            for watcher in event.watchers:
                if watcher.heard < since - self._options.idle_after:
                    watcher.farewell(IDLE, 4408)
            idle = _idle(event) and due(event.tournament) is None
            if idle and event.touched < since - self._options.forget_after:
                self._let_go(event)

    def opener(self, event: LiveTournament) -> Requester:
        """Who opened a tournament, as far as it is known."""
        return self._openers.get(event.id, UNKNOWN_REQUESTER)

    def _make_room(self) -> None:
        """Put tournaments away that nobody looks at, those with a bell last, then the longest untouched first."""
        idle = [event for event in self.all if _idle(event)]
        idle.sort(key=lambda event: (due(event.tournament) is not None, event.touched))
        for event in idle[: len(self._events) + 1 - self._options.tournaments_in_memory]:
            self._let_go(event)

    def forget(self, id: str) -> None:
        """Let go of one, and tell who is there to come again: another process serves it."""
        if event := self._events.get(id):
            for watcher in event.watchers:
                watcher.farewell(ELSEWHERE, 1012, again=True)
            self._let_go(event)

    def _let_go(self, event: LiveTournament) -> None:
        event.close()
        del self._events[event.id]
        self._quotas.tournaments.closed(self._openers.pop(event.id, UNKNOWN_REQUESTER))
        if self._fleet is not None:
            self._fleet.part(event)

    def close(self) -> None:
        """Say farewell to everyone."""
        for event in self.all:
            for watcher in event.watchers:
                watcher.farewell(GOING_DOWN, 1012, again=True)
            event.close()

    async def _hold(self, id: str, tournament: Tournament, lines: Iterable[TournamentLine]) -> LiveTournament:
        event = LiveTournament(id, tournament, lines, self._store, self._metrics, self.link, self._follow, self._fleet)
        if len(self._events) >= self._options.tournaments_in_memory:
            self._make_room()
        self._events[id] = event
        if self._fleet is not None:
            await self._fleet.join(event)
        return event

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
        assert tournament is not None
        return await self._hold(id, tournament, lines)


def _idle(event: LiveTournament) -> bool:
    return not event.watchers and not event.busy
