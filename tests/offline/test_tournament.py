"""A tournament's day without a server: the same commands have the same effect as at a server, and go on there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.offline.storages import Full, Memory
from tests.offline.test_requests import asked
from tests.patience import PATIENCE
from tests.server.web import listening, served
from uka.core.seats import Partnership, Seat
from uka.hosting import tournament_commands as operations
from uka.hosting.tournament_audience import TournamentAudience
from uka.offline import log as hosted_log
from uka.offline.host import OfflineHost
from uka.offline.log import AGAIN
from uka.offline.requests import answer
from uka.offline.storage import NotKept
from uka.offline.tournament import HostedTournament
from uka.server.base.clock import LogClock, ServerClock
from uka.tournament import TournamentLine, replayed
from uka.tournament import entries as en
from uka.tournament.settings import TournamentSettings
from uka.wire import tournament_commands as wire
from uka.wire import tournament_updates
from uka.wire.socket_updates import Ack, Pong, Rejection

LIST = "Team,Marae,Captain\nKauri,Waahi,Mere\nToru,Poohara,Hemi\nWhetu,Waahi,Ana\nAwa,Hukanui,Tama\nRimu,Waahi,Rua"
LINK = re.compile(r"\b(\w+)\.[\w-]{20}(?=\")")
MINUTE = 60_000
Step = tuple[str, wire.TournamentCommand, int]
"""Who sends a command, the command, and the milliseconds that pass before it."""


class Time:
    """The time of both hosts, which the test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let both hosts have the same time, and send standings at once."""
    time = Time()
    monkeypatch.setattr(ServerClock, "now", lambda _: time.now)
    monkeypatch.setattr(LogClock, "now", lambda *_: time.now)
    monkeypatch.setattr(TournamentAudience, "_throttle", lambda _, changed: changed)
    return time


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function after which the next host draws the same lots as the one before."""

    def again() -> None:
        numbers, rng = count(), Random(1)
        monkeypatch.setattr(operations, "new_grant_id", lambda: f"{next(numbers):012x}")
        monkeypatch.setattr(operations, "new_pairing_secret", lambda: f"{next(numbers):064x}")
        monkeypatch.setattr(operations, "SystemRandom", lambda: rng)

    return again


class Page:
    """A page without a server."""

    grant = ""

    def __init__(self) -> None:
        self.heard = list[str]()
        self.bye = 0

    def push(self, text: str) -> None:
        self.heard.append(text)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        self.heard.append(why)
        self.bye = code

    @property
    def last(self) -> tournament_updates.TournamentUpdate:
        return tournament_updates.read(self.heard[-1])


def random_commands(rng: Random, number: int) -> Iterator[Step]:
    """Yield a day of a director and an official, who do what they may and what they may not."""
    ids = count()

    def make(kind: type[Any], **more: Any) -> wire.TournamentCommand:
        return kind(id=f"m{next(ids)}", **more)

    yield "director", make(wire.SetTables, numbers=(1, 2)), 0
    yield "director", make(wire.GrantLinks, role="official"), 0
    yield "director", make(wire.GrantLinks, role="captain"), 0
    choices = (
        lambda: make(wire.SeatRound),
        lambda: make(wire.StartRound),
        lambda: make(wire.EnterTap, tap=en.FirstDealerSet(rng.randint(1, 2), rng.choice(list(Seat)[:4]))),
        *[
            lambda: make(
                wire.EnterTap, tap=en.DealPlayed(rng.randint(1, 2), rng.choice(list(Partnership)), rng.randint(0, 5))
            )
        ]
        * 6,
        lambda: make(wire.EnterTap, tap=en.DealMisdealt(rng.randint(1, 3))),
        lambda: make(wire.EnterTap, tap=en.RevokeFound(1, Partnership.NORTH_SOUTH)),
        lambda: make(wire.SignForCaptain, table=rng.randint(1, 2), team=rng.randint(1, 5)),
        lambda: make(wire.ShowConductCard, team=rng.randint(1, 5), colour=rng.choice(["green", "red"]), reason="talk"),
        lambda: make(wire.GiveFairPlay, team=rng.randint(1, 5), points=rng.randint(1, 9), reason="kind"),
        lambda: make(wire.UndoEntry, to=rng.randint(1, 60), reason="wrong"),
        lambda: make(wire.PauseRound),
        lambda: make(wire.ResumeRound),
        lambda: make(wire.ExtendRound, ms=MINUTE, reason="a fall"),
        lambda: make(wire.RingBell),
        lambda: make(wire.EnterPaperResult, table=rng.randint(1, 2), points=(11, 3)),
        lambda: make(wire.EnterPaperResult, table=rng.randint(1, 2), points=(11, 25), insist=bool(rng.randint(0, 1))),
        *[lambda: make(wire.CloseRound, unsigned=True)] * 2,
        lambda: make(wire.CorrectResult, round=1, table=1, points=(4, 11), reason="miscounted"),
        lambda: make(wire.WithdrawTeam, team=5, reason="home"),
        lambda: make(wire.RejoinTeam, team=5),
        lambda: make(wire.CutAsCaptain, team=1),
        lambda: make(wire.CallForHelp, table=1, reason="a dispute"),
        lambda: make(wire.AnswerCall, table=1),
        lambda: make(wire.PingTournament),
        lambda: make(wire.PresentLink, link="again"),
    )
    yield "director", make(wire.SeatRound), 0
    yield "director", make(wire.StartRound), 0
    for part in range(3):
        for _ in range(number):
            who = "director" if rng.random() < 0.7 else "official"
            yield who, rng.choice(choices)(), rng.choice([0, 1_000, MINUTE, 5 * MINUTE])
        for kind in (wire.SeatRound, wire.StartRound, wire.ResumeRound, wire.RingBell):
            yield "director", make(kind), 0
        for table in (1, 2):
            yield "director", make(wire.EnterPaperResult, table=table, points=(11, part), insist=True), 0
        yield "director", make(wire.CloseRound, unsigned=True), 0
    yield "director", make(wire.EndTournament, insist=True), 0


