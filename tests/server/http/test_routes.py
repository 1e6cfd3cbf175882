"""Routes for tables, records, rulesets, the page and metrics; each refusal has its status and sentence."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.server.fuzz import fuzzed
from tests.server.web import listening, played, served
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.records import fair, parse
from uka.rulesets.schema import RulesetSchema, schema
from uka.server.http import static_page as page
from uka.server.http.openapi import openapi_document
from uka.server.http.static_page import CACHE_FOR_EVER
from uka.store import StoreUnavailable
from uka.table import default_settings
from uka.table.commands import people
from uka.table.game_replay import GameReplay
from uka.wire.http_bodies import TableSummary

pytestmark = pytest.mark.server

TEXT = {"content-type": "text/plain"}
CLOSED = "you need an invite link for this table"
WRONG = "that invite link doesn't work here"


async def opened(client: httpx.AsyncClient, **form: Any) -> dict[str, str]:
    """Open a table, and return its ticket."""
    answer = await client.post("/api/tables", json=form)
    assert answer.status_code == 201, answer.text
    return answer.json()


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and sentence of a refusal."""
    return answer.status_code, answer.json()["why"]


# Tables


async def test_a_table_is_opened_as_requested() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        settings = {"public": True, "answer_ms": 60_000}
        form = {"rules": "uka", "changes": {"target": 3}, "settings": settings, "seat": "south", "bots": "novice"}
        ticket = await opened(ana, **form, begin=True)
        live = await web.context.tables.find(ticket["table"])
        assert live.table.rules == rulesets.find("uka", {"target": 3})
        assert live.table.playing
        assert live.table.settings.answer_ms == 60_000
        line = (await ana.get(f"/api/tables/{live.id}")).json()
        assert (line["host"], line["rules"], line["public"], line["watching"]) == ("Ana", "uka", True, 0)
        seats = {seat["seat"]: (seat["name"], seat["bot"]) for seat in line["seats"]}
        assert seats["south"] == ("Ana", None)
        assert {seats[seat] for seat in ("north", "east", "west")} == {(None, "novice")}


@pytest.mark.daily(6)
@pytest.mark.parametrize(
    ("form", "status", "why"),
    [
        ({"rules": "/etc/passwd"}, 400, "there is no ruleset of that name"),
        ({"rules": "../uka"}, 400, "there is no ruleset of that name"),
        ({"rules": "tanui"}, 400, "Did you mean tainui?"),
        ({"changes": {"extends": "/etc/passwd"}}, 400, "there is no rule named 'extends'"),
        ({"changes": {"pack": 25}}, 400, "pack must be 24, 28 or 32"),
        ({"changes": {"target": 10**9}}, 400, "target must be a whole number from 0 to 100"),
        ({"changes": {"words.alone": "x" * 201}}, 400, "alone must be text of at most 200 letters"),
        ({"changes": {"title": "\u202euka"}}, 400, "title must be text of characters that are displayed"),
        ({"changes": {"words.name": "{suit.__class__}"}}, 400, "nothing in braces but {suit}"),
        ({"changes": {"words.name": "{suit:>999999999}"}}, 400, "nothing in braces but {suit}"),
        ({"settings": {"bots": "clubb"}}, 409, "there is no bot named 'clubb'"),
        ({"bots": "clubb"}, 409, "there is no bot named 'clubb'"),
        ({"settings": {"move_ms": -1}}, 400, "Expected `int` >= 0"),
        ({"settings": {"move_ms": "1"}}, 400, "Expected `int`, got `str`"),
        ({"seat": "up"}, 400, "Invalid enum value 'up'"),
        ({"colour": "red"}, 400, "unknown field `colour`"),
    ],
)
async def test_a_table_that_makes_no_sense_is_not_opened(form: dict[str, Any], status: int, why: str) -> None:
    async with served() as web:
        found, said = refusal(await (await web.guest("Ana")).post("/api/tables", json=form))
        assert found == status
        assert why in said
        assert not web.context.tables.all
        assert await web.context.store.heads() == []


