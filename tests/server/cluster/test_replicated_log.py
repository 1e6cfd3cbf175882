"""Two server contexts over one database: each sees the other's changes, and one of them drives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import pytest

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.web import ONE_WORKER, Web
from uka import rulesets
from uka.core.errors import UkaError
from uka.server.app import app
from uka.server.base.clock import awake, elapsed
from uka.server.base.options import ServerOptions
from uka.server.cluster import membership as fleet_module
from uka.server.live import tournament_tables as online
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.server.live.tournament import LiveTournament
from uka.server.sockets.hub import SocketHub
from uka.store import StoreUnavailable
from uka.store.postgres import PostgresStore
from uka.table import TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.table.entries import ConnectionLost, TablePaused
from uka.tournament import DIRECTOR, Roster
from uka.tournament import TournamentSettings as Day
from uka.tournament.commands import rounds, teams
from uka.wire.http_bodies import Guest

pytestmark = [pytest.mark.server, pytest.mark.postgres]

ANA, HEMI = Guest("ana", "Ana"), Guest("hemi", "Hemi")
AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, public=True)


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@asynccontextmanager
async def server_context(dsn: str, **options: Any) -> AsyncIterator[ServerContext]:
    async with await PostgresStore.open(dsn) as store:
        found = await ServerContext.start(store, ServerOptions(**ONE_WORKER | options), dsn)
        try:
            assert found.cluster
            await until(lambda: alive(found))
            yield found
        finally:
            await found.close()


def alive(context: ServerContext) -> bool:
    return (
        context.cluster is not None
        and context.cluster.alive
        and bool(context.metrics.notifications_connected._value.get())
    )


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


class Ear:
    """A client at a table."""

    def __init__(self, player: str) -> None:
        self.player, self.address, self.heard = player, "192.0.2.1", awake()
        self.told, self.bye, self.gone = list[str](), 0, False

    def push(self, text: str) -> None:
        self.told.append(text)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        self.bye = code


async def table(at: ServerContext, guest: Guest = ANA, **settings: Any) -> LiveTable:
    live = await at.tables.open(rulesets.find("uka"), guest, AT_ONCE)
    await live.do(lambda t: people.sit(t, guest.player, t.rules.seats[0]), guest.player)
    return live


async def test_each_process_sees_the_changes_of_the_other(dsn: str) -> None:
    async with server_context(dsn) as here, server_context(dsn) as there:
        live = await table(here)
        other = await there.tables.find(live.id)
        ear = Ear("ana")
        other.arrive(ear)  # a log that nobody uses is driven by nobody
        await until(lambda: live.driving != other.driving)  # one of them drives, whichever was quicker
        assert other.table == live.table
        await live.do(lambda t: people.join(t, "hemi", "Hemi"), "hemi")
        await until(lambda: other.table == live.table)
        assert '"player_joined"' in ear.told[-1]
        await asyncio.gather(*(  # concurrently from both
            at.do(lambda t, n=number: people.join(t, f"p{n}", f"P{n}"), f"p{number}")
            for number, at in enumerate([live, other] * 5)
        ))  # fmt: skip
        await until(lambda: other.table == live.table)
        assert len(live.table.members) == 12
        assert [(await there.tables.find(live.id)).table] == [live.table]


async def test_the_lobby_lists_the_tables_of_all_processes_once(dsn: str) -> None:
    async with server_context(dsn) as here, server_context(dsn) as there:
        live, quiet = await table(here), await table(here)
        live.arrive(Ear("ana"))
        (await there.tables.find(live.id)).arrive(Ear("moana"))
        await until(
            lambda: (
                [line.table for line in there.lobby.everywhere()] == [line.table for line in here.lobby.everywhere()]
            )
        )
        await until(lambda: here.cluster and sum(map(len, here.cluster.members.lobbies)) == 1)
        assert [line.table for line in there.lobby.everywhere()] == [live.id]
        assert quiet.id not in str(there.lobby.everywhere())


async def test_when_one_process_ends_the_other_drives(dsn: str) -> None:
    async with server_context(dsn) as there:
        async with server_context(dsn) as here:
            live = await table(here)
            other = await there.tables.find(live.id)
            other.arrive(Ear("ana"))
            await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
            await until(lambda: live.driving != other.driving)
        await until(lambda: other.driving)
        await until(lambda: other.table.stage is TableStage.PLAYING)


async def test_tables_of_a_dead_process_are_adopted_and_their_clocks_stop(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server_context(dsn) as there:
        async with server_context(dsn) as here:
            live = await table(here)
            await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
            await until(lambda: live.driving)
            assert here.cluster

            async def dies(owner: str) -> None:
                pass

            monkeypatch.setattr(here.store, "leave", dies)
        await until(lambda: there.logs.get(live.id))
        found = await there.tables.find(live.id)
        await until(lambda: found.table.paused is not None)
        assert isinstance((await found.lines())[-1].entry, TablePaused)


async def test_a_process_corrects_another_that_marks_its_client_as_disconnected(dsn: str) -> None:
    async with server_context(dsn) as here, server_context(dsn) as there:
        live = await table(here)
        await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
        other, ear = await there.tables.find(live.id), Ear("ana")
        live.arrive(ear)
        other.arrive(Ear("ana"))
        live.depart(ear)
        await until(lambda: any(isinstance(line.entry, ConnectionLost) for line in _lines(live)))
        await until(lambda: other.table.chairs[0].lost is None and other.table == live.table)
        await asyncio.sleep(2.5)
        assert live.table.paused is None, "not everyone has left, though nobody is with this one"


async def test_a_process_that_was_away_does_not_mark_people_who_are_connected_elsewhere(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was suspended learns only after its next heartbeat that a connection has ended meanwhile."""
    async with server_context(dsn) as there, server_context(dsn) as here:
        live, ear = await table(here), Ear("ana")
        await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
        live.arrive(ear)
        other = await there.tables.find(live.id)
        returns = _suspend(here, monkeypatch, lambda: live.depart(ear))
        other.arrive(Ear("ana"))
        await until(lambda: other.driving)
        since = other.table.seq
        returns.set()
        await until(lambda: alive(here))
        await asyncio.sleep(1)
        assert ear not in live.audience
        assert not [each for each in _lines(other) if isinstance(each.entry, ConnectionLost) and each.seq > since]