def plain(texts: list[str], id: str) -> list[Any]:
    """Return messages without what differs at each host: the tournament's id, and the signatures of links."""
    return [msgspec.json.decode(LINK.sub(r"\1", text.replace(id, "ID"))) for text in texts]


def official_link(text: str) -> str:
    """Return the link of the first official in a message to the director."""
    told = tournament_updates.read(text)
    assert isinstance(told, tournament_updates.TournamentChange)
    return next(grant.link for grant in told.board.grants or () if grant.role is en.Role.OFFICIAL)


class AtServer:
    """The sockets of a director, an official and the hall's screen at a server."""

    def __init__(self, url: str, id: str, stack: AsyncExitStack) -> None:
        self._at, self.id, self._stack = f"{url.replace('http', 'ws')}/api/tournaments/{id}/socket", id, stack
        self._sockets = dict[str, ClientConnection]()
        self.heard = dict[str, list[str]]()

    async def come(self, who: str, link: str) -> None:
        self._sockets[who] = socket = await self._stack.enter_async_context(connect(self._at, max_queue=None))
        await socket.send(wire.write(wire.PresentLink(id="hello", link=link)))
        self.heard[who] = [str(await socket.recv())]

    async def send(self, who: str, command: wire.TournamentCommand) -> None:
        await self._sockets[who].send(wire.write(command))
        while True:
            async with asyncio.timeout(PATIENCE):
                text = str(await self._sockets[who].recv())
            self.heard[who].append(text)
            if isinstance(told := tournament_updates.read(text), Ack | Rejection | Pong) and told.id == command.id:
                return

    async def finish(self) -> dict[str, list[str]]:
        for who in self._sockets:
            await self.send(who, wire.PingTournament(id="end"))
        return self.heard


class Here:
    """The pages of a director, an official and the hall's screen without a server."""

    def __init__(self, live: HostedTournament) -> None:
        self._live = live
        self._pages = dict[str, Page]()

    @property
    def heard(self) -> dict[str, list[str]]:
        return {who: page.heard for who, page in self._pages.items()}

    async def come(self, who: str, link: str) -> None:
        self._pages[who] = page = Page()
        assert self._live.arrive(page, wire.write(wire.PresentLink(id="hello", link=link)))

    async def send(self, who: str, command: wire.TournamentCommand) -> None:
        await self._live.answer(self._pages[who], wire.write(command))

    async def finish(self) -> dict[str, list[str]]:
        for who in self._pages:
            await self.send(who, wire.PingTournament(id="end"))
        return self.heard


async def hold(day: AtServer | Here, link: str, steps: Iterator[Step], clock: Time) -> dict[str, list[str]]:
    """Let a director, an official and the hall's screen take part in a day, and return what each has heard."""
    await day.come("director", link)
    for number, (who, command, ms) in enumerate(steps):
        clock.now += ms
        await day.send(who, command)
        if number == 1:
            links = [text for text in day.heard["director"] if '"grants"' in text]
            await day.come("official", official_link(links[-1]))
            await day.come("screen", "")
    return await day.finish()


@asynccontextmanager
async def hosted(storage: Memory, clock: Time) -> AsyncIterator[OfflineHost]:
    host = OfflineHost(storage, bytes(32), lambda: clock.now)
    try:
        yield host
    finally:
        host.close()


