"""Quick games on real servers: people who want the same rules meet at one table, and nobody waits too long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.cluster.test_replicated_log import server_context
from tests.server.web import Web, served
from uka import rulesets
from uka.server.base.clock import awake
from uka.server.cluster import membership
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.store import SqliteStore
from uka.table import TableStage, parse, quick_timers
from uka.table.commands import quick
from uka.table.entries import GameBegan, TableOpened
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

RULES = rulesets.find("cardgames")
PLAIN = {"rules": "cardgames"}


class There:
    """A client at a table."""

    def __init__(self, player: str) -> None:
        self.player, self.address, self.heard = player, "192.0.2.1", awake() + 1e6
        self.bye, self.gone = 0, False

    def push(self, text: str) -> None:
        pass

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        self.bye = code


async def arrives(live: LiveTable, player: str) -> There:
    client = There(player)
    live.arrive(client)
    await live.mark_connected(player)
    return client


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def asks(web: Web, name: str, host: int = 1, **form: Any) -> httpx.Response:
    """Let a new guest ask for a quick game, from the address of a certain host."""
    guest = await web.guest(name)
    guest._transport.client = (f"192.0.2.{host}", 123)  # type: ignore[attr-defined]
    return await guest.post("/api/quick", json=PLAIN | form)


def guests(count: int) -> list[Guest]:
    return [Guest(f"guest{number}", f"Guest {number}") for number in range(count)]


def people_at(live: LiveTable) -> set[str]:
    return {chair.player for chair in live.table.chairs if chair.player}


async def test_four_people_who_want_the_same_rules_meet_and_begin_at_once() -> None:
    async with served() as web:
        answers = await asyncio.gather(*(asks(web, name, n) for n, name in enumerate(("Ana", "Ben", "Caro", "Dan"))))
        assert [answer.status_code for answer in answers] == [200] * 4
        (table,) = {answer.json()["table"] for answer in answers}
        live = web.context.tables.get(table)
        assert live
        assert not live.table.playing, "they are not connected yet"
        for player in people_at(live):
            await arrives(live, player)
        await until(lambda: live.table.playing)
        assert live.table.at < live.table.quick_at
        later = (await asks(web, "Eve")).json()["table"]
        assert later != table


async def test_people_who_never_connect_begin_no_game_and_keep_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three requests without a connection once began a stranger's game and held it for 13 seconds."""
    monkeypatch.setattr(quick, "WAIT_MS", 4_000)
    async with served(bots_pace=0.5) as web:
        found = (await asks(web, "Ana", 1)).json()
        live = web.context.tables.get(found["table"])
        assert live
        ana = live.table.acting_host
        await arrives(live, ana)
        ghosts = [await asks(web, f"Ghost {n}", n) for n in (2, 3, 4)]
        assert {ghost.json()["table"] for ghost in ghosts} == {live.id}
        assert len(people_at(live)) == 4
        await until(lambda: live.table.playing, 7)
        began = next(line for line in await live.lines() if isinstance(line.entry, GameBegan))
        assert 0 <= began.at - found["begins"] < 1_000
        assert people_at(live) == {ana}
        assert web.context.metrics.overdue._value.get() == 0


async def test_people_who_never_connect_leave_by_an_ordinary_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_timers, "LOST_MS", 500)
    async with served() as web:
        answers = [await asks(web, f"Ghost {n}", n) for n in range(4)]
        (table,) = {answer.json()["table"] for answer in answers}
        live = web.context.tables.get(table)
        assert live
        await until(lambda: not people_at(live), 10)
        assert live.table.stage is TableStage.SEATING
        assert live.due_at is None
        assert web.context.metrics.overdue._value.get() == 0
        assert (await asks(web, "Ana", 9)).json()["table"] != table


@pytest.mark.daily(1)
@pytest.mark.parametrize("loaded", [False, True])
async def test_one_person_who_never_connects_leaves_by_an_ordinary_timer(
    monkeypatch: pytest.MonkeyPatch, *, loaded: bool
) -> None:
    """Nothing else happens at the table, so nothing else sets its timer: the watchdog had to."""
    monkeypatch.setattr(quick_timers, "LOST_MS", 3_000)
    async with served() as web:
        table = (await asks(web, "Ghost")).json()["table"]
        live = web.context.tables.get(table)
        assert live
        if loaded:
            web.context.tables.unload(live)
            live = await web.context.tables.find(table)
        await until(lambda: not people_at(live), 10)
        assert web.context.metrics.overdue._value.get() == 0


async def test_an_address_has_a_share_of_the_seats_until_its_people_are_connected() -> None:
    async with served() as web:
        table = (await asks(web, "Ana")).json()["table"]
        live = web.context.tables.get(table)
        assert live
        assert (await asks(web, "Ben")).status_code == 200
        refused = await asks(web, "Caro")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert "others from your address" in refused.json()["why"]
        assert (await asks(web, "Dan", 2)).json()["table"] == table  # another address
        await arrives(live, live.table.acting_host)
        assert (await asks(web, "Eve")).json()["table"] == table  # a family meets at one table
        assert len(people_at(live)) == 4


async def test_other_rules_have_tables_of_their_own() -> None:
    async with served() as web:
        forms = [PLAIN, PLAIN | {"changes": {"target": 7}}, PLAIN | {"changes": {"no_trump": True}}, {"rules": "knock"}]
        asked = [*forms, *reversed(forms)]
        answers = [(await asks(web, f"Ana {n}", 1, **form)).json()["table"] for n, form in enumerate(asked)]
        assert len({*answers}) == 4
        assert answers[:4] == list(reversed(answers[4:]))


