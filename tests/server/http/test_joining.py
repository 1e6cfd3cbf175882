"""Joining over HTTP gives a seat, in the same step and to the first who asks; who wants to watch says so."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.server.http.test_routes import opened
from tests.server.live.test_quick_games import PLAIN, until
from tests.server.web import served
from uka.core.seats import SEATS, Seat
from uka.server.live.table import LiveTable
from uka.table.entries import ConnectionLost, PlayerJoined, SeatTaken

pytestmark = pytest.mark.server


async def join(guest: httpx.AsyncClient, live: LiveTable, **form: Any) -> Seat | None:
    """Join a table, and return the seat that the guest has."""
    answer = await guest.post(f"/api/tables/{live.id}/join", json=form)
    assert answer.status_code == 200, answer.text
    return live.table.seat_of((await guest.get("/api/me")).json()["player"])


async def test_a_guest_sits_at_once_unless_they_only_watch() -> None:
    async with served() as web:
        ana, ben, caro, dan, eve = [await web.guest(name) for name in ("Ana", "Ben", "Caro", "Dan", "Eve")]
        ticket = await opened(ana, seat="south")
        live = await web.context.tables.find(ticket["table"])
        invited = {"invitation": ticket["invitation"]}
        assert await join(eve, live, **invited, watch=True) is None
        before = live.table.seq
        assert await join(ben, live, **invited) is Seat.NORTH
        joined = [line.entry for line in (await live.lines())[before + 1 :]]
        assert [type(entry) for entry in joined] == [PlayerJoined, SeatTaken]
        assert await join(caro, live, **invited) is Seat.WEST
        assert await join(dan, live, **invited) is Seat.EAST
        assert await join(await web.guest("Fay"), live, **invited) is None  # no seat is left


async def test_joining_again_changes_nothing() -> None:
    async with served() as web:
        ana, ben = [await web.guest(name) for name in ("Ana", "Ben")]
        ticket = await opened(ana, seat="south", public=True)
        live = await web.context.tables.find(ticket["table"])
        assert await join(ben, live, watch=True) is None
        seq = live.table.seq
        assert await join(ben, live) is None
        assert live.table.seq == seq


async def test_people_who_join_at_once_get_different_seats() -> None:
    async with served() as web:
        ticket = await opened(await web.guest("Ana"), public=True)
        live = await web.context.tables.find(ticket["table"])
        guests = [await web.guest(f"Guest {number}") for number in range(6)]
        seats = await asyncio.gather(*(join(guest, live) for guest in guests))
        assert {seat for seat in seats if seat} == set(SEATS)
        assert seats.count(None) == 2


async def test_who_joins_a_game_in_progress_watches() -> None:
    async with served() as web:
        ticket = await opened(await web.guest("Ana"), seat="south", public=True, begin=True)
        live = await web.context.tables.find(ticket["table"])
        assert await join(await web.guest("Ben"), live) is None


async def test_who_joins_a_quick_game_sits_as_those_who_asked_for_it() -> None:
    async with served() as web:
        ana, ben, caro = [await web.guest(name) for name in ("Ana", "Ben", "Caro")]
        found = (await ana.post("/api/quick", json=PLAIN)).json()
        live = await web.context.tables.find(found["table"])
        assert await join(caro, live, watch=True) is None
        assert await join(ben, live) is Seat.NORTH
        assert live.table.chair(Seat.NORTH).lost is not None  # until a client of Ben's connects


async def test_who_joins_and_never_connects_counts_as_disconnected() -> None:
    async with served(presence_after=0.05) as web:
        ticket = await opened(await web.guest("Ana"), seat="south", public=True)
        live = await web.context.tables.find(ticket["table"])
        assert await join(await web.guest("Ben"), live) is Seat.NORTH
        await until(lambda: live.table.chair(Seat.NORTH).lost is not None)
        assert (await live.lines())[-1].entry == ConnectionLost(Seat.NORTH)