async def test_an_end_of_a_connection_that_is_handled_late_does_not_mark_people_who_are_connected_elsewhere(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection has ended while the process was suspended, but the messages received before are answered first."""
    async with server_context(dsn) as there, server_context(dsn) as here:
        live, ear = await table(here), Ear("ana")
        await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
        live.arrive(ear)
        other = await there.tables.find(live.id)
        returns = _suspend(here, monkeypatch)
        other.arrive(Ear("ana"))
        await until(lambda: other.driving)
        since, ear.gone = other.table.seq, True
        returns.set()
        await until(lambda: alive(here))
        live.depart(ear)
        await asyncio.sleep(1)
        assert not [each for each in _lines(other) if isinstance(each.entry, ConnectionLost) and each.seq > since]


@pytest.mark.parametrize("known", [False, True])
async def test_people_who_left_while_the_only_process_was_away_are_marked_as_disconnected(
    dsn: str, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    """They are also marked if the database still knows the process, because its heartbeat was only a little late."""
    async with server_context(dsn, presence_after=0.5) as here:
        live, ear = await table(here), Ear("ana")
        await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
        live.arrive(ear)
        returns = _suspend(here, monkeypatch, known=known)
        await until(lambda: not alive(here))
        live.depart(ear)
        returns.set()
        await until(lambda: live.table.chairs[0].lost is not None)


def _suspend(
    process: ServerContext,
    monkeypatch: pytest.MonkeyPatch,
    on_return: Callable[[], None] = lambda: None,
    *,
    known: bool = False,
) -> asyncio.Event:
    """Withhold a process's heartbeats until the returned event is set; call ``on_return`` soon after the next one.

    If ``known`` is true, the database considers the process alive throughout.
    """
    beat, returns = process.store.beat, asyncio.Event()

    async def late(owner: str, seconds: float, note: bytes = b"") -> bool:
        await returns.wait()
        found = await beat(owner, seconds, note) or known
        if not found:
            asyncio.get_running_loop().call_later(0.05, on_return)
        return found

    monkeypatch.setattr(process.store, "beat", late)
    return returns


async def test_only_clients_of_a_dead_process_are_marked_as_disconnected(dsn: str) -> None:
    async with server_context(dsn, presence_after=0.5) as there:
        async with server_context(dsn, presence_after=0.5) as here:
            live = await table(here)
            await live.do(lambda t: people.join(t, "hemi", "Hemi"), "hemi")
            await live.do(lambda t: people.sit(t, "hemi", t.rules.seats[1]), "hemi")
            await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
            other = await there.tables.find(live.id)
            live.arrive(Ear("ana"))
            other.arrive(Ear("hemi"))
            await asyncio.sleep(2)
            assert not any(isinstance(line.entry, ConnectionLost) for line in _lines(live)), "all are with one of them"
            live.closed = True  # it stops correcting the other process
        await until(lambda: other.driving)
        await until(lambda: other.table.chairs[0].lost is not None)
        assert other.table.chairs[1].lost is None


def _lines(live: LiveTable) -> list[Any]:
    return [told.line for told in live.audience._recent]


async def test_a_log_written_by_a_later_version_is_left_to_it(dsn: str) -> None:
    """A process of an old version drops a log that it can't read, and sends its clients to another process."""
    async with server_context(dsn) as here, await PostgresStore.open(dsn) as later:
        live, ear = await table(here), Ear("ana")
        live.arrive(ear)
        await until(lambda: live.driving)
        body = b'{"seq":%d,"at":%d,"by":"ana","entry":{"entry":"sang"}' % (live.table.seq + 1, live.table.at)
        chained = sha256(live.table.hash.encode() + body).hexdigest()[:32].encode()
        await later.append(live.id, live.table.seq + 1, [body + b',"hash":"%s"}' % chained])
        with pytest.raises(StoreUnavailable, match="a newer version of Uka is now running it"):
            await live.do(lambda t: people.join(t, "hemi", "Hemi"), "hemi")
        assert ear.bye == 1012
        assert here.logs.get(live.id) is None
        async with asyncio.timeout(PATIENCE):
            while list(await later.lease([live.id], "later")) != [live.id]:  # until it is given back
                await asyncio.sleep(0.05)
        with pytest.raises(UkaError):
            await here.tables.find(live.id)


async def exchanged(*contexts: ServerContext) -> None:
    """Wait until each process has told the others what it has counted so far, and they have heard it."""
    clusters = [context.cluster for context in contexts if context.cluster]
    for _ in range(3):  # a heartbeat that begins follows one that has told and heard all
        since = elapsed()
        for cluster in clusters:
            cluster._look_now.set()
        await until(lambda since=since: all(cluster._beat_at > since for cluster in clusters))


async def test_rate_limits_hold_for_all_processes_together(dsn: str) -> None:
    async with (
        server_context(dsn, guests_an_address=(0.001, 10)) as here,
        server_context(dsn, guests_an_address=(0.001, 10)) as there,
    ):
        webs = [Web(each, app(SocketHub(each))) for each in (here, there)]
        answers = list[int]()
        for number in range(24):
            web = webs[number % 2]
            async with web.client() as client:
                answers.append((await client.put("/api/me", json={"name": "Ana"})).status_code)
            await exchanged(here, there)
        assert 10 <= answers.count(200) <= 17, "half of one's and all of the other's at most"
        assert answers[-4:] == [429] * 4


async def test_cookies_and_invitations_are_valid_in_all_processes(dsn: str) -> None:
    async with server_context(dsn) as here, server_context(dsn) as there:
        ours, theirs = Web(here, app(SocketHub(here))), Web(there, app(SocketHub(there)))
        ana = await ours.guest("Ana")
        ticket = (await ana.post("/api/tables", json={"rules": "uka"})).json()
        cookies = dict(ana.cookies)
        await ana.aclose()
        async with theirs.client(cookies=cookies) as ana:
            assert (await ana.get("/api/me")).json()["name"] == "Ana"
            assert (await ana.get(f"/api/tables/{ticket['table']}/invitation")).json() == ticket
        hemi = await theirs.guest("Hemi")
        path = f"/api/tables/{ticket['table']}/join"
        assert (await hemi.post(path, json={"invitation": ticket["invitation"]})).status_code == 200
        await hemi.aclose()
        live = await here.tables.find(ticket["table"])
        await until(lambda: len(live.table.members) == 2)


async def test_a_tournaments_bell_rings_once_and_its_tables_open_once(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "default_settings", lambda _: AT_ONCE)
    opened = list[str]()
    async with server_context(dsn) as here, server_context(dsn) as there:
        for each in (here, there):
            monkeypatch.setattr(each.tables, "open", _counting(each.tables.open, opened))
        event = await here.tournaments.open("A day of Uka", rulesets.find("tainui"), Day(clock_ms=60_000, online=True))
        other = await there.tournaments.find(event.id)
        await other.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
        await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2)), DIRECTOR)
        await other.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
        await until(lambda: _placed(event) and _placed(other))
        assert len(opened) == 2, "by one of them"
        await event.do(lambda t: rounds.start(t, DIRECTOR), DIRECTOR)
        await until(lambda: event.tournament == other.tournament)
        await other.do(lambda t: rounds.ring_bell(t, DIRECTOR), DIRECTOR)
        await until(lambda: event.tournament == other.tournament)
        assert event.tournament.round
        assert event.tournament.round.rang