async def test_a_private_table_is_joined_only_with_the_invitation() -> None:
    async with served() as web:
        ana, ben, caro = [await web.guest(name) for name in ("Ana", "Ben", "Caro")]
        ticket = await opened(ana)
        at, invitation = f"/api/tables/{ticket['table']}", ticket["invitation"]
        assert refusal(await ben.post(f"{at}/join", json={})) == (403, CLOSED)
        for wrong in ("", "x", invitation[:-1], invitation.swapcase(), invitation + "A", "ā"):
            assert refusal(await ben.post(f"{at}/join", json={"invitation": wrong})) == (403, WRONG)
        assert refusal(await ben.get(at)) == (403, CLOSED)
        assert refusal(await ben.get(at, headers={"X-Uka-Invitation": "x"})) == (403, WRONG)
        assert refusal(await ben.get(f"{at}/records")) == (403, CLOSED)
        assert refusal(await ben.get(f"{at}/invitation")) == (403, "only people at a table can invite others")
        assert (await ben.get(at, headers={"X-Uka-Invitation": invitation})).status_code == 200
        assert (await ben.post(f"{at}/join", json={"invitation": invitation})).json() == ticket
        assert (await ben.post(f"{at}/join", json={})).json() == ticket
        assert (await ben.get(f"{at}/invitation")).json() == ticket
        assert (await ben.get(at)).json()["watching"] == 1  # Ana: Ben sits
        assert refusal(await web.client().post(f"{at}/join", json=ticket["invitation"]))[0] == 400
        stranger = await web.client().post(f"{at}/join", json={"invitation": invitation})
        assert refusal(stranger) == (401, "say who you are first: PUT /api/me")
        assert refusal(await caro.post("/api/tables/nowhere2/join", json={})) == (404, "there is no table 'nowhere2'")


async def test_a_removed_person_stays_away_and_the_old_invitation_is_invalid() -> None:
    async with served() as web:
        ana, ben, caro = [await web.guest(name) for name in ("Ana", "Ben", "Caro")]
        ticket = await opened(ana)
        at, old = f"/api/tables/{ticket['table']}", ticket["invitation"]
        assert (await ben.post(f"{at}/join", json={"invitation": old})).status_code == 200
        live = await web.context.tables.find(ticket["table"])
        sent = (await ben.get("/api/me")).json()["player"]
        await live.do(lambda table: people.remove_player(table, table.host, sent), live.table.host)
        for one in (ben, caro):
            assert refusal(await one.post(f"{at}/join", json={"invitation": old})) == (403, WRONG)
        new = (await ana.get(f"{at}/invitation")).json()["invitation"]
        assert new != old
        away = await ben.post(f"{at}/join", json={"invitation": new})
        assert refusal(away) == (409, "the host removed you from this table")
        assert (await caro.post(f"{at}/join", json={"invitation": new})).status_code == 200


async def test_two_people_at_a_table_cannot_have_the_same_name() -> None:
    async with served() as web:
        ticket = await opened(await web.guest("Ana"), settings={"public": True})
        again = await (await web.guest("Ana")).post(f"/api/tables/{ticket['table']}/join", json={})
        assert refusal(again) == (409, "there is already someone named Ana at this table: choose another name")


async def test_the_lobby_lists_public_tables_with_clients() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        tickets = [await opened(ana, settings={"public": public}) for public in (True, False, True)]
        for ticket in tickets[:2]:
            (await web.context.tables.find(ticket["table"])).audience.add(Nobody())
        assert [line["table"] for line in (await ana.get("/api/lobby")).json()] == [tickets[0]["table"]]


async def test_a_public_table_has_the_usual_settings_otherwise() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        ticket = await opened(ana, rules="tainui", bots="novice", public=True)
        rules = rulesets.find("tainui")
        assert (await web.context.tables.find(ticket["table"])).table.settings == replace(
            default_settings(rules), public=True, bots="novice"
        )
        assert default_settings(rules).move_ms > 0


class Nobody:
    """A client that ignores all messages."""

    player, address, heard, gone = "nobody", "", 0.0, False

    def push(self, text: str) -> None: ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None: ...


# Records


