"""Servers that share a database may have different clocks: a table or a round moves between them without a leap."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from msgspec.structs import replace

from tests import postgres as pg
from tests.alike import alike
from tests.clock import Clock
from tests.faked_clock import FakedClock
from tests.patience import PATIENCE
from tests.server.child import Child
from tests.server.cluster.test_membership import Processes
from tests.server.cluster.test_replicated_log import server_context, until
from tests.server.live.test_liveness import overdue, started
from tests.server.progress import goes_on
from tests.server.test_faults import AT_ONCE, Company, company
from uka.records import Acted
from uka.table import TableLine
from uka.table.entries import BOT, Phrase

pytestmark = [pytest.mark.server, pytest.mark.postgres]

MOVE = 20
"""Seconds that a person has for a choice."""
LIMITED = replace(AT_ONCE, answer_ms=50, move_ms=1_000 * MOVE, bank_ms=0)


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@asynccontextmanager
async def fleet(folder: Path, dsn: str, *ahead: int) -> AsyncIterator[Processes]:
    """Run a server for each number: the seconds by which its clock is ahead of the database's."""
    servers = [Child(folder, dsn) for _ in ahead]
    async with AsyncExitStack() as stack:
        for server, seconds in zip(servers, ahead, strict=True):
            clock = FakedClock(folder / f"clock-{server.port}")
            clock.shift(seconds)
            server.environment |= clock.environment
            await stack.enter_async_context(server)
        yield await stack.enter_async_context(Processes(servers, Random(), dsn))


def chosen_for_people(lines: tuple[TableLine, ...], table: Company) -> list[TableLine]:
    """Return the choices that a bot made for a person."""
    seats = {at.seat for at in table.there}
    return [line for line in lines if isinstance(line.entry, Acted) and line.entry.seat in seats and line.by == BOT]


@pytest.mark.daily(1)
@alike("ahead", (60, -3_600), (0, 60), (60, 0), (-60, 0), (0, -60), daily=2)
async def test_a_persons_turn_moves_to_a_server_with_another_clock(
    tmp_path: Path, dsn: str, ahead: tuple[int, int]
) -> None:
    """The person keeps the time for the choice, bots answer in time, and the log has the database's time."""
    began = time.time()
    async with (
        asyncio.timeout(PATIENCE),
        fleet(tmp_path, dsn, *ahead) as servers,
        company(servers, "uka", people=1, settings=LIMITED) as table,
    ):
        (first, second), at = servers.servers, table.there[0]
        servers.down(second)
        await at.begin()
        await at.until(lambda: at.my_turn)
        await known_at(second, table)
        since = time.monotonic()
        servers.up(second)
        servers.down(first)
        await first.kill()
        await at.say(Phrase.WOW)  # at the second server, which looks for due timers first
        if time.monotonic() - since < MOVE - 2:  # otherwise this machine is too busy to tell
            assert at.my_turn
        assert at.observation
        await at.act(at.observation.lawful_actions[0])
        await goes_on(table)
        lines = await servers.lines(table)
    assert chosen_for_people(lines, table) == []
    assert all(1_000 * began - 1_000 <= line.at <= 1_000 * time.time() + 1_000 for line in lines)
    assert sorted(line.at for line in lines) == [line.at for line in lines]


async def known_at(server: Child, table: Company) -> None:
    """Load a table at a server too."""
    cookies = dict(table.clients[0]._http.cookies)
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies) as http:
        assert (await http.get(f"/api/tables/{table.table}")).status_code == 200


@pytest.mark.daily(1)
@alike("shift", -3_600, 3_600, -60, 60, daily=2)
async def test_a_bell_rings_in_time_at_a_server_with_another_clock(clock: Clock, dsn: str, shift: int) -> None:
    async with server_context(dsn) as there:
        async with server_context(dsn) as here:
            event, since = await started(here, 8_000), time.monotonic()
            await until(lambda: event.driving)
            clock.shift(shift)
            other = await there.tournaments.find(event.id)
        await until(lambda: other.driving)
        if time.monotonic() - since < 7:
            assert other.tournament.round
            assert not other.tournament.round.rang
        await until(lambda: other.tournament.round and other.tournament.round.rang)
        assert time.monotonic() - since > 7
        assert other.tournament.at == event.tournament.at + 8_000
        assert overdue(there) == 0


@pytest.mark.exhaustive
async def test_a_stopped_server_takes_no_time_from_a_person(tmp_path: Path) -> None:
    """Its process, or the machine that it runs on as a guest, was stopped: its monotonic clock has gone on."""
    async with (
        asyncio.timeout(PATIENCE),
        Child(tmp_path) as server,
        company(server, "uka", people=1, settings=replace(LIMITED, move_ms=12_000)) as table,
    ):
        at = table.there[0]
        await at.begin()
        await at.until(lambda: at.my_turn)
        version = at.version
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(14)
        server.signal(signal.SIGCONT)
        await asyncio.sleep(2)
        assert (at.version, at.my_turn) == (version, True)
        assert at.observation
        await at.act(at.observation.lawful_actions[0])
        await goes_on(table)
        metrics = httpx.get(f"{server.url}/metrics").text
    assert "uka_overdue_total 0.0" in metrics
    assert "this process was suspended" in server.said
