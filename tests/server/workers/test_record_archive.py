"""Long logs are read a page at a time, and don't block other work."""

from __future__ import annotations

import asyncio
import gc
import time
from itertools import pairwise
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.web import played, served
from uka import rulesets
from uka.server.base.log_reader import PAGE, read_lines
from uka.server.live.context import ServerContext
from uka.server.workers import record_archive as archive
from uka.table import TableLine, TableSettings
from uka.table.commands import people
from uka.table.entries import SettingsChanged
from uka.tournament import TournamentSettings as Day
from uka.tournament.commands import teams
from uka.tournament.entries import DIRECTOR, Roster
from uka.tournament.entries import TournamentLine as EventLine

pytestmark = pytest.mark.server

LENGTH = 40_000
EVENT_LENGTH = 10_000
HELD = 0.1
"""The most CPU seconds of the loop's thread between two turns."""


async def lengthened(context: ServerContext, table: str, seq: int, before: str, most: int = LENGTH) -> None:
    """Append lines that only make a log longer."""
    entry, lines = SettingsChanged(TableSettings()), list[bytes]()
    for number in range(seq, most):
        line = TableLine.after(before, number, 1_000 + number, "ana", entry)
        before = line.hash
        lines.append(line.text)
    await context.store.append(table, seq, lines)


async def opened(context: ServerContext, table: str, length: int = LENGTH) -> None:
    first, lines = people.open_table(rulesets.find("uka"), "ana", "Ana", at=1)
    await context.store.append(table, 0, [line.text for line in lines])
    await lengthened(context, table, first.seq + 1, first.hash, length)


class Turns:
    """Measures the longest turn of the event loop, in CPU time of its thread.

    Objects of earlier tests are not searched for garbage meanwhile: that would count as a long turn.
    """

    async def __aenter__(self) -> Turns:
        gc.collect()
        gc.freeze()
        self.times = list[float]()
        self._task = asyncio.create_task(self._count())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0)
        self._task.cancel()
        gc.unfreeze()

    async def _count(self) -> None:
        while True:
            self.times.append(time.thread_time())
            await asyncio.sleep(0)

    @property
    def longest(self) -> float:
        return max(after - before for before, after in pairwise(self.times))


async def test_loading_a_long_table_blocks_nothing() -> None:
    async with served() as web:
        await opened(web.context, "tab23456")
        async with Turns() as turns:
            live = await web.context.tables.find("tab23456")
        assert live.table.seq == LENGTH - 1
        assert turns.longest < HELD


@pytest.mark.exhaustive
async def test_loading_a_long_tournament_blocks_nothing() -> None:
    async with served() as web:
        t, first = teams.open_tournament("A day of Uka", rulesets.find("tainui"), Day(), at=1)
        lines, before = [first], first.hash
        for number in range(1, EVENT_LENGTH):
            entry = teams.change_settings(t, DIRECTOR, Day())[0]
            lines.append(EventLine.after(before, number, 1_000 + number, DIRECTOR, entry))
            before = lines[-1].hash
        await web.context.store.append("tab2345678", 0, [line.text for line in lines])
        async with Turns() as turns:
            event = await web.context.tournaments.find("tab2345678")
        assert event.tournament.seq == EVENT_LENGTH - 1
        assert turns.longest < HELD
        assert Roster("Toru") not in event.tournament.teams


async def test_many_tables_load_as_fast_as_their_pages_arrive() -> None:
    """As after a restart, when all loads wait for the store's single reader; that wait does not count as work."""
    async with served() as web:
        names = [f"tab234{first}{second}" for first in "23456789" for second in "23456789"]
        for name in names:
            await opened(web.context, name, 20)
        read, pages = web.context.store.read, asyncio.Event()

        async def reading(*about: Any) -> list[bytes]:
            page = await read(*about)
            await pages.wait()
            return page

        web.context.store.read = reading  # type: ignore[method-assign]
        loading = asyncio.gather(*map(web.context.tables.find, names))
        await asyncio.sleep(0.2)
        pages.set()
        assert len(await asyncio.wait_for(loading, PATIENCE)) == len(names)


async def test_a_log_is_read_in_pages_completely() -> None:
    async with served() as web:
        await opened(web.context, "tab23456")
        read, sizes = web.context.store.read, list[int]()

        async def reading(*about: Any) -> list[bytes]:
            sizes.append(len(page := await read(*about)))
            return page

        web.context.store.read = reading  # type: ignore[method-assign]
        lines = [line async for line in read_lines(TableLine, web.context.store, "tab23456")]
        assert [line.seq for line in lines] == list(range(LENGTH))
        assert set(sizes) <= {PAGE, LENGTH % PAGE}


async def test_records_of_a_long_log_made_in_a_process_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LONG", 2_000)
    async with served() as web:
        short = await played(web.context, "tab23456", rulesets.find("uka"))
        long = await played(web.context, "tab23457", rulesets.find("uka"))
        await lengthened(web.context, "tab23457", long.table.seq + 1, long.table.hash, 20_000)
        found, client = web.app.state["services"].archive, await web.guest("Ana")
        (one,) = await found.games("tab23456")
        making = asyncio.create_task(found.games("tab23457"))
        healthy = 0
        while not making.done():
            assert (await client.get("/api/health/ready")).status_code == 200
            healthy += 1
        (other,) = await making
        assert healthy
        assert found._checker._pool is None  # the process has ended and freed its memory
        assert long.table.game is not None
        assert short.table.game is not None
        assert (await other.log()).state.score == long.table.game.score
        assert (await one.log()).state.score == short.table.game.score
        assert await found.games("tab23457") == (other,)


async def test_a_log_in_which_no_game_has_ended_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served() as web:
        await opened(web.context, "tab23456", 50)
        found = web.app.state["services"].archive
        with monkeypatch.context() as patch:
            patch.setattr(archive, "parse", None)
            for _ in range(2):
                assert await found.games("tab23456") == ()
        await played(web.context, "tab23457", rulesets.find("uka"))
        assert len(await found.games("tab23457")) == 1


async def test_few_long_logs_wait_and_others_are_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LONG", 10)
    monkeypatch.setattr(archive, "SHORT", 10)
    async with served() as web:
        tables = [f"tab2345{n}" for n in range(2, 9)]
        for table in tables:
            await played(web.context, table, rulesets.find("uka"), public=True)
        client = await web.guest("Ana")
        answers = await asyncio.gather(*(client.get(f"/api/tables/{table}/records") for table in tables))
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(200) >= 4
        assert {*statuses} == {200, 503}
        refused = next(answer for answer in answers if answer.status_code == 503)
        assert refused.json()["why"].startswith("the records of many long tables are being made")
