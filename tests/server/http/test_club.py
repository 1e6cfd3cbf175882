"""A club's own server: strangers reach nothing but the door, and members come back by their links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

import httpx
import msgspec
import pytest
from litestar.routes import WebSocketRoute
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.patience import PATIENCE
from tests.server.http.test_disclosure import PLACES
from tests.server.http.test_routes import refusal
from tests.server.web import Web, listening, served
from uka.server.base.club import ClubSettings, club_of
from uka.server.http.request import MEMBERS_ONLY, require_membership
from uka.server.live import club as live_club
from uka.server.live.club import NO_CODE, REMOVED, WRONG_CODE
from uka.server.live.farewells import NO_MEMBER
from uka.wire.club_bodies import ClubFace

pytestmark = pytest.mark.server

CODE = "Kōwhai tree"
WITH_CODE = club_of({"name": "Kirikiriroa <Cards>", "welcome": "Tuesdays at seven.", "door": "code", "code": CODE})
INVITED = club_of({"name": "Kirikiriroa <Cards>", "door": "invitation"})
OPEN = club_of({"name": "Kirikiriroa <Cards>"})
FOR_STRANGERS = {
    "GET /api/club", "POST /api/club/join", "POST /api/me/claim", "GET /api/health/live", "GET /api/health/ready",
    "GET /", "GET /{path:path}",
}  # fmt: skip
"""All that a club answers strangers, who get the page's own files at every path that is no route."""
UNKNOWN = {
    **PLACES,
    "table": "23456789",
    "player": "abcdefghij",
    "event": "23456789abcd",
    "path": "tournament/23456789ab",
}


@asynccontextmanager
async def club(settings: ClubSettings = WITH_CODE, **options: Any) -> AsyncIterator[Web]:
    async with served(club=settings, **options) as web:
        yield web


async def organiser(web: Web) -> httpx.AsyncClient:
    """Return a client of the club's first organiser."""
    assert web.context.club
    client = web.client()
    claim = await client.post("/api/me/claim", json={"token": web.context.club.organisers_link()})
    assert claim.status_code == 200, claim.text
    return client


async def joined(web: Web, name: str, code: str = CODE) -> httpx.AsyncClient:
    """Return a client of a new member."""
    client = web.client()
    page = await client.post("/api/club/join", json={"code": code, "name": name})
    assert page.status_code == 200, page.text
    return client


async def player_of(client: httpx.AsyncClient) -> str:
    return (await client.get("/api/club")).json()["me"]["player"]


def requests(web: Web) -> Iterator[tuple[str, str]]:
    """Yield the method and the template of each HTTP route, documented or not."""
    for route in web.app.routes:
        if not isinstance(route, WebSocketRoute):
            for method in sorted(route.methods):  # pyright: ignore
                yield method, route.path


def address(template: str) -> str:
    return re.sub(r"\{(\w+):\w+\}", lambda found: UNKNOWN[found[1]], template)


def headers_of(client: httpx.AsyncClient) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}


# Strangers


@pytest.mark.daily(1)
@pytest.mark.parametrize("settings", [WITH_CODE, INVITED], ids=["code", "invitation"])
async def test_strangers_reach_no_route_and_no_socket_but_the_door(settings: ClubSettings) -> None:
    async with club(settings) as web, listening(web) as url:
        mere = await organiser(web)
        tama = (await mere.post("/api/club/members", json={"name": "Tama"})).json()
        removed = web.client()
        assert (await removed.post("/api/me/claim", json={"token": tama["link"]})).is_success
        opened = (await removed.post("/api/tables", json={"public": True, "settings": {"public": True}})).json()
        event = (await mere.post("/api/tournaments", json={"name": "The secret day"})).json()
        assert (await mere.delete(f"/api/club/members/{tama['player']}")).status_code == 204
        assert (await mere.post("/api/club/members", json={"name": "Hidden Hemi"})).is_success
        secrets = (opened["table"], event["tournament"], "The secret day", "Hidden Hemi", "Tama", CODE, "kōwhai")
        places = {**UNKNOWN, "table": opened["table"], "tournament": event["tournament"]}
        asked = Counter[str]()

        async def is_refused(client: httpx.AsyncClient, method: str, path: str) -> bool:
            answer = await client.request(method, path, json={} if method in ("POST", "PUT") else None)
            asked[method] += 1
            assert not [secret for secret in secrets if secret in answer.text], (method, path, answer.text)
            return answer.status_code == 401 and answer.json()["why"] == MEMBERS_ONLY

        for viewer in (web.client(), removed):
            reached = set[str]()
            for method, template in requests(web):
                path = re.sub(r"\{(\w+):\w+\}", lambda found: places[found[1]], template)
                if method != "OPTIONS" and not await is_refused(viewer, method, path):
                    reached.add(f"{method} {template}")
            assert reached == FOR_STRANGERS
            for path in ("//api/lobby", "/api//lobby", "/api/lobby/", "/%61pi/lobby", "/api/./lobby", "/metrics/"):
                answer = await viewer.get(f"http://uka.test{path}")
                assert answer.status_code in (401, 404), (path, answer.text)
            assert (await viewer.head("/api/lobby")).status_code == 401
            for route in web.app.routes:
                if isinstance(route, WebSocketRoute):
                    path = re.sub(r"\{(\w+):\w+\}", lambda found: places[found[1]], route.path)
                    asked["socket"] += 1
                    with pytest.raises(InvalidStatus):
                        await connect(url.replace("http", "ws", 1) + path, additional_headers=headers_of(viewer))
        assert asked["socket"] == 4
        assert sum(asked.values()) > 100
        print(f"strangers asked {sum(asked.values())} times: {dict(asked)}")