async def test_records_of_finished_games_prove_their_packs() -> None:
    async with served() as web:
        driver = await played(web.context, "tab23456", Ruleset(target=2), public=True)
        client = web.client()
        (line,) = (await client.get("/api/tables/tab23456/records")).json()
        log = parse((await client.get("/api/tables/tab23456/records/0")).content).games[0]
        assert (tuple(line["players"]), tuple(line["score"])) == (log.players, log.state.score)
        assert driver.lines[0].at <= line["began"] < line["ended"] <= driver.lines[-1].at
        assert all(verdict.fair for verdict in fair.verify(log))
        for form in ("egn", "emn"):
            text = await client.get("/api/tables/tab23456/records/0", params={"form": form})
            assert text.headers["content-type"] == "text/plain; charset=utf-8"
            assert text.headers["content-disposition"] == f'attachment; filename="tab23456-0.{form}"'
            assert parse(text.content).games[0].state.score == log.state.score
        (checked,) = (await client.post("/api/verify", content=log.text, headers=TEXT)).json()
        assert [verdict["fair"] for verdict in checked["verdicts"]] == [True] * len(fair.verify(log))
        bent = re.sub(r'"secret\\":\\"\w', r'"secret\\":\\"x', log.text)
        assert bent != log.text
        (bad,) = (await client.post("/api/verify", content=bent, headers=TEXT)).json()
        assert not any(verdict["fair"] for verdict in bad["verdicts"])


async def test_a_record_that_egn_cannot_express_goes_beyond_the_standard() -> None:
    async with served() as web:
        await played(web.context, "tab23456", rulesets.find("uka", {"target": 1, "keep_upcard": True}), public=True)
        own = await web.client().get("/api/tables/tab23456/records/0")
        for form in ("egn", "emn"):
            text = await web.client().get(f"/api/tables/tab23456/records/0?form={form}")
            assert "keep_upcard" in text.text
            assert parse(text.content).games[0].text == own.text


async def test_a_rubber_as_egn_is_refused_with_the_reason() -> None:
    async with served() as web:
        await played(web.context, "tab23456", rulesets.find("bicycle", {"rubber": True, "target": 1}), public=True)
        status, why = refusal(await web.client().get("/api/tables/tab23456/records/0?form=egn"))
        assert status == 409
        assert "write the rubber as a match, EMN" in why
        assert (await web.client().get("/api/tables/tab23456/records/0?form=emn")).status_code == 200


async def test_a_game_that_is_not_over_has_no_record() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        ticket = await opened(ana, seat="south", begin=True, settings={"answer_ms": 60_000})
        at = f"/api/tables/{ticket['table']}/records"
        assert (await ana.get(at)).json() == []
        none = "there is no record with that number: a game has its record once it is over"
        assert refusal(await ana.get(f"{at}/0")) == (404, none)
        assert refusal(await ana.get(f"{at}/-1"))[0] == 404
        assert refusal(await ana.get(f"{at}/0?form=pdf"))[0] == 400


async def test_records_are_made_once_and_again_when_another_game_is_over() -> None:
    async with served() as web:
        driver = await played(web.context, "tab23456", Ruleset(target=1), public=True)
        archive = web.app.state["services"].archive
        first = await archive.games("tab23456")
        assert await archive.games("tab23456") is first
        before = len(driver.lines)
        driver.begin()
        driver.play_out()
        await web.context.store.append("tab23456", before, [line.text for line in driver.lines[before:]])
        assert [game.summary.number for game in await archive.games("tab23456")] == [0, 1]


async def test_text_that_is_no_record_is_not_verified() -> None:
    async with served() as web:
        for text in ("", "x", "{}", '{"log":"uka"}', '{"log":"uka","format":99}', "[" * 100_000, "\x00"):
            status, why = refusal(await web.client().post("/api/verify", content=text, headers=TEXT))
            assert (status, bool(why)) == (400, True)


async def test_a_record_that_takes_too_long_is_refused_and_the_next_is_verified() -> None:
    async with served(check_deadline=1e-6) as web:
        slow = await web.client().post("/api/verify", content="{}", headers=TEXT)
        assert refusal(slow) == (400, "the record takes too long to read")
        web.app.state["services"].checker._seconds = 60.0
        status, why = refusal(await web.client().post("/api/verify", content="{}", headers=TEXT))
        assert status == 400
        assert "too long" not in why


