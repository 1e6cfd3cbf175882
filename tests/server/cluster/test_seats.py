"""A person who waits for a bot's seat gets it after the deal; if they have left by then, they count as disconnected."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.server.cluster.test_replicated_log import AT_ONCE, Ear, until
from tests.server.web import ONE_WORKER
from uka import rulesets
from uka.core.seats import Seat
from uka.server.base.options import ServerOptions
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.store import SqliteStore
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server


async def in_mid_deal(context: ServerContext) -> LiveTable:
    """Open a table at which Ana has the turn, and Eve waits for the seat south."""
    live = await context.tables.open(rulesets.find("uka"), Guest("ana", "Ana"), AT_ONCE)
    await live.do(lambda t: people.sit(t, "ana", Seat.NORTH), "ana")
    live.arrive(Ear("ana"))
    await live.do(lambda t: people.join(t, "eve", "Eve"), "eve")
    await live.do(lambda t: gameplay.begin_game(t, "ana", b"\1" * 320), "ana")
    await until(lambda: live.table.turn is Seat.NORTH)
    await live.do(lambda t: people.sit(t, "eve", Seat.SOUTH), "eve")
    return live


async def play_on(live: LiveTable) -> None:
    """Play Ana's choices until the next deal."""
    number = live.table.number
    while live.table.number == number:
        table = live.table
        seen = table.observe(Seat.NORTH)
        if table.turn is Seat.NORTH and seen is not None:
            await live.do(lambda t, a=seen.legal_actions[-1]: gameplay.submit_action(t, "ana", a, t.seq), "ana")  # type: ignore[misc]
        await asyncio.sleep(0.01)


async def is_lost_or_not(context: ServerContext, *, there: bool) -> None:
    live, eve = await in_mid_deal(context), Ear("eve")
    live.arrive(eve)
    if not there:
        live.depart(eve)
    async with asyncio.timeout(PATIENCE):
        await play_on(live)
    assert live.table.seat_of("eve") is Seat.SOUTH
    await until(lambda: (live.table.chair(Seat.SOUTH).lost is None) is there)


async def test_a_person_who_leaves_before_getting_a_seat_counts_as_disconnected(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        context = await ServerContext.start(store, ServerOptions(**ONE_WORKER))
        try:
            await asyncio.gather(is_lost_or_not(context, there=True), is_lost_or_not(context, there=False))
        finally:
            await context.close()
