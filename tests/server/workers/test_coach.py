"""Hints and reviews over HTTP equal the library's, and are refused to people who may not see them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from tests.patience import PATIENCE
from tests.server.http.test_routes import opened, refusal
from tests.server.web import Web, played, served
from uka import coach, rulesets
from uka.core.deal import Deal
from uka.core.seats import SEATS, Seat
from uka.records import Log
from uka.server.base.problems import HttpRefusal, describe_error
from uka.server.live.table import LiveTable
from uka.server.workers.bots import BotWorkers
from uka.server.workers.coach import CoachService
from uka.table import TableStage
from uka.table.commands import people
from uka.wire.http_bodies import DealReview, Hint

pytestmark = pytest.mark.server

QUICK = {"answer_ms": 60_000, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "bots": "random"}


async def practising(web: Web, ana: httpx.AsyncClient, **form: Any) -> LiveTable:
    """Begin a game of Ana with three bots."""
    settings = QUICK | form.pop("settings", {})
    form = {"rules": "north_american", "seat": "south", "begin": True, "settings": settings} | form
    return await web.context.tables.find((await opened(ana, **form))["table"])


async def asked(web: Web, ana: httpx.AsyncClient) -> LiveTable:
    """Begin games until it is Ana's turn in the first deal of one: in another her partner goes alone without her."""
    async with asyncio.timeout(PATIENCE):
        while True:
            live = await practising(web, ana, settings={"answer_ms": 0})
            while live.table.stage is not TableStage.PLAYING:
                await asyncio.sleep(0.01)
            while live.table.stage is TableStage.PLAYING:
                if live.table.turn is Seat.SOUTH:
                    return live
                await asyncio.sleep(0.01)


async def test_a_hint_equals_the_librarys_and_is_rate_limited() -> None:
    async with served(hints_a_guest=(1 / 60, 2), coach_deadline=60.0) as web:
        ana = await web.guest("Ana")
        live = await asked(web, ana)
        before, kept = live.table, await live.lines()
        answers = [await ana.get(f"/api/tables/{live.id}/hint") for _ in range(2)]
        found = [msgspec.json.decode(answer.content, type=Hint) for answer in answers]
        seen = before.observe(Seat.SOUTH)
        assert seen is not None
        assert found == [Hint(before.seq, coach.hint(seen))] * 2
        assert live.table is before
        assert await live.lines() == kept
        third = await ana.get(f"/api/tables/{live.id}/hint")
        assert refusal(third) == (429, "too many hints at once: wait a moment")


async def test_a_hint_is_refused_to_others_and_outside_practice() -> None:
    async with served() as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        live = await practising(web, ana, public=True)
        at = f"/api/tables/{live.id}/hint"
        assert refusal(await web.client().get(at)) == (401, "say who you are first: PUT /api/me")
        assert refusal(await ben.get(at)) == (403, "you are not at this table: join it first")
        assert (await ben.post(f"/api/tables/{live.id}/join", json={})).status_code == 200
        assert refusal(await ben.get(at)) == (409, "you have no seat at this table")
        assert refusal(await ana.get("/api/tables/nowhere2/hint")) == (404, "there is no table 'nowhere2'")
        player = (await ben.get("/api/me")).json()["player"]
        await live.do(lambda table: people.sit(table, player, Seat.NORTH), player)
        assert refusal(await ana.get(at)) == (409, "you get hints only when all the others are bots")
        timed = await practising(web, ana, settings={"move_ms": 60_000})
        assert refusal(await ana.get(f"/api/tables/{timed.id}/hint")) == (
            409,
            "there are no hints in timed games",
        )


async def test_a_hint_that_takes_too_long_is_refused() -> None:
    deal = Deal.start(rulesets.find("north_american"), Seat.SOUTH, rulesets.find("north_american").cards)
    thinkers = BotWorkers(1)
    try:
        with pytest.raises(HttpRefusal, match="no hints right now") as refused:
            await CoachService(thinkers, 0.0).hint(deal.observe(Seat.WEST))
        assert describe_error(refused.value)[::2] == (503, {"Retry-After": "2"})
    finally:
        thinkers.close()


async def test_a_review_equals_the_librarys() -> None:
    async with served() as web:
        ana, rules = await web.guest("Ana"), rulesets.find("north_american", {"target": 2})
        driver = await played(web.context, "tab23456", rules, public=True)
        assert driver.table.stage is TableStage.OVER
        record = Log.parse((await ana.get("/api/tables/tab23456/records/0")).text)
        for deal in range(coach.deal_count(record)):
            answers = await asyncio.gather(*(ana.get(review_at(seat, deal)) for seat in SEATS))
            found = [msgspec.json.decode(answer.content, type=DealReview) for answer in answers]
            assert found == [coach.review(record, seat, deal) for seat in SEATS]
        told = (await ana.get("/api/tables/tab23456/records/0/chances")).json()
        assert tuple(told["chances"]) == coach.winning_chances(record)
        status, why = refusal(await ana.get(review_at(Seat.SOUTH, 99)))
        assert (status, why) == (409, f"there is no deal 99: the record has {coach.deal_count(record)}, counted from 0")
        assert refusal(await ana.get(review_at("up", 0)))[0] == 400
        assert refusal(await ana.get("/api/tables/tab23456/records/0/review?seat=south"))[0] == 400
        unknown = await ana.get("/api/tables/tab23456/records/7/review?seat=south&deal=0")
        assert refusal(unknown) == (404, "there is no record with that number: a game has its record once it is over")


async def test_only_finished_games_of_accessible_tables_are_reviewed() -> None:
    async with served() as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        live = await practising(web, ana)
        at = f"/api/tables/{live.id}/records/0/review?seat=south&deal=0"
        assert refusal(await ana.get(at))[0] == 404
        assert refusal(await ben.get(at)) == (403, "you need an invite link for this table")


def review_at(seat: Seat | str, deal: int) -> str:
    return f"/api/tables/tab23456/records/0/review?seat={seat}&deal={deal}"
