"""Tables where only bots play go at a human pace, and those where nobody is connected are paused."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from tests import postgres as pg
from tests.server.cluster.test_replicated_log import Ear, server_context
from tests.server.progress import goes_on
from tests.server.web import served
from uka import rulesets
from uka.hosting.ids import TOURNAMENT_HOST
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.table import TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.table.entries import ConnectionLost, TablePaused
from uka.wire.http_bodies import Guest

from .test_liveness import ANA, Seen, Spectator, begun, until

pytestmark = pytest.mark.server

AT_ONCE = TableSettings(bots="novice", answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0)


async def unattended(context: ServerContext, host: Guest = ANA, *, seated: bool = True) -> LiveTable:
    """Open a table and begin a game over HTTP, without a connection to it."""
    live = await context.tables.open(rulesets.find("uka"), host, AT_ONCE)
    if seated:
        await live.do(lambda table: people.sit(table, host.player, table.rules.seats[0]), host.player)
    await live.do(lambda table: gameplay.begin_game(table, host.player, live.packs.batch(table)), host.player)
    return live


async def test_a_table_of_bots_plays_at_a_human_pace() -> None:
    """The settings do not matter; lines of one append count as one."""
    async with served(bots_pace=0.2) as web:
        table = await begun(web.context, AT_ONCE)
        await until(lambda: table.live.table.stage is TableStage.PLAYING)
        await asyncio.sleep(2)
        times = sorted({line.at for line in await table.live.lines()})
        assert all(after - before >= 200 for before, after in pairwise(times[1:]))


async def test_with_a_person_bots_play_at_the_tables_pace() -> None:
    async with served(bots_pace=3_600) as web:
        live = await web.context.tables.open(rulesets.find("uka"), ANA, AT_ONCE)
        live.arrive(Spectator("ana"))
        await live.do(lambda table: people.sit(table, "ana", table.rules.seats[0]), "ana")
        await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
        await until(lambda: live.table.stage is TableStage.PLAYING)
        await until(lambda: live.table.turn is live.table.rules.seats[0])


@pytest.mark.daily(1)
@pytest.mark.parametrize("seated", [True, False])
async def test_a_game_without_clients_is_paused_until_one_connects(seated: bool) -> None:
    async with served(absent_after=0.5, bots_pace=0.05) as web:
        live = await unattended(web.context, seated=seated)
        await until(lambda: live.table.paused is not None)
        assert live.resting
        version = live.table.seq
        await asyncio.sleep(0.5)
        assert live.table.seq == version
        live.arrive(Spectator("ana"))
        await live.mark_connected("ana")
        assert live.table.paused is None
        await goes_on(Seen(live))


async def test_a_game_paused_by_the_host_stays_paused_when_a_client_connects() -> None:
    async with served(absent_after=0.5) as web:
        live = await unattended(web.context, seated=False)
        await live.do(lambda table: people.pause(table, "ana"), "ana")
        await asyncio.sleep(1)
        live.arrive(Spectator("ana"))
        await live.mark_connected("ana")
        assert live.table.paused is not None


async def test_a_tournaments_table_is_played_without_clients() -> None:
    async with served(absent_after=0.1) as web:
        live = await unattended(web.context, Guest(f"{TOURNAMENT_HOST}day", "A day of Uka"), seated=False)
        await until(lambda: live.table.stage is TableStage.PLAYING)
        await asyncio.sleep(0.5)
        await goes_on(Seen(live))


@pytest.mark.postgres
async def test_a_table_with_a_client_of_another_process_goes_on() -> None:
    """A process pauses the table that it drives if it has no clients; the process that has one resumes it."""
    with pg.postgres() as dsn:
        quick: dict[str, Any] = {"absent_after": 0.5}
        async with server_context(dsn, **quick) as here, server_context(dsn, **quick) as there:
            live = await here.tables.open(rulesets.find("uka"), ANA, replace(AT_ONCE, answer_ms=100))
            other = await there.tables.find(live.id)
            other.arrive(Ear("ana"))
            await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
            await until(lambda: live.table.stage is TableStage.PLAYING)
            await asyncio.sleep(3)
            for _ in range(3):
                await goes_on(Seen(other))
            paused = [line for line in await live.lines() if isinstance(line.entry, TablePaused | ConnectionLost)]
            assert len(paused) <= 1, "it is asked once"
