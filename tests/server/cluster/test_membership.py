"""Several servers over one database: any of them serves any client, and play goes on when one ends.

``UKA_FLEET_GAMES`` sets a higher number of games, ``UKA_FLEET_AWAY`` a longer outage of database or notifications.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from random import Random

import httpx
import pytest
from msgspec.structs import replace

from tests import postgres as pg
from tests.alike import alike
from tests.patience import PATIENCE
from tests.server.balancer import Balancer
from tests.server.child import NOTIFICATIONS, Child
from tests.server.progress import goes_on
from tests.server.test_faults import AT_ONCE, RULES, Company, checked, company, until_refused
from uka.store.postgres import PostgresStore
from uka.table import TableLine, TableStage, parse
from uka.table.entries import ConnectionLost, GameEnded, TablePaused
from uka.wire import table_commands

pytestmark = [pytest.mark.server, pytest.mark.postgres]

GAMES = int(os.environ.get("UKA_FLEET_GAMES", "2"))
AWAY = float(os.environ.get("UKA_FLEET_AWAY", "3"))
"""Seconds of an outage."""
SEATED = ((4, AT_ONCE), (2, AT_ONCE), (1, AT_ONCE), (2, replace(AT_ONCE, answer_ms=200, trick_ms=100)))
"""Numbers of people, with the settings of their table; bots have the other seats."""
KNOWN = ("[warning", "resource_tracker", "warnings.warn(")
LONGEST = 240 + 3 * GAMES
PAUSE = 3_000 if GAMES > 4 else 30_000
"""The longest pause in play, in milliseconds; in the suite it is generous, and ``make prove`` measures it."""


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


class Processes(Balancer):
    """Several servers behind a load balancer."""

    def __init__(self, servers: Sequence[Child], random: Random, dsn: str) -> None:
        super().__init__(servers, random)
        self.servers, self.random, self.dsn = servers, random, dsn

    @property
    def said(self) -> str:
        """What the servers wrote to stderr, without warnings and Python's messages about killed processes."""
        lines = [line for server in self.servers for line in server.said.splitlines()]
        return "\n".join(line for line in lines if not any(known in line for known in KNOWN))

    async def lines(self, table: Company) -> tuple[TableLine, ...]:
        async with await PostgresStore.open(self.dsn) as store:
            return parse(await store.read(table.table))


@asynccontextmanager
async def processes(count: int, folder: Path, dsn: str, random: Random, **environment: str) -> AsyncIterator[Processes]:
    servers = [Child(folder, dsn) for _ in range(count)]
    async with AsyncExitStack() as stack:
        for server in servers:  # all at once
            server.environment |= environment
            await server.start()
            stack.push_async_exit(server)
        for server in servers:
            await server.ready()
        yield await stack.enter_async_context(Processes(servers, random, dsn))


def pauses(lines: Sequence[TableLine]) -> int:
    """Return the longest time between two lines of a game, in milliseconds."""
    return max(after.at - before.at for before, after in pairwise(game(lines)))


def game(lines: Sequence[TableLine]) -> Sequence[TableLine]:
    """Return the lines up to the end of the game, after which people leave."""
    return lines[: next(line.seq for line in lines if isinstance(line.entry, GameEnded)) + 1]


async def all_checked(fleet: Processes, companies: Sequence[Company]) -> Counter[str]:
    found = Counter[str]()
    for table in companies:
        lines = await fleet.lines(table)
        found.update(checked(lines, table))
        found["longest pause, ms"] = max(found["longest pause, ms"], pauses(lines))
    assert found["lost"] == found["twice"] == 0
    assert fleet.said == ""
    return found


@pytest.mark.exhaustive
async def test_people_of_one_table_are_connected_to_different_servers(tmp_path: Path, dsn: str) -> None:
    """Four people play a game to its end, each through a random server."""
    async with (
        asyncio.timeout(LONGEST),
        processes(2, tmp_path, dsn, Random()) as fleet,
        company(fleet, "uka") as table,
    ):
        await table.play()
        print(await all_checked(fleet, [table]))


@pytest.mark.exhaustive
async def test_servers_killed_at_random_moments(tmp_path: Path, dsn: str) -> None:
    """The other servers go on: each acknowledged action is in the log once and in order, and no bot acts twice."""
    random, companies, kills, long = Random(), list[Company](), 0, GAMES > 4
    async with asyncio.timeout(LONGEST), processes(3, tmp_path, dsn, random) as fleet:

        async def games() -> None:
            while len(companies) < GAMES:
                people, settings = random.choice(SEATED)
                async with company(fleet, random.choice(RULES), people=people, settings=settings) as table:
                    companies.append(table)
                    await table.play()

        tables = asyncio.gather(*(games() for _ in range(8 if long else GAMES)))
        while not tables.done():
            await asyncio.sleep(random.uniform(1, 3))
            server = random.choice(fleet.servers)
            await server.kill()
            kills += 1
            await asyncio.sleep(random.uniform(0, 3))
            await server.start()
            await server.ready()
            await goes_on(*companies)
        await tables
        found = await all_checked(fleet, companies)
        print(f"\nkilled: {dict(found, kills=kills)}")
        assert found["longest pause, ms"] <= PAUSE


