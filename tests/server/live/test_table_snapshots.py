"""Long tables are opened again from their snapshots; a snapshot that does not fit the log is not used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from tests.server.web import played, served
from uka import rulesets
from uka.server.live import table_snapshots
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.server.live.table_snapshots import store_snapshot, stored_snapshot
from uka.store import SqliteStore
from uka.table import Table, replayed
from uka.table.commands import gameplay
from uka.table.entries import GameBegan

from .test_damaged_logs import damage

pytestmark = pytest.mark.server

NAME = "tab23456"
KEY = f"table/{NAME}/snapshot"


async def begins(live: LiveTable) -> None:
    """Begin a game, and wait until what follows from that in the background is done."""
    await live.do(lambda table: gameplay.begin_game(table, table.host, bytes(32 * 16)), live.table.host)
    while live.busy:
        await asyncio.sleep(0)


@asynccontextmanager
async def begun_again(monkeypatch: pytest.MonkeyPatch, apart: int = 1) -> AsyncIterator[tuple[ServerContext, Table]]:
    """Yield a server and the state of a table in its store, at which a second game began. It is not in memory."""
    monkeypatch.setattr(table_snapshots, "LINES_APART", apart)
    async with served() as web:
        await played(web.context, NAME, rulesets.find("uka"))
        live = await web.context.tables.find(NAME)
        await begins(live)
        web.context.tables.unload(live)
        yield web.context, replayed(await live.lines())


async def read_from(context: ServerContext, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Table]:
    """Open the table, and return the number of the first line that was read for it, and its state."""
    starts = list[int]()
    read = SqliteStore.read

    async def noted(self: SqliteStore, table: str, start: int = 0, most: int | None = None) -> list[bytes]:
        if most != 1:
            starts.append(start)
        return await read(self, table, start, most)

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "read", noted)
        found = await context.tables._rebuild(NAME)
    return starts[0], found.table


async def test_a_table_is_opened_from_its_last_game_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun_again(monkeypatch) as (context, table):
        snapshot = await stored_snapshot(context.store, NAME)
        assert snapshot is not None
        assert await read_from(context, monkeypatch) == (snapshot.seq + 1, table)
        assert 0 < snapshot.seq < table.seq
        live = await context.tables.find(NAME)
        assert live.snapshot_seq == snapshot.seq
        assert live.table.seq >= table.seq


async def test_lines_before_the_snapshot_are_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun_again(monkeypatch) as (context, table):
        damage(context, NAME, 2)
        assert (await read_from(context, monkeypatch))[1] == table


async def test_a_short_log_has_no_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun_again(monkeypatch, apart=100_000) as (context, table):
        assert await context.store.get(KEY) is None
        assert await read_from(context, monkeypatch) == (0, table)


@pytest.mark.daily(2)
@pytest.mark.parametrize("change", [{"hash": "0" * 32}, {"seq": 3}, {"seq": 10**6}, {"seq": -1}, {"at": "now"}])
async def test_a_snapshot_that_does_not_fit_the_log_is_not_used(
    change: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with begun_again(monkeypatch) as (context, table):
        right = await context.store.get(KEY) or b""
        held = msgspec.json.decode(right)
        held["fields"].update(change)
        assert await context.store.put(KEY, msgspec.json.encode(held), expected=right)
        assert await read_from(context, monkeypatch) == (0, table)


async def test_a_later_snapshot_replaces_an_earlier_one() -> None:
    async with served() as web:
        store = web.context.store
        driver = await played(web.context, NAME, rulesets.find("uka"))
        driver.begin()
        await store.append(NAME, len(await store.read(NAME)), [step.line.text for step in driver.steps[-2:]])
        one, two = [step.table for step in driver.steps if isinstance(step.line.entry, GameBegan)]
        for table in (one, two):
            await store_snapshot(store, NAME, table)
            assert await stored_snapshot(store, NAME) == table
        await asyncio.gather(*(store_snapshot(store, NAME, table) for table in (one, two)))
        assert await stored_snapshot(store, NAME) in (one, two)