async def test_a_tournament_that_nobody_watches_gets_its_tables(dsn: str) -> None:
    """No process runs the timers of a tournament before its first round, if nobody watches it."""
    async with server_context(dsn) as here, server_context(dsn) as there:
        event = await here.tournaments.open("A day of Uka", rulesets.find("tainui"), Day(clock_ms=0, online=True))
        other = await there.tournaments.find(event.id)
        await event.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
        await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2)), DIRECTOR)
        await until(lambda: not event.driving and not other.driving)
        await event.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
        await until(lambda: _placed(event) and _placed(other))
        await event.do(lambda t: rounds.start(t, DIRECTOR), DIRECTOR)
        await asyncio.sleep(4 * fleet_module.BEAT)
        await until(lambda: event.driving is not other.driving)  # so that the points of the round are recorded


def _counting(open: Any, opened: list[str]) -> Any:
    async def counting(*args: Any, **options: Any) -> LiveTable:
        live = await open(*args, **options)
        opened.append(live.id)
        return live

    return counting


def _placed(live_tournament: LiveTournament) -> bool:
    playing = live_tournament.tournament.round
    return playing is not None and all(match.live for match in playing.matches)


async def test_a_heartbeat_of_a_later_version_is_ignored(dsn: str) -> None:
    async with server_context(dsn) as here:
        await here.store.beat("later", 60, b'{"lobby":{"in":"another way"}}')
        await until(lambda: here.metrics.processes._value.get() == 2)
        await asyncio.sleep(0.5)
        await until(lambda: alive(here))
        assert here.cluster
        assert here.cluster.alive
        assert not any(here.cluster.members.lobbies)
        assert here.metrics.processes._value.get() == 2


