"""A guest becomes the same person on a second device by a token that works once, and for a short time."""

from __future__ import annotations

import time
from unittest.mock import patch

import pytest

from tests.server.web import served
from uka.server.http.transfer_tokens import LIFETIME, TransferTokens
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

ANA = Guest("abcdefghij", "Ana Tāne ♠")


def test_a_token_is_good_for_a_short_time_and_only_at_its_server() -> None:
    tokens, now = TransferTokens(b"k" * 32), time.time()
    token = tokens.write(ANA)
    assert tokens.read(token)[:2] == (ANA.player, ANA.name)  # type: ignore[index]
    assert token != tokens.write(ANA)
    for wrong in ("", "x", token[:-2], token.swapcase()):
        assert tokens.read(wrong) is None
    assert TransferTokens(b"x" * 32).read(token) is None
    with patch("time.time", lambda: now + LIFETIME + 5):
        assert tokens.read(token) is None


async def test_a_second_device_becomes_the_same_person_once() -> None:
    async with served() as web:
        ana, phone, other = await web.guest("Ana"), web.client(), await web.guest("Ben")
        assert (await web.client().get("/api/me/transfer")).status_code == 401
        answer = await ana.get("/api/me/transfer")
        assert answer.status_code == 200
        token = answer.json()["token"]
        assert 0 < answer.json()["expires"] - time.time() * 1_000 <= LIFETIME * 1_000 + 5_000
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


async def test_a_guest_makes_only_so_many_links_at_once() -> None:
    async with served() as web:
        ana = await web.guest("Ana")
        answers = [(await ana.get("/api/me/transfer")).status_code for _ in range(12)]
        assert answers[:10] == [200] * 10
        assert answers[-1] == 429
