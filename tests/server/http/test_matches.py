"""Duplicate matches: the same deals at both tables, teams crosswise, and nothing of one table at the other."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.http.test_days import first_legal
from tests.server.web import ONE_WORKER, Web, served
from uka.core.seats import Seat
from uka.days import points_of
from uka.records import Dealt
from uka.server.live.table import LiveTable
from uka.table import TableStage
from uka.table.commands import gameplay, people

pytestmark = pytest.mark.server

PACE = dict.fromkeys(("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms"), 0)
MATCH = {"rules": "bicycle", "deals": 2, "settings": PACE}


async def sit(guest: httpx.AsyncClient, match: str, table: int, seat: str) -> httpx.Response:
    return await guest.post(f"/api/matches/{match}/seat", json={"table": table, "seat": seat})


async def play_out(live: LiveTable, seat: Seat) -> None:
    """Play a person's seat to the end of the game."""
    player = live.table.chair(seat).player
    assert player
    await live.do(lambda t: people.record_reconnection(t, player), player)
    async with asyncio.timeout(PATIENCE):
        while live.table.stage is not TableStage.OVER:
            table = live.table
            seen = table.observe(seat) if table.turn is seat else None
            if seen and seen.my_turn:
                action = first_legal(seen)
                await live.do(lambda t, a=action: gameplay.submit_action(t, player, a, t.seq), player)
            elif table.scored is not None and not table.chair(seat).ready:
                await live.do(lambda t: gameplay.declare_ready(t, player), player)
            else:
                await asyncio.sleep(0.005)


async def packs(web: Web, live: LiveTable) -> list[Any]:
    return [line.entry for line in await live.lines() if isinstance(line.entry, Dealt)]


async def test_two_teams_play_the_same_deals_crosswise() -> None:
    async with served(**ONE_WORKER) as web:
        ana, ben, eve = [await web.guest(name) for name in ("Ana", "Ben", "Eve")]
        opened = (await ana.post("/api/matches", json=MATCH)).json()
        match = opened["match"]
        assert (opened["host"], opened["begun"], opened["deals"]) == (True, False, 2)
        teams = [[chair["team"] for chair in table["chairs"]] for table in opened["tables"]]
        assert teams == [[0, 1, 0, 1], [1, 0, 1, 0]]  # north, east, south, west

        assert (await sit(ana, match, 1, "north")).json()["own"]["number"] == 1
        hers = (await sit(ana, match, 0, "south")).json()["own"]  # she changes her seat
        his = (await sit(ben, match, 1, "west")).json()["own"]
        assert (await sit(eve, match, 0, "south")).json()["why"] == "South is taken"
        page = (await eve.get(f"/api/matches/{match}")).json()
        names = [[chair["name"] for chair in table["chairs"]] for table in page["tables"]]
        assert names == [[None, None, "Ana", None], [None, None, None, "Ben"]]
        assert page["own"] is None

        joined = await eve.post(f"/api/tables/{his['table']}/join", json={"invitation": his["invitation"]})
        assert (joined.status_code, joined.json()["why"]) == (403, "nobody else can come to this table")
        refused = await ben.post(f"/api/matches/{match}/begin", json={})
        assert refused.json()["why"] == "only who opened the match can begin it"
        assert (await ana.post(f"/api/matches/{match}/begin", json={"bots": "club"})).json()["begun"]
        chairs = (await web.context.tables.find(hers["table"])).table.chairs
        assert {chair.bot for chair in chairs} == {None, "club"}
        assert "has begun" in (await sit(eve, match, 0, "north")).text

        one, two = [await web.context.tables.find(own["table"]) for own in (hers, his)]
        await play_out(one, Seat.SOUTH)
        half = (await ana.get(f"/api/matches/{match}")).json()
        assert (half["over"], half["points"], half["replays"], half["seed"]) == (False, [], [], None)
        assert (await ana.get(f"/api/tables/{two.id}/records")).status_code == 403
        await play_out(two, Seat.WEST)
        over = (await eve.get(f"/api/matches/{match}")).json()
        assert over["over"]
        assert len(over["points"]) == 2
        first, second = points_of(one.table), points_of(two.table)
        assert over["points"] == [[a, -b] for a, b in zip(first, second, strict=True)]
        assert await packs(web, one) == await packs(web, two)
        (table, invitation), _ = over["replays"]
        assert (await eve.get(f"/api/tables/{table}/records", headers={"x-uka-invitation": invitation})).is_success


async def test_wrong_requests_are_refused_in_a_sentence() -> None:
    async with served(**ONE_WORKER) as web:
        ana = await web.guest("Ana")
        assert (await ana.get("/api/matches/nosuch")).json()["why"] == "there is no match at this address"
        for body in ({"deals": 0}, {"deals": 33}, {"rules": "nosuch"}, {"settings": {"deals": "number:x"}}):
            assert (await ana.post("/api/matches", json=body)).status_code == 400
        match = (await ana.post("/api/matches", json=MATCH)).json()["match"]
        assert (await sit(ana, match, 2, "north")).status_code == 400
        assert (await ana.post("/api/tables", json={"settings": {"deals": f"match:{match}"}})).status_code == 409