async def test_a_process_considered_dead_drives_nothing_that_another_took_over(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server_context(dsn) as here, server_context(dsn) as there:
        live = await table(here)
        live.arrive(Ear("ana"))
        other = await there.tables.find(live.id)
        other.arrive(Ear("hemi"))
        assert here.cluster
        beat = here.store.beat
        monkeypatch.setattr(here.store, "beat", _sleeping)
        await until(lambda: other.driving)
        await until(lambda: not live.driving)
        monkeypatch.setattr(here.store, "beat", beat)
        await until(lambda: here.cluster and here.cluster.alive)
        await asyncio.sleep(1)
        assert (live.driving, other.driving) == (False, True)


async def _sleeping(*_: object) -> bool:
    await asyncio.sleep(fleet_module.ALIVE + 1)
    raise StoreUnavailable("it slept")


async def test_a_table_that_fails_to_load_is_left_to_another_process(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that fails to load a table releases its lease."""
    async with server_context(dsn) as here:
        async with server_context(dsn) as before:
            live = await table(before)
            await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
        with monkeypatch.context() as patch:
            patch.setattr(here.store, "append", _refusing)
            with pytest.raises(StoreUnavailable):
                await here.tables.find(live.id)
        async with server_context(dsn) as there:
            other = await there.tables.find(live.id)
            other.arrive(Ear("ana"))
            await until(lambda: other.driving)
            await other.mark_connected("ana")
            await until(lambda: other.table.stage is TableStage.PLAYING)


async def _refusing(*_: object, **__: object) -> None:
    raise StoreUnavailable("the store's disk is full")
