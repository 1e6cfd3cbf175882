"""The emblem that a guest chooses: kept with the name, and told to the people at a table."""

from __future__ import annotations

import httpx
import pytest

from tests.server.web import served
from tests.table.driver import Driver
from uka import rulesets
from uka.table import line_view, people_of, replayed
from uka.table.commands import people
from uka.table.entries import PlayerJoined
from uka.wire.http_bodies import AVATARS

pytestmark = pytest.mark.server


async def emblem(client: httpx.AsyncClient) -> str | None:
    return (await client.get("/api/me")).json()["avatar"]


async def test_an_emblem_is_kept_until_another_is_chosen() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        assert await emblem(ana) is None
        assert (await ana.put("/api/me", json={"name": "Ana", "avatar": "star"})).json()["avatar"] == "star"
        assert (await ana.put("/api/me", json={"name": "Hana"})).json()["avatar"] == "star"
        assert await emblem(ana) == "star"
        assert (await ana.put("/api/me", json={"name": "Hana", "avatar": "moon"})).json()["avatar"] == "moon"
        assert (await ana.put("/api/me", json={"name": "Hana", "avatar": "skull"})).status_code == 400
        assert await emblem(ana) == "moon"


async def test_people_at_a_table_are_told_the_emblems() -> None:
    async with served() as web:
        guests = [await web.guest(name) for name in ("Ana", "Ben", "Caro")]
        for guest, avatar in zip(guests, ("star", "key", None), strict=True):
            if avatar:
                await guest.put("/api/me", json={"name": (await guest.get("/api/me")).json()["name"], "avatar": avatar})
        ticket = (await guests[0].post("/api/tables", json={"rules": "uka"})).json()
        for guest in guests[1:]:
            await guest.post(f"/api/tables/{ticket['table']}/join", json={"invitation": ticket["invitation"]})
        live = web.context.tables.get(ticket["table"])
        assert live
        assert [person.avatar for person in people_of(live.table)] == ["star", "key", None]
        quick = (await guests[1].post("/api/quick", json={"rules": "uka"})).json()
        await guests[0].post("/api/quick", json={"rules": "uka"})
        live = web.context.tables.get(quick["table"])
        assert live
        assert [person.avatar for person in people_of(live.table)] == ["key", "star"]
        assert replayed(await live.lines()) == live.table


def test_everybody_is_told_the_emblem_of_a_person_who_joins() -> None:
    driver = Driver(rulesets.find("uka"))
    (step,) = driver.do(people.join, "ben", "Ben", people.MAX_PEOPLE, "kite")
    assert line_view(step, None).entry == PlayerJoined("ben", "Ben", "kite")
    (step,) = driver.do(people.join, "caro", "Caro")
    assert b"avatar" not in step.line.text


def test_there_are_two_dozen_emblems() -> None:
    assert len({*AVATARS}) == 24
