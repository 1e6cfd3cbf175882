"""A guest becomes the same person on a second device by a token that works once, and for a short time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from tests.clock import Clock
from tests.server.web import HOME, served
from uka.server.base.clock import ServerClock
from uka.server.http import used_tokens
from uka.server.http.transfer_tokens import LIFETIME, transfer_tokens
from uka.store import StoreUnavailable
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

ANA = Guest("abcdefghij", "Ana Tāne ♠")


def test_a_token_is_good_for_a_short_time_and_only_at_its_server(clock: Clock) -> None:
    tokens = transfer_tokens(b"k" * 32, ServerClock())
    token = tokens.write(ANA)
    found = tokens.read(token)
    assert found is not None
    assert found.content == ANA
    assert token != tokens.write(ANA)
    for wrong in ("", "x", token[:-2], token.swapcase()):
        assert tokens.read(wrong) is None
    assert transfer_tokens(b"x" * 32, ServerClock()).read(token) is None
    clock.shift(LIFETIME + 5)
    assert tokens.read(token) is None


async def test_a_second_device_becomes_the_same_person_once() -> None:
    async with served() as web:
        ana, phone, other = await web.guest("Ana"), web.client(), await web.guest("Ben")
        assert (await web.client().get("/api/me/transfer")).status_code == 401
        before = time.time_ns() // 1_000_000
        answer = await ana.get("/api/me/transfer")
        assert answer.status_code == 200
        token = answer.json()["token"]
        assert before <= answer.json()["expires"] - 1_000 * LIFETIME <= time.time_ns() // 1_000_000 + 1
        me = (await ana.get("/api/me")).json()

        looked = await phone.post("/api/me/claim", json={"token": token, "look": True})
        assert looked.json() == me
        assert (await phone.get("/api/me")).status_code == 401  # to look changes nothing
        assert (await phone.post("/api/me/claim", json={"token": token})).json() == me
        assert (await phone.get("/api/me")).json() == me
        assert (await ana.get("/api/me")).json() == me  # both devices are the same person

        again = await other.post("/api/me/claim", json={"token": token})
        assert (again.status_code, again.json()["why"]) == (
            403,
            "this link has already been used: make a new one on your other device",
        )
        wrong = await other.post("/api/me/claim", json={"token": "x"})
        assert (wrong.status_code, wrong.json()["why"][:21]) == (403, "this link has expired")
        assert (await other.get("/api/me")).json()["name"] == "Ben"


async def test_a_link_used_before_a_restart_stays_used(tmp_path: Path) -> None:
    async with served(path=tmp_path / "uka.db") as web:
        token = (await (await web.guest("Ana")).get("/api/me/transfer")).json()["token"]
        assert (await web.client().post("/api/me/claim", json={"token": token})).status_code == 200
    async with served(path=tmp_path / "uka.db") as web:  # or another server of the fleet
        again = await web.client().post("/api/me/claim", json={"token": token})
        assert (again.status_code, again.json()["why"][:31]) == (403, "this link has already been used")


async def test_one_address_cannot_use_up_what_is_remembered_of_all() -> None:
    """An address with many guests makes and uses links; a guest of another address can still change the device."""
    async with served(claims_an_address=(1e-6, 3)) as web:

        async def device(address: str, token: str) -> int:
            asgi = httpx.ASGITransport(cast(Any, web.app), client=(address, 1))
            async with httpx.AsyncClient(transport=asgi, base_url=HOME) as client:
                return (await client.post("/api/me/claim", json={"token": token})).status_code

        async def token(name: str) -> str:
            return (await (await web.guest(name)).get("/api/me/transfer")).json()["token"]

        tokens = [await token(f"Ana {number}") for number in range(5)]
        assert [await device("192.0.2.1", each) for each in tokens] == [200] * 3 + [429] * 2
        assert await device("192.0.2.2", tokens[3]) == 200  # a refusal uses up no link


async def test_of_several_uses_at_once_one_succeeds() -> None:
    async with served() as web:
        token = (await (await web.guest("Ana")).get("/api/me/transfer")).json()["token"]
        uses = [web.client().post("/api/me/claim", json={"token": token}) for _ in range(8)]
        assert sorted(answer.status_code for answer in await asyncio.gather(*uses)) == [200] + [403] * 7


async def test_used_links_are_forgotten_when_they_can_no_longer_be_used(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(used_tokens, "MOST_TOKENS", 2)
    monkeypatch.setattr(used_tokens, "KEPT_TOKENS", 1)
    async with served() as web:
        used = used_tokens.UsedTokens(web.context.store, "used", LIFETIME, web.context.clock)
        assert [await used.use(nonce) for nonce in ("a", "b", "a")] == [True, True, False]
        with pytest.raises(StoreUnavailable, match="too many links"):
            await used.use("c")
        clock.shift(LIFETIME + 60)
        clock.shift(-LIFETIME)
        assert not await used.use("a")
        clock.shift(3 * LIFETIME + used_tokens.CLOCK_ERROR)
        assert await used.use("c")


@pytest.mark.parametrize("shift", [-86_400, -3_600, 3_600, 86_400])
async def test_a_used_link_stays_used_when_the_clock_is_wrong_for_a_while(clock: Clock, shift: int) -> None:
    """Another link is used meanwhile, so that the server forgets the old ones, if it does."""
    async with served() as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        token = (await ana.get("/api/me/transfer")).json()["token"]
        assert (await web.client().post("/api/me/claim", json={"token": token})).status_code == 200
        clock.shift(shift)
        other = (await ben.get("/api/me/transfer")).json()["token"]
        assert (await web.client().post("/api/me/claim", json={"token": other})).status_code == 200
        clock.shift(-shift)
        assert (await web.client().post("/api/me/claim", json={"token": token})).status_code == 403


async def test_a_guest_makes_only_so_many_links_at_once() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        answers = [(await ana.get("/api/me/transfer")).status_code for _ in range(12)]
        assert answers[:10] == [200] * 10
        assert answers[-1] == 429