async def opened(host: OfflineHost, **settings: Any) -> tuple[HostedTournament, str]:
    """Open a tournament of five teams; return it with the director's link."""
    form = {"name": "A day of Uka", "settings": settings}
    ticket = (await asked(host, "POST", "/api/tournaments", form))[1]
    id, link = ticket["tournament"], ticket["link"]
    assert await asked(host, "POST", f"/api/tournaments/{id}/teams", {"text": LIST}, link=link) == (
        200,
        {"entered": 5, "unused": []},
    )
    return await host.find_tournament(id), link


async def opened_at_server(client: httpx.AsyncClient, **settings: Any) -> tuple[str, str]:
    ticket = (await client.post("/api/tournaments", json={"name": "A day of Uka", "settings": settings})).json()
    id, link = ticket["tournament"], ticket["link"]
    await client.post(f"/api/tournaments/{id}/teams", json={"text": LIST}, headers={"X-Uka-Link": link})
    return id, link


@pytest.mark.server
@pytest.mark.parametrize("seed", range(3))
async def test_a_day_is_as_at_a_server_and_goes_on_there(seed: int, clock: Time, lots: Any) -> None:
    settings = {"rounds": 3, "clock_ms": 12 * MINUTE}
    began = clock.now
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(served())
        url = await stack.enter_async_context(listening(web))
        client = await stack.enter_async_context(web.client())
        host = await stack.enter_async_context(hosted(Memory(), clock))
        lots()
        id, link = await opened_at_server(client, **settings)
        there = AtServer(url, id, stack)
        theirs = await hold(there, link, random_commands(Random(seed), 30), clock)
        clock.now = began
        lots()
        live, our_link = await opened(host, **settings)
        ours = await hold(Here(live), our_link, random_commands(Random(seed), 30), clock)
        for who in theirs:
            assert plain(ours[who], live.id) == plain(theirs[who], id)
        assert live.tournament.ended
        for page in ("", "/rounds/1", "/rounds/9", "/results.csv", "/standings.csv"):
            expected = await client.get(f"/api/tournaments/{id}{page}")
            found = await answer(host, "GET", f"/api/tournaments/{live.id}{page}")
            assert (found.status, found.body) == (expected.status_code, expected.content), page
        headers = {"X-Uka-Link": link}
        whole = (await client.get(f"/api/tournaments/{id}/log.jsonl", headers=headers)).content
        found = await answer(host, "GET", f"/api/tournaments/{live.id}/log.jsonl", link=our_link)
        assert found.body == whole
        # it goes on at a server, and here
        taken = await client.post("/api/tournaments/log", content=whole, headers={"Content-Type": found.media_type})
        assert taken.status_code == 201, taken.text
        again = taken.json()
        there = AtServer(url, again["tournament"], stack)
        await there.come("director", again["link"])
        undo = wire.UndoEntry(id="undo", to=live.tournament.seq, reason="one more round")
        await there.send("director", undo)
        assert isinstance(tournament_updates.read(there.heard["director"][-1]), Ack)
        status, ticket = await asked(host, "POST", "/api/tournaments/log", content=whole)
        assert status == 200
        assert (await host.find_tournament(ticket["tournament"])).tournament == live.tournament


@pytest.mark.server
async def test_a_server_takes_over_no_damaged_log_and_no_online_tables(clock: Time) -> None:
    async with served() as web, web.client() as client, hosted(Memory(), clock) as host:
        live, link = await opened(host, clock_ms=0)
        whole = (await answer(host, "GET", f"/api/tournaments/{live.id}/log.jsonl", link=link)).body
        lines = TournamentLine.parse_all(whole.splitlines())
        last = lines[-1]
        assigned = TournamentLine.after(last.hash, last.seq + 1, last.at, "server", en.LiveTableAssigned(1, "23456789"))
        for bad in (b"", b"x", whole[:-9], whole.replace(b"Kauri", b"Kowhai"), whole + assigned.text):
            headers = {"Content-Type": "application/x-ndjson"}
            refused = await client.post("/api/tournaments/log", content=bad, headers=headers)
            assert (refused.status_code, bool(refused.json()["why"])) == (400, True)
            assert (await asked(host, "POST", "/api/tournaments/log", content=bad))[0] == 400


