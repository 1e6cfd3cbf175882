"""A rude client can't disturb a tournament: each bad message is refused with one sentence, and the round goes on."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.core.seats import Seat
from uka.tournament import Role
from uka.tournament.entries import DealMisdealt, FirstDealerSet
from uka.wire import socket_updates, tournament_commands
from uka.wire.message_reader import InvalidMessage

from .rude import INSIDES
from .rude_visitor import KINDS, Visitor, heard, message, turned_away
from .test_rude import values
from .test_tournaments import Attending, TournamentServer, run, tournament_server

pytestmark = pytest.mark.server

MESSAGES = int(os.environ.get("UKA_RUDE_VISITOR", "3000"))
FIELDS = ("type", "id", "table", "team", "tap", "points", "settings", "roster", "numbers", "role", "seat")


@given(st.dictionaries(st.sampled_from(FIELDS), values | st.sampled_from(("tap", "greeting", "m1")), max_size=6))
def test_any_object_is_a_tournament_command_or_is_refused_with_one_sentence(fields: dict[str, Any]) -> None:
    try:
        tournament_commands.read(tournament_commands._encode(fields))
    except InvalidMessage as error:
        why = str(error)
    else:
        return
    assert len(why.splitlines()) == 1
    assert not INSIDES.search(why)


@asynccontextmanager
async def beside(
    caplog: pytest.LogCaptureFixture, **options: Any
) -> AsyncIterator[tuple[TournamentServer, Attending, Visitor]]:
    """Run a round with a rude client: the official's taps are done and sent to everybody, and no error is logged."""
    async with tournament_server(**{"messages": 1e6, "message_burst": 1e6} | options) as server:
        director = await server.open()
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        official = await server.come(server.links(director, Role.OFFICIAL)[2])
        await official.do(tournament_commands.EnterTap, tap=FirstDealerSet(2, Seat.SOUTH))
        event = server.context.tournaments.all[0]
        address = f"{server.at.replace('http', 'ws')}/api/tournaments/{server.id}/socket"
        taps, ended = 0, asyncio.Event()

        async def tapping() -> None:
            nonlocal taps
            while not ended.is_set():
                taps = await official.do(tournament_commands.EnterTap, tap=DealMisdealt(2))
                await asyncio.sleep(0.05)

        task = asyncio.create_task(tapping())
        yield server, director, Visitor(address, server.link, Random(1))
        ended.set()
        await task
        assert event.tournament.seq == taps, "nothing but the taps was written"
        await director.until(taps)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@run
async def test_invalid_commands_of_every_kind_are_refused_with_one_sentence(caplog: pytest.LogCaptureFixture) -> None:
    async with beside(caplog) as (_, director, visitor):
        await visitor.send(MESSAGES)
        assert all(visitor.count[kind] > 50 for kind in KINDS), visitor.count
        assert "there is no call from" in await director.refused(tournament_commands.AnswerCall, table=1)
    print(f"\nrude: {dict(visitor.count)}")


@run
async def test_nothing_is_sent_before_a_link_is_presented(caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(2)
    async with beside(caplog) as (server, _, visitor):
        firsts = [message(rng)[1] for _ in range(50)]
        firsts += [
            tournament_commands.write(tournament_commands.EndTournament(id="m")),
            tournament_commands.write(tournament_commands.PingTournament(id="m")),
            b"\xff",
            b"",
            "",
        ]
        for first in firsts:
            why = await turned_away(visitor, first)
            assert why in (
                ("present your link in the first message", 4400),
                ("this link no longer works: ask the director for another", 4403),
            ), first
        async with visitor.connect() as socket:
            for id in ("one", "two"):
                await socket.send(tournament_commands.write(tournament_commands.PresentLink(id=id, link=server.link)))
            assert (await heard(socket))["type"] == "tournament_snapshot"
            told = await heard(socket)
            assert (told["type"], told["id"]) == ("rejection", "two")


@run
async def test_a_flood_delays_only_its_sender(caplog: pytest.LogCaptureFixture) -> None:
    limits = {"messages": 20, "message_burst": 60}
    async with beside(caplog, **limits) as (server, director, visitor), visitor.connect() as socket:
        await socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting")))

        async def flood() -> None:
            while True:
                await socket.send(tournament_commands.write(tournament_commands.SeatRound(id="m")))

        flooding, loop = asyncio.create_task(flood()), asyncio.get_running_loop()
        since = loop.time()
        await asyncio.sleep(0.3)
        assert "not closed yet" in await director.refused(tournament_commands.SeatRound)
        assert not flooding.done()
        await asyncio.sleep(0.7)
        flooding.cancel()
        socket.transport.abort()
        refusals = server.context.metrics.refusals.labels("rules")._value.get()
        most = limits["message_burst"] + limits["messages"] * (loop.time() - since)
        assert 0 < refusals < most + 40, refusals


@run
async def test_a_link_presented_during_the_shutdown_gets_a_farewell() -> None:
    async with tournament_server() as server:
        await server.open()
        at = await server.bare()
        server.context.tournaments.close()
        await at.socket.send(
            tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=server.link))
        )
        told = await at.hear()
        assert isinstance(told, socket_updates.Farewell)
        assert told.again