# Replays


async def test_a_finished_game_is_replayed_step_by_step() -> None:
    async with served() as web:
        await played(web.context, "tab23456", Ruleset(target=2), public=True)
        client, at = web.client(), "/api/tables/tab23456/records/0"
        whole = msgspec.json.decode((await client.get(f"{at}/replay")).content, type=GameReplay)
        assert whole.over
        assert whole.deals[0].steps[0].hands[0]
        answer = await client.get(f"{at}/replay", params={"seat": "south", "deal": 0})
        south = msgspec.json.decode(answer.content, type=GameReplay)
        assert answer.headers["content-encoding"] == "gzip"
        plain = await client.get(f"{at}/replay", params={"deal": 0}, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert msgspec.json.decode(plain.content, type=GameReplay).deals[0] == whole.deals[0]
        step = south.deals[0].steps[0]
        assert [hand is not None for hand in step.hands] == [False, False, True, False]
        assert step.deal is not None
        assert step.deal.cards == ()
        for form in ("uka", "egn"):
            text = (await client.get(at, params={"form": form})).text
            answer = await client.post("/api/replay", content=text, headers=TEXT)
            sent = msgspec.json.decode(answer.content, type=GameReplay)
            assert sent.deals == whole.deals


async def test_an_impossible_replay_is_refused_with_a_sentence() -> None:
    async with served() as web:
        await played(web.context, "tab23456", Ruleset(target=1), public=True)
        client, at = web.client(), "/api/tables/tab23456/records"
        text = (await client.get(f"{at}/0")).text
        for path in (f"{at}/1/replay", "/api/tables/tab99999/records/0/replay"):
            assert refusal(await client.get(path))[0] == 404
        for params in ({"seat": "top"}, {"deal": -1}):
            assert refusal(await client.get(f"{at}/0/replay", params=params))[0] == 400
        assert "there is no deal 99" in refusal(await client.get(f"{at}/0/replay", params={"deal": 99}))[1]
        for params in ({"game": 1}, {"deal": 99}, {"seat": "top"}):
            assert refusal(await client.post("/api/replay", params=params, content=text, headers=TEXT))[0] == 400
        for text in ("", "x", "[" * 100_000):
            status, why = refusal(await client.post("/api/replay", content=text, headers=TEXT))
            assert (status, bool(why)) == (400, True)


async def test_a_running_game_is_not_replayed() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        ticket = await opened(ana, seat="south", begin=True, settings={"answer_ms": 60_000})
        answer = await ana.get(f"/api/tables/{ticket['table']}/records/0/replay")
        assert refusal(answer) == (404, "there is no record with that number: a game has its record once it is over")


# Rulesets


async def test_rulesets_are_returned_in_full() -> None:
    async with served() as web:
        client = web.client()
        listed = (await client.get("/api/rulesets")).json()
        assert tuple(line["name"] for line in listed) == rulesets.names()
        for name in rulesets.names():
            page = (await client.get(f"/api/rulesets/{name}")).json()
            assert page["rules"]["name"] == name
            assert len(page["differences"]) == len(rulesets.differences(name))
        changed = (await client.post("/api/rulesets/check", json={"rules": "uka", "changes": {"target": 3}})).json()
        assert {"field": "target", "before": 10, "after": 3} in changed["differences"]


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", ["nothing", "uka.toml", "..%2Fuka", "%2Fetc%2Fpasswd", "pyproject.toml"])
async def test_a_ruleset_is_never_a_path(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    async with served() as web:
        assert (await web.client().get(f"/api/rulesets/{name}")).status_code == 404


async def test_rules_that_contradict_each_other_are_refused() -> None:
    async with served() as web:
        form = {"changes": {"no_trump": True, "benny": "blind"}}
        answer = await web.client().post("/api/rulesets/check", json=form)
        status, why = refusal(answer)
        assert status == 400
        assert "contradicts" in why
        assert answer.json()["fields"] == ["no_trump", "benny"]
        assert "faults" not in (await web.client().get("/api/tables/none")).json()


async def test_all_errors_of_a_ruleset_are_told_at_once() -> None:
    async with served() as web:
        changes = {"rubber": True, "clock": 12, "deals": 3, "no_trump": True, "benny": "blind"}
        answer = await web.client().post("/api/rulesets/check", json={"rules": "uka", "changes": changes})
        assert answer.json()["faults"] == [
            {"fields": ["no_trump", "benny"], "why": "the benny is always a trump"},
            {"fields": ["rubber", "clock"], "why": "a rubber's games end at the target, not at a bell"},
            {"fields": ["rubber", "deals"], "why": "a rubber's games end at the target, not after a number of deals"},
        ]


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"pack": 30}, ["pack"]),
        ({"nonsense": 1}, ["nonsense"]),
        ({"scoring.march": 99}, ["scoring.march"]),
        ({"words.decline": "x" * 300}, ["words.decline"]),
        ({"words.name": "{0}"}, ["words.name"]),
        ({"target": 0}, ["target", "deals", "clock"]),
    ],
)
async def test_a_refused_ruleset_says_which_fields(changes: dict[str, Any], fields: list[str]) -> None:
    async with served() as web:
        answer = await web.client().post("/api/rulesets/check", json={"rules": "uka", "changes": changes})
        assert answer.status_code == 400
        assert answer.json()["fields"] == fields
        assert "fields" not in (await web.client().get("/api/tables/none")).json()