async def test_strangers_see_the_name_the_welcome_and_a_place_for_the_code() -> None:
    async with club() as web:
        stranger = web.client()
        page = (await stranger.get("/api/club")).json()
        assert page == {"club": msgspec.to_builtins(WITH_CODE.face), "me": None}
        html = (await stranger.get("/tables")).text
        if "uka-club" not in html:
            pytest.skip("the page is not built")
        assert "<title>Kirikiriroa &lt;Cards&gt;</title>" in html
        found = re.search(r'<meta name="uka-club" content="([^"]*)"', html)
        assert found
        assert msgspec.json.decode(unescape(found[1]), type=ClubFace) == WITH_CODE.face
        assert CODE not in html


async def test_a_server_without_a_club_has_no_door() -> None:
    async with served() as web:
        assert web.context.club is None
        assert require_membership not in web.app.guards
        ana = await web.guest("Ana")
        assert refusal(await ana.get("/api/club")) == (404, "this server belongs to no club")
        assert refusal(await ana.post("/api/club/join", json={})) == (404, "this server belongs to no club")
        assert "uka-club" not in (await ana.get("/")).text
        assert await web.context.store.get("club") is None
        ana.cookies.clear()
        assert (await ana.get("/api/lobby")).status_code == 200


async def test_the_routes_answer_members() -> None:
    async with club() as web:
        ana = await joined(web, "Ana")
        for method, template in requests(web):
            if method == "GET":
                answer = await ana.get(address(template))
                assert answer.status_code != 401, template


# The door


async def test_a_person_comes_in_with_the_code_however_it_is_written() -> None:
    async with club() as web:
        for wrong in ("", "kowhai tree", CODE + "s", "x" * 200):
            answer = await web.client().post("/api/club/join", json={"code": wrong, "name": "Ana"})
            assert refusal(answer) == (403, WRONG_CODE)
            assert "set-cookie" not in answer.headers
        ana = await joined(web, "Ana", "  kōwhaiTREE ")
        assert (await ana.get("/api/me")).json()["name"] == "Ana"
        assert (await ana.get("/api/lobby")).status_code == 200
        again = await ana.post("/api/club/join", json={"code": CODE, "name": "Other"})
        assert again.json()["me"]["name"] == "Ana"
        other = await web.client().post("/api/club/join", json={"code": CODE, "name": "ANA"})
        assert refusal(other) == (409, "there is already a member named Ana: choose another name")


async def test_codes_are_not_tried_for_ever() -> None:
    async with club(codes_an_address=(1e-6, 3)) as web:
        for _ in range(3):
            assert (await web.client().post("/api/club/join", json={"code": "wrong"})).status_code == 403
        late = await web.client().post("/api/club/join", json={"code": CODE})
        assert refusal(late) == (429, "too many codes from your address: wait a moment")


async def test_without_an_invitation_nobody_comes_in() -> None:
    async with club(INVITED) as web:
        assert refusal(await web.client().post("/api/club/join", json={"name": "Ana"})) == (403, NO_CODE)


async def test_an_open_club_is_joined_without_a_code() -> None:
    async with club(OPEN) as web:
        ana = await web.guest("Ana")
        assert (await ana.get("/api/club")).json()["me"] is None
        assert (await ana.post("/api/club/join", json={})).json()["me"]["name"] == "Ana"
        assert (await web.client().get("/api/lobby")).status_code == 200


# Members' links


async def test_a_members_link_signs_in_any_browser() -> None:
    async with club() as web:
        ana = await joined(web, "Ana")
        link = (await ana.get("/api/club")).json()["me"]["link"]
        phone = web.client()
        looked = await phone.post("/api/me/claim", json={"token": link, "look": True})
        assert (looked.json()["name"], "set-cookie" in looked.headers) == ("Ana", False)
        assert (await phone.get("/api/lobby")).status_code == 401
        for _ in range(2):  # as often as she likes
            assert (await phone.post("/api/me/claim", json={"token": link})).json() == looked.json()
        assert await player_of(phone) == await player_of(ana)
        for wrong in (link[:-1], link.swapcase(), link.replace(".", ""), f"{link}x", "x.y", "."):
            assert (await web.client().post("/api/me/claim", json={"token": wrong})).status_code == 403


