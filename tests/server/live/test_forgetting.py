"""Names of people who are forgotten: gone from every log and snapshot of their games, which still replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clock import NOON
from tests.server.http.test_club import WITH_CODE, joined, organiser, player_of
from tests.server.http.test_routes import refusal
from tests.server.web import played, served
from uka import rulesets
from uka.server.live.forgetting import NOBODY, forget_names
from uka.store import SqliteStore, every_head
from uka.table import TableLine, replayed

pytestmark = pytest.mark.server

NAME = "Anahera of the Third Table"


async def texts(path: Path) -> str:
    """Return all that the logs in a store say."""
    async with await SqliteStore.open(path) as store:
        heads = [head async for head in every_head(store, open_only=False)]
        return "\n".join([line.decode() for head in heads for line in await store.read(head.table)])


async def test_a_forgotten_member_leaves_no_name_in_the_store(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    async with served(club=WITH_CODE, path=path) as web:
        mere, ana = await organiser(web), await joined(web, NAME)
        player = await player_of(ana)
        opened = (await ana.post("/api/tables", json={"seat": "south", "bots": "random"})).json()["table"]
        hers = (await mere.post("/api/tables", json={"settings": {"public": True}})).json()
        assert (await ana.post(f"/api/tables/{hers['table']}/join", json={})).status_code == 200
        assert (await ana.post(f"/api/days/{NOON.date()}/games", json={"rules": "uka"})).is_success
        assert NAME in await texts(path)
        assert (await mere.delete(f"/api/club/members/{player}")).status_code == 204
        removed = [member for member in (await mere.get("/api/club/members")).json() if member["removed"]]
        assert [member["name"] for member in removed] == [NAME]
        ben = await joined(web, "Ben")
        assert NAME not in (await ben.get("/api/club/members")).text
        only = (403, "only an organiser of the club can do that")
        assert refusal(await ben.post(f"/api/club/members/{player}/forget", json={})) == only
        assert (await mere.post(f"/api/club/members/{player}/forget", json={})).status_code == 204
        again = await mere.post(f"/api/club/members/{player}/forget", json={})
        assert refusal(again) == (404, "there is no such member")
        assert NAME not in (await mere.get("/api/club/members")).text
        assert NAME.encode() not in (await web.context.store.get("club") or b"")
    assert NAME in await texts(path)  # until the next start
    async with served(club=WITH_CODE, path=path) as web:
        assert json.loads(await web.context.store.get("club") or b"")["forgotten"] == []
        for table in (opened, hers["table"]):
            live = await web.context.tables.find(table)  # its hashes are right
            member = live.table.member(player)
            assert member
            assert (member.name, member.avatar) == (NOBODY, "")
            assert NOBODY in str(await live.lines())
    assert NAME not in await texts(path)


async def test_a_finished_game_replays_without_a_name(tmp_path: Path) -> None:
    async with served(path=tmp_path / "uka.db") as web:
        store = web.context.store
        driver = await played(web.context, "23456789", rulesets.find("uka"))
        await store.put("table/23456789/snapshot", b"Ana")
        assert await forget_names(store, ["ana"]) == 1
        assert await forget_names(store, ["ana"]) == 0
        assert await store.get("table/23456789/snapshot") == b""
        lines = TableLine.parse_all(await store.read("23456789"))
        assert [(line.seq, line.at, line.by) for line in lines] == [
            (line.seq, line.at, line.by) for line in driver.lines
        ]
        table, before = replayed(lines), replayed(tuple(driver.lines))
        assert (table.seq, table.game) == (before.seq, before.game)
        member = table.member("ana")
        assert member
        assert member.name == NOBODY


async def test_a_damaged_log_stays_as_it_is(tmp_path: Path) -> None:
    async with served(path=tmp_path / "uka.db") as web:
        store = web.context.store
        await store.append("23456789", 0, [b'{"by":"ana"}'])
        await store.append("somewhere", 0, [b"ana"])
        assert await forget_names(store, ["ana"]) == 0
        assert await store.read("23456789") == [b'{"by":"ana"}']