async def test_the_schema_suffices_for_a_form_of_house_rules() -> None:
    async with served() as web:
        told = msgspec.json.decode((await web.client().get("/api/rulesets/schema")).content, type=RulesetSchema)
        assert told == schema()


# Health and metrics


async def test_a_failing_store_is_reported_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served() as web:
        ana = await web.guest("Ana")

        async def full(*args: Any, **more: Any) -> None:
            raise StoreUnavailable("/var/lib/uka/uka.db: disk full")

        monkeypatch.setattr(type(web.context.store), "append", full)
        monkeypatch.setattr(type(web.context.store), "get", full)
        answer = await ana.post("/api/tables", json={})
        assert refusal(answer) == (503, "the server can't reach its store right now: try again in a moment")
        assert int(answer.headers["retry-after"]) > 0
        monkeypatch.undo()
        assert (await ana.get("/api/health/ready")).json()["ready"] is True
        await opened(ana)


async def test_metrics_count_and_name_nobody() -> None:
    async with served() as web:
        ana = await web.guest("Anahera")
        ticket = await opened(ana, seat="south", begin=True)
        player = (await ana.get("/api/me")).json()["player"]
        for path in (f"/api/tables/{ticket['table']}", "/api/tables/secret23", f"/{player}", "/api/me?Anahera"):
            await ana.get(path)
        await ana.request("BREW", "/api/me")
        told = (await ana.get("/metrics")).text
        assert 'uka_requests_total{method="POST",route="/api/tables",status="201"} 1.0' in told
        assert 'uka_requests_total{method="GET",route="/{path}",status="404"} 1.0' in told
        assert 'method="other"' in told
        assert "uka_tables 1.0" in told
        assert "process_resident_memory_bytes" in told
        for secret in (ticket["table"], ticket["invitation"], player, "Anahera", "secret23", "south"):
            assert secret not in told
        labels = set(re.findall(r'(\w+)="', told))
        assert labels <= {"method", "route", "status", "kind", "le"}


# The page and the OpenAPI document


async def test_the_page_has_nothing_inline_and_each_file_that_it_names_is_there() -> None:
    async with served() as web:
        text = (await web.client().get("/")).text
        assert not re.search(r"<script(?! type=\"module\"[^>]* src=)|<style|style=|\son\w+=|javascript:", text)
        named = re.findall(r'(?:href|src)="(/[^"]*)"', text)
        assert any(name.endswith(".js") for name in named)
        for name in (*named, "/worker.js"):
            answer = await web.client().get(name)
            assert answer.status_code == 200
            for_ever = name.startswith("/assets/")
            assert answer.headers["cache-control"] == (CACHE_FOR_EVER if for_ever else "no-cache")


