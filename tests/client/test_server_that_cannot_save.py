"""A client whose server cannot save says so after its patience, whatever it waits for, and does not wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.client.fake import AT_ONCE
from tests.server.web import Web, listening, served
from uka.bots import bot
from uka.client import Client, CommandRefused, ServerNotReady, ServerUnreachable, TableSession
from uka.client.bot_moves import next_move
from uka.core.seats import Seat
from uka.server.http import health
from uka.store import StoreUnavailable
from uka.table import TableStage

pytestmark = pytest.mark.server

CLIENT_PATIENCE = 0.5
SLOWLY = replace(AT_ONCE, trick_ms=200, rest_ms=50)
RANDOM = bot("random")


@asynccontextmanager
async def table(patience: float = CLIENT_PATIENCE, seat: Seat = Seat.SOUTH) -> AsyncIterator[tuple[Web, TableSession]]:
    """Yield a server, and a person in a game with three bots."""
    async with served() as web, listening(web) as url, Client(url, "Ana", patience=patience, timeout=60) as ana:
        ticket = await ana.open("cardgames", settings=SLOWLY, seat=seat, begin=True)
        async with asyncio.timeout(60), ana.attend(ticket.table) as at:
            yield web, at


def ail(web: Web, monkeypatch: pytest.MonkeyPatch, until: asyncio.Event | None = None) -> None:
    """Let the store refuse all writes, or hang until an event."""

    async def ails(*_: Any, **__: Any) -> None:
        if until is not None:
            await until.wait()
        raise StoreUnavailable("the store's disk is full")

    monkeypatch.setattr(web.context.store, "append", ails)
    monkeypatch.setattr(web.context.store, "probe", ails)


async def heard(at: TableSession) -> None:
    async for _ in at:
        pass


async def test_a_bot_whose_moves_are_not_saved_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as (web, at):
        await at.until(lambda: at.my_turn)
        ail(web, monkeypatch)
        with pytest.raises(CommandRefused, match="the store's disk is full"):
            await at.play(RANDOM, Random(1))


async def never(at: TableSession) -> None:
    await at.until(lambda: False)


async def played(at: TableSession) -> None:
    await at.play(RANDOM, Random(1))


@pytest.mark.daily(1)
@pytest.mark.parametrize("waits", [never, heard, played])
async def test_who_waits_for_others_is_told_that_nothing_can_be_saved(
    monkeypatch: pytest.MonkeyPatch, waits: Callable[[TableSession], Any]
) -> None:
    async with table() as (web, at):
        while at.scene.stage is not TableStage.PLAYING or at.my_turn:  # the first call may be this seat's
            if move := next_move(at, RANDOM, Random(1)):
                await move
            else:
                await at.until(lambda version=at.version: at.version != version)
        ail(web, monkeypatch)
        with pytest.raises((ServerNotReady, CommandRefused), match="the store's disk is full"):
            await waits(at)
        assert at.connected
        monkeypatch.undo()
        await at.until(lambda: at.my_turn)  # the session goes on as soon as the server does


async def test_a_command_without_an_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as (web, at):
        monkeypatch.setattr(health, "PROBE_TIMEOUT", 0.1)
        ail(web, monkeypatch, well := asyncio.Event())
        with pytest.raises(ServerUnreachable, match="the game can't go on: the store does not answer"):
            await at.bot(Seat.NORTH, "novice")
        monkeypatch.undo()
        well.set()


async def test_a_short_trouble_is_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(patience=30) as (web, at):
        await at.until(lambda: at.my_turn)
        ail(web, monkeypatch)
        playing = asyncio.create_task(at.play(RANDOM, Random(1)))
        await asyncio.sleep(1)
        assert not playing.done()
        monkeypatch.undo()
        await playing
        assert at.scene.stage is TableStage.OVER


async def test_a_quiet_table_of_a_sound_server_is_waited_for() -> None:
    async with table(patience=0.1) as (_, at):
        await at.pause()
        waiting = asyncio.create_task(at.until(lambda: not at.scene.paused))
        await asyncio.sleep(1)
        assert not waiting.done()
        await at.resume()
        await waiting


async def test_the_health_of_a_server_tells_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as (web, at):
        client = at.client
        assert (await client.health()).why == ""
        ail(web, monkeypatch)
        told = await client.health()
        assert (told.ready, told.why) == (False, "the store's disk is full")
