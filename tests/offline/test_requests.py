"""What the page asks of a server is answered the same without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from tests.offline.storages import Memory
from uka import puzzles, rulesets
from uka.bots import names
from uka.kernels import compiled
from uka.offline.host import OfflineHost
from uka.offline.requests import NO_KERNELS, answer


@asynccontextmanager
async def hosted(storage: Memory | None = None, **more: Any) -> AsyncIterator[OfflineHost]:
    host = OfflineHost(storage or Memory(), bytes(32), lambda: 1_000, **more)
    try:
        yield host
    finally:
        host.close()


async def asked(
    host: OfflineHost, method: str, address: str, body: Any = None, *, content: bytes = b"", link: str = ""
) -> tuple[int, Any]:
    content = content if body is None else msgspec.json.encode(body)
    found = await answer(host, method, address, content, link)
    return found.status, msgspec.json.decode(found.body) if found.media_type == "application/json" else found.body


async def test_a_person_is_known_by_a_name_that_is_kept() -> None:
    storage = Memory()
    async with hosted(storage) as host:
        assert (await asked(host, "GET", "/api/me"))[0] == 401
        assert await asked(host, "PUT", "/api/me", {"name": "Ana"}) == (
            200,
            {"player": "me", "name": "Ana", "avatar": None},
        )
        assert (await asked(host, "PUT", "/api/me", {"name": "bot"}))[0] == 400
    async with hosted(storage) as host:
        assert (await asked(host, "GET", "/api/me"))[1]["name"] == "Ana"


async def test_a_table_is_opened_and_found_again() -> None:
    storage = Memory()
    async with hosted(storage) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        status, ticket = await asked(host, "POST", "/api/tables", {"rules": "uka", "seat": "south", "begin": True})
        assert (status, ticket["invitation"]) == (200, "")
        shown = await asked(host, "GET", f"/api/tables/{ticket['table']}")
        assert (shown[0], shown[1]["host"]) == (200, "Ana")
    async with hosted(storage) as host:
        assert await asked(host, "GET", f"/api/tables/{ticket['table']}") == shown
        assert (await asked(host, "GET", "/api/tables/23456789"))[0] == 404


@pytest.mark.parametrize(
    "wanted",
    [
        {"rules": "chess"},
        {"changes": {"target": -1}},
        {"seat": "up"},
        {"settings": {"answer_ms": -5}},
        {"bots": "god"},
        [],
    ],
)
async def test_a_table_that_is_not_allowed_is_refused_and_nothing_is_kept(wanted: object) -> None:
    storage = Memory()
    async with hosted(storage) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        status, problem = await asked(host, "POST", "/api/tables", wanted)
        assert status in (400, 409)
        assert problem["why"]
        assert not storage.kept


async def test_what_needs_a_server_says_so() -> None:
    async with hosted() as host:
        for method, address in (
            ("GET", "/api/lobby"),
            ("POST", "/api/quick"),
            ("DELETE", "/api/rulesets"),
            ("GET", "/"),
        ):
            assert await asked(host, method, address) == (404, {"why": "this needs a server"})


async def test_a_puzzle_is_tried() -> None:
    rules = puzzles.names()[0]
    puzzle = next(iter(puzzles.load(rules).by_deal.values()))
    async with hosted() as host:
        page = (await asked(host, "GET", f"/api/puzzles/{rules}/{puzzle.deal}"))[1]
        assert page["number"] == puzzle.deal
        action = msgspec.to_builtins(puzzle.best[0])
        tried = await asked(host, "POST", f"/api/puzzles/{rules}/{puzzle.deal}/attempt", {"action": action})
        assert (tried[0], tried[1]["solved"]) == (200, True)
        assert (await asked(host, "GET", f"/api/puzzles/{rules}/x"))[0] == 400
        assert (await asked(host, "GET", "/api/puzzles/none/1"))[0] == 404


@pytest.mark.server
async def test_pages_that_are_the_same_for_everybody_are_those_of_a_server() -> None:
    from tests.server.web import served

    pages = [
        "rulesets",
        "rulesets/schema",
        "lessons",
        "puzzles",
        "rulesets/chess",
        "puzzles/none",
        "lessons/none",
    ]
    pages += [f"rulesets/{name}" for name in rulesets.names()]
    pages += [f"puzzles/{name}/day?date=2026-11-24" for name in (*puzzles.names(), "none")]
    async with hosted() as host, served() as web, web.client() as client:
        for page in pages:
            theirs = await client.get(f"/api/{page}")
            assert await asked(host, "GET", f"/api/{page}") == (theirs.status_code, theirs.json()), page


async def test_only_bots_that_can_play_here_are_offered_and_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    storage, begin = Memory(), {"rules": "uka", "seat": "south", "bots": "master", "begin": True}
    async with hosted(storage) as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        assert (await asked(host, "GET", "/api/server"))[1]["bots"] == list(names())
        status, ticket = await asked(host, "POST", "/api/tables", begin)
        assert status == 200
    monkeypatch.setattr(compiled, "are_installed", lambda: False)
    async with hosted(storage) as host:
        assert (await asked(host, "GET", "/api/server"))[1]["bots"] == ["random", "novice", "casual", "club"]
        for path in ("/api/tables", f"/api/tables/{ticket['table']}/join"):
            status, problem = await asked(host, "POST", path, begin)
            assert (status, problem["why"]) == (
                409,
                "the master bot needs Uka's compiled kernels, which are not here; "
                "choose random, novice, casual or club",
            )


async def test_what_needs_the_kernels_is_refused_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise compiled.MissingKernels("install a wheel")

    async with hosted() as host:
        await asked(host, "PUT", "/api/me", {"name": "Ana"})
        wanted = {"rules": "uka", "seat": "south", "begin": True, "settings": {"bots": "club", "deal_ms": 0}}
        table = (await asked(host, "POST", "/api/tables", wanted))[1]["table"]
        monkeypatch.setattr("uka.offline.table_requests.hints.hint_observation", missing)
        status, problem = await asked(host, "GET", f"/api/tables/{table}/hint")
        assert (status, problem["why"]) == (409, NO_KERNELS)