@pytest.mark.parametrize(
    ("path", "accepts", "way"),
    [
        ("/worker.js", "br, gzip", "br"),
        ("/worker.js", "gzip;q=1.0", "gzip"),
        ("/worker.js", "identity", None),
        ("/table/any", "br, gzip", "gzip"),  # the server writes its version into it at the start
        ("/table/any", "identity", None),
    ],
)
async def test_the_page_is_compressed_as_the_browser_accepts(path: str, accepts: str, way: str | None) -> None:
    async with served() as web:
        client = web.client(headers={"accept-encoding": "identity"})
        whole = await client.get(path)
        answer = await client.get(path, headers={"accept-encoding": accepts})
        assert answer.headers.get("content-encoding") == way
        assert answer.headers["vary"] == "Accept-Encoding"
        if way == "br":  # httpx does not decode it
            assert answer.content == (page.BUILT / "worker.js.br").read_bytes() != whole.content
        else:
            assert answer.text == whole.text


async def test_an_unknown_address_is_answered_by_the_page() -> None:
    async with served() as web:
        client = web.client(headers={"accept-encoding": "identity"})
        person = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        answer = await client.get("/tabel", headers=person)
        assert (answer.status_code, answer.text) == (404, (await client.get("/")).text)
        for path, headers in (("/tabel", {}), ("/api/tabel", person), ("/api", person)):
            assert refusal(await client.get(path, headers=headers)) == (404, "there is nothing at this address")


async def test_a_page_that_was_not_built_is_reported_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "BUILT", tmp_path)
    async with served() as web:
        answer = await web.client().get("/")
        assert (answer.status_code, answer.json()["why"]) == (
            503,
            "the page has not been built: in the source tree, make page",
        )


async def test_only_the_engine_may_compile_webassembly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "python-1").mkdir()
    (tmp_path / "engine.json").write_text("{}")
    (tmp_path / "library-1.zip").write_bytes(b"packed")
    (tmp_path / "python-1" / "python.wasm.gz").write_bytes(gzip.compress(b"python"))
    monkeypatch.setattr(page, "ENGINE", tmp_path)
    async with served() as web:
        client = web.client()
        for path, kind, cache, content in (
            ("engine.json", "application/json", "no-cache", b"{}"),
            ("library-1.zip", "application/zip", CACHE_FOR_EVER, b"packed"),
            ("python-1/python.wasm", "application/wasm", CACHE_FOR_EVER, b"python"),
        ):
            for accepts in ("gzip", "identity"):
                answer = await client.get(f"/engine/{path}", headers={"accept-encoding": accepts})
                assert (answer.content, answer.headers["cache-control"]) == (content, cache)
                assert answer.headers["content-type"].startswith(kind)
                assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["content-security-policy"]
        for path in ("/", "/engine", "/api/server"):
            assert "wasm" not in (await client.get(path)).headers["content-security-policy"]


def test_the_openapi_document_lists_every_route_and_response() -> None:
    document = json.loads(openapi_document())
    assert document["openapi"].startswith("3.1")
    known = set(document["components"]["schemas"])
    assert set(re.findall(r"#/components/schemas/(\w+)", openapi_document().decode())) <= known
    assert set(TableSummary.__struct_fields__) == set(document["components"]["schemas"]["TableSummary"]["properties"])
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len(operations) == 74
    shared = document["components"]["responses"]
    assert all("Retry-After" in shared[status]["headers"] for status in ("429", "503"))
    for operation in operations:
        assert {"400", "403", "429", "500"} <= set(operation["responses"])
        assert operation["description"]
        if "requestBody" in operation:
            assert {"413", "415"} <= set(operation["responses"])


async def test_the_server_conforms_to_its_openapi_document(tmp_path: Path, exhaustive: bool) -> None:
    async with served() as web:
        if exhaustive:
            code, said = await fuzzed(web, tmp_path, 10)
        else:
            code, said = await fuzzed(web, tmp_path, 2, phases="examples,fuzzing,stateful")
    assert code == 0, said


# Many people at once


async def test_many_people_can_join_at_once() -> None:
    async with served() as web:
        ticket = await opened(await web.guest("Ana"), settings={"public": True})
        guests = [await web.guest(f"Guest {number}") for number in range(20)]
        at = f"/api/tables/{ticket['table']}/join"
        answers = await asyncio.gather(*(guest.post(at, json={}) for guest in guests))
        assert {answer.status_code for answer in answers} == {200}
        assert len((await web.context.tables.find(ticket["table"])).table.members) == 21


