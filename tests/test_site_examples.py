"""The examples of messages on the site are decoded by their types, and a server takes the bodies."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from docs.site import http_routes, message_examples, sockets
from tests.puzzles.made import save_all
from tests.server.web import served
from uka import puzzles
from uka.wire import table_commands, tournament_commands

TABLE = message_examples.read()["table_commands"]
TOURNAMENT = message_examples.read()["tournament_commands"]
RECORD = (Path(__file__).parent / "archive" / "cardgames.uka").read_text("utf-8")


@pytest.mark.parametrize(("examples", "union"), [(TABLE, "TableCommand"), (TOURNAMENT, "TournamentCommand")])
def test_each_message_of_a_client_has_an_example(examples: list[Any], union: str) -> None:
    assert {each["type"] for each in examples} == {sockets.tag(name) for name in sockets.messages(union)}
    assert len({each["id"] for each in examples}) == len(examples)
    page = next(text for text in sockets.pages().values() if f"### `{examples[0]['type']}`" in text)
    assert not [each for each in examples if json.dumps(each) not in page]


@pytest.mark.parametrize("example", [*TABLE, *TOURNAMENT], ids=lambda example: example["type"])
def test_the_example_of_a_message_is_one(example: dict[str, Any]) -> None:
    module: Any = table_commands if example in TABLE else tournament_commands
    assert json.loads(module.write(module.read(json.dumps(example)))) == example


def test_each_route_with_a_body_has_an_example() -> None:
    api = json.loads(http_routes.OPENAPI.read_text("utf-8"))
    page = http_routes.pages()[http_routes.FILE]
    bodies = {f"{method} {path}": route["requestBody"]["content"] for method, path, route in http_routes.routes(api)
              if "requestBody" in route}  # fmt: skip
    assert len(bodies) > 8
    for route, content in bodies.items():
        assert f"## `{route}`\n" in page
        told = page.partition(f"## `{route}`\n")[2].partition("\n## ")[0]
        assert all("For example:" in told for _ in content)
    assert {route for route, content in bodies.items() if "application/json" in content} == {
        *message_examples.read()["requests"]
    }


async def sent(client: httpx.AsyncClient, route: str, path: str = "", **changes: str) -> Any:
    """Send the example of a route, with a token or an invitation in its place, and return the answer."""
    method, _, place = route.partition(" ")
    headers = {"X-Uka-Link": changes.pop("link", "")}
    body = message_examples.read()["requests"][route] | changes
    answer = await client.request(method, path or place, json=body, headers=headers)
    assert answer.is_success, f"{route}: {answer.text}"
    return answer.json()


@pytest.mark.server
async def test_a_server_takes_the_example_of_an_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_all(tmp_path, "uka")
    monkeypatch.setattr(puzzles, "HERE", tmp_path)
    puzzles.load.cache_clear()
    async with served() as web:
        ben = await web.guest("Ben")
        calls = (await ben.get("/api/puzzles/uka")).json()["themes"]["ordering_up"]
        path = f"/api/puzzles/uka/{next(iter(calls))}/attempt"
        assert (await sent(ben, "POST /api/puzzles/{rules}/{number}/attempt", path))["best"]
    puzzles.load.cache_clear()


@pytest.mark.server
async def test_a_server_takes_the_example_of_each_body() -> None:
    async with served() as web:
        ana, ben, phone = await web.guest("Ana"), await web.guest("Ben"), web.client()
        assert (await sent(ana, "PUT /api/me"))["name"] == "Ana"
        token = (await ana.get("/api/me/transfer")).json()["token"]
        assert (await sent(phone, "POST /api/me/claim", token=token))["name"] == "Ana"
        ticket = await sent(ana, "POST /api/tables")
        join = f"/api/tables/{ticket['table']}/join"
        assert await sent(ben, "POST /api/tables/{table}/join", join, invitation=ticket["invitation"]) == ticket
        assert (await sent(ben, "POST /api/quick"))["table"]
        assert (await sent(ben, "POST /api/days/{day}/games", "/api/days/2026-01-01/games"))["counted"]
        match = (await sent(ana, "POST /api/matches"))["match"]
        assert (await sent(ben, "POST /api/matches/{match}/seat", f"/api/matches/{match}/seat"))["own"]["number"] == 1
        assert (await sent(ana, "POST /api/matches/{match}/begin", f"/api/matches/{match}/begin"))["begun"]
        opened = await sent(ana, "POST /api/tournaments")
        teams = f"/api/tournaments/{opened['tournament']}/teams"
        entered = await sent(ana, "POST /api/tournaments/{tournament}/teams", teams, link=opened["link"])
        assert entered == {"entered": 2, "unused": []}
        assert (await sent(ana, "POST /api/rulesets/check"))["rules"]["pack"] == 24
        for path in ("/api/replay", "/api/verify"):
            assert (await ana.post(path, content=RECORD, headers={"content-type": "text/plain"})).is_success