async def test_only_links_that_work_let_a_page_in(clock: Time) -> None:
    async with hosted(Memory(), clock) as host:
        live, link = await opened(host, clock_ms=0)
        for text in ("", "{}", wire.write(wire.PingTournament(id="1"))):
            assert not live.arrive(page := Page(), text)
            assert page.bye == 4400
        assert not live.arrive(page := Page(), wire.write(wire.PresentLink(id="1", link="director.x")))
        assert page.bye == 4403
        director, official = Page(), Page()
        assert live.arrive(director, wire.write(wire.PresentLink(id="1", link=link)))
        await live.answer(director, wire.write(wire.SetTables(id="2", numbers=(1,))))
        await live.answer(director, wire.write(wire.GrantLinks(id="3", role="official")))
        granted = live.tournament.grants[-1].id
        signed = host.links.sign(live.id, granted)
        assert live.arrive(official, wire.write(wire.PresentLink(id="1", link=signed)))
        await live.answer(director, wire.write(wire.RevokeLink(id="4", grant=granted)))
        assert official.bye == 4403
        online = wire.ChangeTournamentSettings(id="5", settings=TournamentSettings(online=True))
        await live.answer(director, wire.write(online))
        assert isinstance(director.last, Rejection)
        await live.answer(director, wire.write(wire.FillInWithBot(id="6", table=1, seat=Seat.NORTH)))
        assert isinstance(director.last, Rejection)
        assert (await asked(host, "GET", f"/api/tournaments/{live.id}/log.jsonl"))[0] == 403
        form = {"name": "A day", "settings": {"online": True}}
        assert (await asked(host, "POST", "/api/tournaments", form))[0] == 409
        assert (await asked(host, "GET", "/api/tournaments/2345678923"))[0] == 404


async def test_the_contents_of_sheets_are_for_the_page_to_print(clock: Time) -> None:
    async with hosted(Memory(), clock) as host:
        live, link = await opened(host, clock_ms=0)
        await live.do(lambda t: operations.teams.set_tables(t, "director", (1, 2)), "director")
        at = f"/api/tournaments/{live.id}/sheets"
        status, sheet = await asked(host, "GET", f"{at}/numbers?size=a5&spelling=false", link=link)
        assert (status, sheet["sheet"], sheet["paper"], len(sheet["parts"])) == (200, "numbers", "a5", 1)
        assert "sys.inputs.data" in sheet["template"]
        assert (await asked(host, "GET", f"{at}/poster", link=link))[0] == 404
        assert (await asked(host, "GET", f"{at}/links", link=link))[0] == 409
        assert (await asked(host, "GET", f"{at}/numbers"))[0] == 403


async def test_the_bell_rings_by_itself_and_is_kept(clock: Time) -> None:
    storage = Memory()
    async with hosted(storage, clock) as host:
        live, link = await opened(host, clock_ms=12 * MINUTE)
        screen = Page()
        assert live.arrive(screen, wire.write(wire.PresentLink(id="1")))
        director = Page()
        assert live.arrive(director, wire.write(wire.PresentLink(id="1", link=link)))
        for number, command in enumerate((wire.SetTables, wire.SeatRound, wire.StartRound)):
            more: dict[str, Any] = {"numbers": (1, 2)} if command is wire.SetTables else {}
            await live.answer(director, wire.write(command(id=f"c{number}", **more)))
            assert isinstance(director.last, Ack)
        host.close()  # the lid is closed
    clock.now += 13 * MINUTE
    async with hosted(storage, clock) as host, asyncio.timeout(PATIENCE):
        live = await host.find_tournament(live.id)
        while (playing := live.tournament.round) is None or not playing.rang:
            await asyncio.sleep(0.01)
        assert replayed(TournamentLine.parse_all(storage.kept[live.id])) == live.tournament


async def test_a_tap_that_cannot_be_kept_is_refused_and_nothing_has_changed(clock: Time) -> None:
    storage = Full()
    async with hosted(storage, clock) as host:
        live, link = await opened(host, clock_ms=0)
        page = Page()
        live.arrive(page, wire.write(wire.PresentLink(id="1", link=link)))
        storage.room, before = 0, live.tournament
        await live.answer(page, wire.write(wire.SetTables(id="2", numbers=(1, 2))))
        told = page.last
        assert isinstance(told, Rejection)
        assert "keep no more" in told.why
        assert live.tournament is before
        storage.room = 5
        await live.answer(page, wire.write(wire.SetTables(id="2", numbers=(1, 2))))
        assert isinstance(page.last, Ack)
        assert replayed(TournamentLine.parse_all(storage.kept[live.id])) == live.tournament


async def test_a_bell_that_cannot_be_kept_is_told_once_and_rings_later(
    clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_log, "RETRY_AFTER", 0.01)
    storage = Full()
    async with hosted(storage, clock) as host, asyncio.timeout(PATIENCE):
        live, link = await opened(host, clock_ms=12 * MINUTE)
        page = Page()
        live.arrive(page, wire.write(wire.PresentLink(id="1", link=link)))
        for number, command in enumerate((wire.SetTables, wire.SeatRound, wire.StartRound)):
            more: dict[str, Any] = {"numbers": (1, 2)} if command is wire.SetTables else {}
            await live.answer(page, wire.write(command(id=f"c{number}", **more)))
        clock.now += 13 * MINUTE
        storage.room = 0
        live.schedule()
        while page.bye != AGAIN:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert page.heard.count(str(NotKept())) == 1
        storage.room = 5
        while live.tournament.round is None or not live.tournament.round.rang:
            await asyncio.sleep(0.01)