async def test_a_member_has_one_name_everywhere() -> None:
    async with club() as web:
        ana, ben = await joined(web, "Ana"), await joined(web, "Ben")
        assert (await ana.put("/api/me", json={"name": "Ani", "avatar": "kite"})).status_code == 200
        names = [member["name"] for member in (await ben.get("/api/club/members")).json()]
        assert names == ["Organiser", "Ani", "Ben"]
        taken = await ben.put("/api/me", json={"name": "ani"})
        assert refusal(taken) == (409, "there is already a member named Ani: choose another name")
        assert (await ben.get("/api/me")).json()["name"] == "Ben"


async def test_only_an_organiser_invites_sees_links_and_removes() -> None:
    async with club() as web:
        mere, ana = await organiser(web), await joined(web, "Ana")
        assert {member["link"] for member in (await ana.get("/api/club/members")).json()} == {None}
        assert all(member["link"] for member in (await mere.get("/api/club/members")).json())
        only = (403, "only an organiser of the club can do that")
        assert refusal(await ana.post("/api/club/members", json={"name": "Ben"})) == only
        assert refusal(await ana.delete(f"/api/club/members/{await player_of(mere)}")) == only
        last = await mere.delete(f"/api/club/members/{await player_of(mere)}")
        assert refusal(last) == (409, "a club needs an organiser, and this is the only one")
        assert refusal(await mere.delete("/api/club/members/nobody")) == (404, "there is no such member")


async def test_a_club_may_have_several_organisers() -> None:
    async with club() as web:
        mere, ana = await organiser(web), await joined(web, "Ana")
        his, hers = f"/api/club/members/{await player_of(mere)}", f"/api/club/members/{await player_of(ana)}"
        assert refusal(await ana.put(hers, json={"organiser": True}))[0] == 403
        assert (await mere.put(hers, json={"organiser": True})).json()["organiser"]
        assert not (await ana.put(his, json={"organiser": False})).json()["organiser"]
        last = await ana.put(hers, json={"organiser": False})
        assert refusal(last) == (409, "a club needs an organiser, and this is the only one")
        assert refusal(await ana.put("/api/club/members/nobody", json={"organiser": True}))[0] == 404
        assert (await ana.delete(his)).status_code == 204


async def test_members_stay_when_the_server_starts_again() -> None:
    async with club() as web:
        ana = await joined(web, "Ana")
        first = web.context.club
        assert first
        await first.start()
        assert [member.guest.name for member in first.members] == ["Organiser", "Ana"]
        other = live_club.Club(WITH_CODE, web.context.store, web.context.keys.secret, web.context.clock)
        link = (await ana.get("/api/club")).json()["me"]["link"]
        found = await other.member_of(link)  # another process has not read the members yet
        assert found
        assert found.guest.name == "Ana"
        assert other.organisers_link() == first.organisers_link()


# Removal


async def heard_end(socket: ClientConnection) -> tuple[str, int]:
    """Return the reason and the code with which the server closes a socket."""
    await socket.wait_closed()
    assert socket.close_reason
    assert socket.close_code
    return socket.close_reason, socket.close_code


async def test_a_removed_member_is_outside_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_club, "INTERVAL", PATIENCE)  # so that only the removal itself can close the sockets
    async with club() as web, listening(web) as url:
        mere, ana = await organiser(web), await joined(web, "Ana")
        player, link = await player_of(ana), (await ana.get("/api/club")).json()["me"]["link"]
        table = (await ana.post("/api/tables", json={"seat": "south"})).json()["table"]
        event = (await mere.post("/api/tournaments", json={"name": "The day"})).json()["tournament"]
        base = url.replace("http", "ws", 1)
        at_table = await connect(f"{base}/api/tables/{table}/socket", additional_headers=headers_of(ana))
        in_hall = await connect(f"{base}/api/tournaments/{event}/socket", additional_headers=headers_of(ana))
        await in_hall.send('{"type":"present_link","id":"1","link":""}')
        await at_table.recv()
        await in_hall.recv()
        assert (await mere.delete(f"/api/club/members/{player}")).status_code == 204
        for socket in (at_table, in_hall):
            assert await heard_end(socket) == NO_MEMBER
        assert refusal(await ana.get(f"/api/tables/{table}")) == (401, MEMBERS_ONLY)
        assert (await web.client().post("/api/me/claim", json={"token": link})).status_code == 403
        assert refusal(await ana.post("/api/club/join", json={"code": CODE})) == (403, REMOVED)
        invited = (await mere.post("/api/club/members", json={"name": "Ana"})).json()  # her name is free again
        assert (await ana.post("/api/me/claim", json={"token": invited["link"]})).status_code == 200
        assert (await ana.get("/api/lobby")).status_code == 200


async def test_another_process_notices_a_removal_within_a_second() -> None:
    async with club() as web, listening(web) as url:
        ana = await joined(web, "Ana")
        table = (await ana.post("/api/tables", json={"seat": "south"})).json()["table"]
        other = live_club.Club(WITH_CODE, web.context.store, web.context.keys.secret, web.context.clock)
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with connect(address, additional_headers=headers_of(ana)) as socket:
            await other.remove(await player_of(ana))
            assert await heard_end(socket) == NO_MEMBER
        assert (await ana.get("/api/lobby")).status_code == 401