# HEAD


FILLED = {
    "day": "2026-11-24", "match": "nowhere2", "name": "uka", "number": "0", "rules": "uka", "sheet": "results",
    "seat": "south", "deal": "0", "step": "1", "event": "nowhere23456", "player": "nobody2345",
}  # fmt: skip
"""A value of each parameter of a GET route."""
VARYING = {"content-length", "x-request-id"}
"""Headers in which two GET requests for metrics may differ too."""


def addresses(ids: dict[str, str]) -> list[str]:
    """Return an address of each GET route of the OpenAPI document, each static file, each view, and some of nothing."""
    found = list[str]()
    for path, item in json.loads(openapi_document())["paths"].items():
        if "get" in item:
            wanted = [p["name"] for p in item["get"].get("parameters", []) if p["in"] == "query" and p.get("required")]
            query = "&".join(f"{name}={FILLED[name]}" for name in wanted)
            found.append(path.format_map(FILLED | ids) + (f"?{query}" if query else ""))
    files = [path.relative_to(page.BUILT).as_posix() for path in page._uncompressed_files(page.BUILT)]
    fixed = ["api/openapi.json", *files, *page.PAGE_PATHS]
    nothing = ["/nothing", "/api/nothing", "/assets/nothing.js", "/api/tables/nowhere2", "/api/puzzles/uka/999999"]
    return [*found, *(f"/{name}" for name in fixed), *nothing]


async def test_head_answers_wherever_get_does_with_the_same_headers_and_no_body() -> None:
    async with served() as web:
        await played(web.context, "tab23456", Ruleset(target=1), public=True)
        ana = await web.guest("Ana")
        ids = {"table": "tab23456"}
        opened = await ana.post("/api/tournaments", json={"name": "A day"})
        ids["tournament"], link = opened.json()["tournament"], opened.json()["link"]
        told = set[int]()
        for path in addresses(ids):
            for accept in ("text/html", "*/*"):
                headers = {"accept": accept, "accept-encoding": "br", "x-uka-link": link}
                get, head = [await ana.request(method, path, headers=headers) for method in ("GET", "HEAD")]
                assert (head.status_code, head.content) == (get.status_code, b""), path
                varying = VARYING if path == "/metrics" else set[str]()
                kept = [[item for item in each.headers.multi_items() if item[0] not in varying] for each in (get, head)]
                assert kept[0] == kept[1], path
                told.add(get.status_code)
        assert told >= {200, 404}
        metrics = (await ana.get("/metrics")).text
        assert re.search(r'method="HEAD",.*route="/api/lobby".*status="200"', metrics)


async def test_head_is_refused_where_get_is() -> None:
    async with (
        served(requests_an_address=(0.001, 3)) as web,
        listening(web) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as client,
    ):
        wrong = await client.head("/api/tables/nowhere2/socket")
        assert (wrong.status_code, wrong.content) == (405, b"")
        assert int(wrong.headers["content-length"]) > 0
        assert "HEAD" in (await client.post("/")).headers["allow"]
        assert (await client.head("/")).content == b""
        assert (await client.head("/")).status_code == 429


# Search engines


def findable(robots: str, path: str) -> bool:
    """Return whether a text of robots.txt allows a path: the longest rule that fits decides."""
    rules = [line.partition(": ") for line in robots.splitlines() if line.startswith(("Allow", "Disallow"))]
    fitting = [(len(rule), kind) for kind, _, rule in rules if (path + "$").startswith(rule) or path.startswith(rule)]
    return max(fitting)[1] == "Allow"


async def test_search_engines_may_find_nothing_that_belongs_to_somebody() -> None:
    async with served() as web:
        told = await web.client().get("/robots.txt")
        assert (told.status_code, told.headers["content-type"].partition(";")[0]) == (200, "text/plain")
        assert {view for view in page.PAGE_PATHS if findable(told.text, f"/{view}")} == {"", "about", "help", "rules"}
        assert not findable(told.text, "/api/lobby")
        assert not findable(told.text, "/metrics")
        assert findable(told.text, "/assets/index.js")
