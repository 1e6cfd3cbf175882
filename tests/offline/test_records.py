"""The records of games without a server are those that a server would make of the same log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.offline.storages import Memory
from tests.offline.test_requests import asked, hosted
from tests.offline.test_table import SETTINGS, Page, play, send
from tests.server.web import played, served
from uka import rulesets
from uka.core.seats import Seat
from uka.hosting import finished_games
from uka.offline.host import OfflineHost
from uka.offline.requests import answer
from uka.records import parse
from uka.server.workers import record_archive
from uka.table import TableStage
from uka.wire.table_commands import BeginGame

TABLE = "23456789"


@asynccontextmanager
async def both(rules: str, **settings: Any) -> AsyncIterator[tuple[OfflineHost, httpx.AsyncClient]]:
    """Yield a host and a client of a server, which both have a table with the same log of a finished game."""
    storage = Memory()
    async with served() as web, web.client() as client, hosted(storage) as host:
        driver = await played(web.context, TABLE, rulesets.find(rules), public=True, **settings)
        storage.kept[TABLE] = [line.text for line in driver.lines]
        yield host, client


async def compare(host: OfflineHost, client: httpx.AsyncClient, method: str, address: str, content: bytes = b"") -> Any:
    """Ask both the same, expect the same answer, and return it."""
    headers = {"Content-Type": "text/plain"} if method == "POST" else {}
    theirs = await client.request(method, address, content=content, headers=headers)
    ours = await answer(host, method, address, content)
    assert ours.status == theirs.status_code, (address, ours, theirs.text)
    if "not understood" in theirs.text:  # what is wrong with a parameter is said in other words
        return None
    assert ours.body == theirs.content, address
    return ours.body


@pytest.mark.server
@pytest.mark.parametrize("rules", ["uka", "bicycle"])
async def test_records_are_those_of_a_server(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games.signature, "sign", lambda *_: None)  # only a server signs
    monkeypatch.setattr(record_archive, "SHORT", 1_000_000)  # no process that would sign
    async with both(rules) as (host, client):
        at = f"/api/tables/{TABLE}/records"
        (summary,) = msgspec.json.decode(await compare(host, client, "GET", at))
        last = summary["deals"] - 1
        for address in (
            f"{at}/0",
            f"{at}/0?form=uka",
            f"{at}/0?form=emn",
            f"{at}/0?form=egn",
            f"{at}/0?form=pdf",
            f"{at}/1",
            f"{at}/0/replay",
            f"{at}/0/replay?seat=south&deal=0",
            f"{at}/0/replay?deal={last + 1}",
            f"{at}/0/replay?seat=up",
            f"{at}/0/review?seat=north&deal={last}",
            f"{at}/0/review?seat=north&deal={last + 1}",
            f"{at}/0/review",
            f"{at}/0/why?deal={last}&step=1",
            f"{at}/0/why?deal={last}&step=900",
            f"{at}/0/chances",
            f"{at}/7/chances",
        ):
            await compare(host, client, "GET", address)
        record = (await client.get(f"{at}/0")).content
        for address in (
            "/api/verify",
            "/api/replay?deal=0",
            "/api/replay?game=3",
            "/api/replay?game=x",
            "/api/replay?seat=west",
        ):
            await compare(host, client, "POST", address, record)
        for damaged in (b"", b"{}", b"[" * 5_000, record[:-40]):
            await compare(host, client, "POST", "/api/verify", damaged)


async def test_after_a_deal_bots_say_why_and_a_finished_game_is_reviewed() -> None:
    storage, page = Memory(), Page(Random(1))
    async with hosted(storage) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        settings = msgspec.to_builtins(replace(SETTINGS, rest_ms=60_000))
        wanted = {"rules": "north_american", "changes": {"alone_by": "nobody"}, "settings": settings, "seat": "south"}
        table = (await asked(host, "POST", "/api/tables", wanted))[1]["table"]
        live, page.player = await host.find(table), "me"
        await live.arrive(page)
        await send(live, page, BeginGame(id="begin"))
        await play(live, page, until=TableStage.PLAYING)
        assert (await asked(host, "GET", f"/api/tables/{table}/why?deal=0&call=0"))[0] == 404
        hinted = await asked(host, "GET", f"/api/tables/{table}/hint")
        assert hinted[0] in (200, 409)
        await play(live, page, until=TableStage.SHUFFLING)
        status, told = await asked(host, "GET", f"/api/tables/{table}/why?deal=0&call=0")
        assert (status, told.get("level", "novice")) in ((200, "novice"), (403, "novice"))
        assert (await asked(host, "GET", f"/api/tables/{table}/why?deal=5&trick=0&seat=north"))[0] in (403, 409)
        assert (await asked(host, "GET", f"/api/tables/{table}/why?deal=0"))[0] == 400
        assert (await asked(host, "GET", f"/api/tables/{table}/records"))[1] == []
        await play(live, page)
        (game,) = (await asked(host, "GET", f"/api/tables/{table}/records"))[1]
        assert game["players"][Seat.SOUTH.index] == "Ana"
        record = (await asked(host, "GET", f"/api/tables/{table}/records/0"))[1]
        assert parse(record).games[0].state.over
        verdicts = (await asked(host, "POST", "/api/verify", content=record))[1]
        assert verdicts[0]["verdicts"]
        review = (await asked(host, "GET", f"/api/tables/{table}/records/0/review?seat=south&deal=0"))[1]
        assert review["choices"]