@pytest.mark.exhaustive
async def test_a_suspended_server_writes_nothing_stale(tmp_path: Path, dsn: str) -> None:
    """Another server drives the table meanwhile; the suspended one catches up, and marks nobody as disconnected."""
    random = Random()
    async with (
        asyncio.timeout(LONGEST),
        processes(2, tmp_path, dsn, random) as fleet,
        company(fleet, "uka", target=100) as table,
        asyncio.TaskGroup() as group,
    ):
        sleeper = random.choice(fleet.servers)
        group.create_task(table.play())
        await played_on(table, 20)
        sleeper.signal(signal.SIGSTOP)
        fleet.down(sleeper)
        await played_on(table, 60)
        await asyncio.sleep(6)  # long enough that the others consider it dead and its clients disconnected
        woken = max(at.version for at in table.there)
        sleeper.signal(signal.SIGCONT)
        await goes_on(table)
        await asyncio.sleep(2)
        fleet.up(sleeper)
    lines = game(await fleet.lines(table))
    print(await all_checked(fleet, [table]))
    assert len(lines) > woken + 10, "it went on after that"
    assert not [line for line in lines[woken + 1 :] if isinstance(line.entry, ConnectionLost | TablePaused)]


@pytest.mark.exhaustive
@alike("gone", "database", "notifications", "notifications hang")
async def test_an_outage_of_the_database_or_of_the_notifications(tmp_path: Path, dsn: str, gone: str) -> None:
    """Changes are refused with a sentence while the database is gone; afterwards play goes on by itself.

    While only the notifications are gone, it goes on, a little slower.
    """
    database, network = pg.server(), Balancer([pg.server()], Random())
    causes = {
        "database": (database.kill, database.start),
        "notifications": (lambda: network.down(database), lambda: network.up(database)),
        "notifications hang": (network.pause, network.resume),
    }
    begin, end = causes[gone]
    async with (
        asyncio.timeout(LONGEST),
        network,
        processes(2, tmp_path, dsn, Random(), **{NOTIFICATIONS: database.dsn_at(network.port, dsn)}) as fleet,
        company(fleet, "uka", target=40) as table,
        asyncio.TaskGroup() as group,
    ):
        playing = group.create_task(table.play())
        await played_on(table, 20)
        begin()
        try:
            if gone == "database":
                no = await until_refused(table.there[0], table_commands.ChangeSettings(settings=AT_ONCE, id="again"))
                assert no.again
                assert "the database can't be reached just now" in str(no) or "try again" in str(no)
                assert not playing.done()
                await asyncio.sleep(AWAY)
            else:
                await asyncio.gather(*(until_notified(server, False) for server in fleet.servers))
                await played_on(table, 20)
        finally:
            end()
        await asyncio.gather(*(until_notified(server) for server in fleet.servers))
        await goes_on(table)
        if not playing.done():
            await played_on(table, 20)
    found = await all_checked(fleet, [table])
    print(gone, found)


async def until_notified(server: Child, notified: bool = True) -> None:
    """Wait until a server's notifications arrive, or no longer arrive."""
    told = f"uka_notifications_connected {float(notified)}"
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
        while told not in (await http.get(f"{server.url}/metrics")).text:
            await asyncio.sleep(0.05)


async def played_on(table: Company, lines: int) -> None:
    """Wait until a table has some more lines, or its game is over."""
    at = table.there[0]
    end = at.version + lines
    await at.until(lambda: at.version >= end or at.scene.stage is TableStage.OVER)


async def test_a_rolling_restart_shows_nobody_an_error(tmp_path: Path, dsn: str) -> None:
    """Servers are restarted one after another under load; clients only reconnect to another one."""
    random, companies, restarts = Random(), list[Company](), 0
    async with asyncio.timeout(LONGEST), processes(2, tmp_path, dsn, random) as fleet:

        async def games() -> None:
            while restarts < len(fleet.servers):
                async with company(fleet, random.choice(RULES)) as table:
                    companies.append(table)
                    await table.play()

        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(games())
            await asyncio.sleep(2)
            for server in fleet.servers:
                server.signal(signal.SIGTERM)
                assert await server.ended() == 0
                await server.start()
                await server.ready()
                restarts += 1
                await goes_on(*companies)
                await asyncio.sleep(1)
        found = await all_checked(fleet, companies)
        print(f"\nrestarted: {dict(found, restarts=restarts)}")
        assert found["longest pause, ms"] <= PAUSE