async def test_a_second_press_keeps_the_seat() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        first, second = [(await ana.post("/api/quick", json=PLAIN)).json() for _ in range(2)]
        assert first == second


async def test_bots_fill_the_table_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "WAIT_MS", 500)
    monkeypatch.setattr(quick, "ARRIVE_MS", 0)
    async with served() as web:
        found = (await asks(web, "Ana", bots="novice")).json()
        live = web.context.tables.get(found["table"])
        assert live
        await arrives(live, live.table.acting_host)
        await until(lambda: live.table.playing)
        began = next(line for line in await live.lines() if isinstance(line.entry, GameBegan))
        assert 0 <= began.at - found["begins"] < 1_000
        assert [chair.bot for chair in live.table.chairs if not chair.player] == ["novice"] * 3


async def test_who_is_here_is_told() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        assert (await ana.get("/api/quick")).json() == {"online": 1, "waiting": []}
        found = (await ana.post("/api/quick", json=PLAIN)).json()
        live = web.context.tables.get(found["table"])
        assert live
        await arrives(live, live.table.acting_host)
        web.context.lobby._reused_until = web.context.presence._until = 0  # counts are reused for a while
        told = (await (await web.guest("Ben")).get("/api/quick")).json()
        (line,) = (await ana.get("/api/lobby")).json()
        waits = {"rules": "cardgames", "title": RULES.title, "people": 1, "begins": found["begins"]}
        assert told == {"online": 2, "waiting": [waits]}
        assert (line["host"], line["begins"]) == ("Ana", found["begins"])


async def test_a_guest_may_not_ask_without_limit() -> None:
    async with served(quick_games_a_guest=(0.01, 3)) as web:
        ana = await web.guest("Ana")
        codes = [(await ana.post("/api/quick", json=PLAIN)).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        assert (await web.client().post("/api/quick", json=PLAIN)).status_code == 401
    async with served(open_tables_a_guest=1) as web:
        ana = await web.guest("Ana")
        assert (await ana.post("/api/quick", json=PLAIN)).status_code == 200
        assert (await ana.post("/api/quick", json={"rules": "knock"})).status_code == 429


async def test_impossible_games_are_refused() -> None:
    async with served() as web:
        forms = ({"rules": "nobody"}, {"changes": {"target": -1}}, {"bots": "nobody"})
        assert [(await asks(web, "Ana", 1, **form)).status_code for form in forms] == [400, 400, 409]
        assert not web.context.tables.all


# Several processes


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@asynccontextmanager
async def two(dsn: str) -> AsyncIterator[tuple[ServerContext, ServerContext]]:
    async with server_context(dsn) as here, server_context(dsn) as there:
        yield here, there


@pytest.mark.postgres
async def test_people_who_ask_different_servers_at_once_meet(dsn: str) -> None:
    async with two(dsn) as contexts:
        for number, rules in enumerate((RULES, rulesets.find("knock"), RULES)):
            four = [Guest(f"g{number}{guest.player}", guest.name) for guest in guests(4)]
            seats = (contexts[n % 2].quick_games.seat(rules, None, g, f"192.0.2.{n}") for n, g in enumerate(four))
            tables = await asyncio.gather(*seats)
            (id,) = {live.id for live in tables}
            assert people_at(await contexts[0].tables.find(id)) == {guest.player for guest in four}
            for live, guest in zip(tables, four, strict=True):
                await arrives(live, guest.player)
            await until(lambda live=tables[0]: live.table.playing)


@pytest.mark.postgres
async def test_a_quick_game_begins_although_its_server_dies(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "WAIT_MS", 6_000)
    async with server_context(dsn) as there, server_context(dsn) as here:
        ana, ben = guests(2)
        live = await here.quick_games.seat(RULES, "novice", ana, "192.0.2.1")
        await arrives(live, ana.player)
        await here.quick_games.seat(RULES, "novice", ben, "192.0.2.1")
        await until(lambda: live.driving)
        assert here.cluster
        assert here.cluster._task
        here.cluster._task.cancel()  # no heartbeat comes any more
        live.drive(False)
        live._driver.stop()
        await until(lambda: there.tables.get(live.id))
        found = there.tables.get(live.id)
        assert found
        await until(lambda: all(chair.lost for chair in found.table.chairs if chair.player))
        await arrives(found, ana.player)
        await until(lambda: found.table.playing)
        assert found.table.seat_of(ana.player)
        begins = found.table.quick_at
        began = next(line.at for line in await found.lines() if isinstance(line.entry, GameBegan))
        assert began - begins < 1_000 + 1_000 * (membership.ALIVE + membership.ADOPT)


async def test_the_log_says_all(tmp_path: Any) -> None:
    async with served(path=tmp_path / "uka.db") as web:
        found = (await asks(web, "Ana")).json()
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        lines = parse(await store.read(found["table"]))
    assert isinstance(lines[0].entry, TableOpened)
    assert lines[0].entry.quick_ms == quick.WAIT_MS
    async with served(path=tmp_path / "uka.db") as web:  # after a restart nobody is connected yet
        live = await web.context.tables.find(found["table"])
        assert live.table.stage is TableStage.SEATING
        assert [chair.lost is not None for chair in live.table.chairs if chair.player] == [True]
