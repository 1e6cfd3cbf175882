"""Guest cookies: only the server that wrote a cookie accepts it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock import Clock
from tests.server.web import served
from uka.server.base.clock import ServerClock
from uka.server.base.expiring_tokens import ExpiringTokens
from uka.server.http.guest_cookies import COOKIE, HOST_COOKIE, LIFETIME, GuestCookies, guest_named
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

KEY = b"k" * 32
ANA = Guest("abcdefghij", "Ana Tāne ♠")


def cookies_of(key: bytes = KEY) -> GuestCookies:
    return GuestCookies(key, ServerClock())


def written(guest: Guest = ANA, key: bytes = KEY) -> str:
    cookie = cookies_of(key).write(guest, https=False)
    assert cookie.value is not None
    return cookie.value


def test_a_cookie_identifies_its_guest_for_a_year(clock: Clock) -> None:
    cookie = written()
    assert cookies_of().read(cookie) == ANA
    clock.shift(LIFETIME - 10)
    assert cookies_of().read(cookie) == ANA
    clock.shift(20)
    assert cookies_of().read(cookie) is None


def test_a_cookie_is_good_after_the_clock_was_set_back(clock: Clock) -> None:
    cookie = written()
    clock.shift(-24 * 3_600)
    assert cookies_of().read(cookie) == ANA


def test_a_cookie_of_another_server_is_ignored() -> None:
    assert cookies_of(b"x" * 32).read(written()) is None


@given(st.data())
def test_a_cut_or_changed_cookie_is_ignored(data: st.DataObject) -> None:
    cookie = written()
    at = data.draw(st.integers(0, len(cookie) - 1))
    assert cookies_of().read(cookie[:at]) is None
    letter = data.draw(st.characters(codec="ascii").filter(lambda c: c != cookie[at]))
    assert cookies_of().read(cookie[:at] + letter + cookie[at + 1 :]) is None


@given(st.text())
def test_arbitrary_text_is_no_cookie(text: str) -> None:
    assert cookies_of().read(text) is None


@pytest.mark.parametrize("content", [None, 1, [], ["a"], {"player": "a"}, {"player": 1, "name": "b"}])
def test_other_data_signed_with_the_key_is_no_cookie(content: object) -> None:
    tokens = ExpiringTokens[object](KEY, "guest", object, LIFETIME, ServerClock())
    assert cookies_of().read(tokens.write(content)) is None


@pytest.mark.parametrize("purpose", ["transfer", "", "guest/"])
def test_a_token_for_another_purpose_is_no_cookie(purpose: str) -> None:
    assert cookies_of().read(ExpiringTokens(KEY, purpose, Guest, LIFETIME, ServerClock()).write(ANA)) is None


def test_players_keep_their_ids_which_are_no_reserved_names() -> None:
    found = {guest_named("Ana").player for _ in range(200)}
    assert len(found) == 200
    assert all(len(player) == 10 and player.isalpha() and player.islower() for player in found)
    assert guest_named("Ben", ANA) == Guest(ANA.player, "Ben")
    assert guest_named(None).name.startswith("Guest ")


async def test_a_guest_takes_a_name_changes_it_and_is_forgotten() -> None:
    async with served() as web:
        client = web.client()
        refused = await client.get("/api/me")
        assert (refused.status_code, refused.json()) == (401, {"why": "say who you are first: PUT /api/me"})
        first = (await client.put("/api/me", json={"name": " Ana\u202e "})).json()
        assert first["name"] == "Ana"
        second = (await client.put("/api/me", json={"name": "Anahera"})).json()
        assert second == {"player": first["player"], "name": "Anahera", "avatar": None}
        assert (await client.get("/api/me")).json() == second
        assert (await client.delete("/api/me")).status_code == 204
        assert (await client.get("/api/me")).status_code == 401


async def test_scripts_and_other_sites_cannot_use_the_cookie() -> None:
    async with served() as web:
        for base, secure, name in (("http://uka.test", False, COOKIE), ("https://uka.test", True, HOST_COOKIE)):
            client = web.client()
            (cookie,) = (await client.put(f"{base}/api/me", json={})).headers.get_list("set-cookie")
            assert cookie.startswith(f"{name}=")
            assert "domain" not in cookie.lower()
            parts = set(cookie.lower().split("; "))
            assert {"httponly", "samesite=lax", "path=/", f"max-age={LIFETIME}"} <= parts
            assert ("secure" in parts) is secure


def test_the_cookie_of_the_scheme_counts() -> None:
    cookies = {COOKIE: written(Guest("eve", "Eve")), HOST_COOKIE: written()}
    assert cookies_of().find(cookies, https=True) == ANA
    assert cookies_of().find(cookies, https=False) == Guest("eve", "Eve")
    assert cookies_of().find({COOKIE: written()}, https=True) is None


@pytest.mark.parametrize("base", ["http://uka.test", "https://uka.test"])
async def test_the_cookie_is_removed(base: str) -> None:
    async with served() as web:
        client = web.client(base_url=base)
        await client.put("/api/me", json={})
        (told,) = (await client.delete("/api/me")).headers.get_list("set-cookie")
        assert "Max-Age=0" in told
        assert not client.cookies
        assert (await client.get("/api/me")).status_code == 401


async def test_a_forged_cookie_is_ignored_and_replaced() -> None:
    async with served() as web:
        theirs = written(key=b"other" * 8)
        client = web.client(cookies={COOKIE: theirs})
        assert (await client.get("/api/me")).status_code == 401
        made = await web.client(cookies={COOKIE: theirs}).put("/api/me", json={"name": "Ana"})
        assert made.json()["player"] != ANA.player


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"name": "\u202e\u200b"}, "a name has 1 to 32 letters"),
        ({"name": "bot (club)"}, "that name is reserved: choose another"),
        ({"name": 7}, "the request is not understood: Expected `str | null`, got `int` - at `$.name`"),
        ({"nam": "Ana"}, "the request is not understood: Object contains unknown field `nam`"),
        ([], "the request is not understood: Expected `object`, got `array`"),
    ],
)
async def test_invalid_names_are_refused_with_a_sentence(form: object, why: str) -> None:
    async with served() as web:
        answer = await web.client().put("/api/me", json=form)
        assert (answer.status_code, answer.json()) == (400, {"why": why})
        assert "set-cookie" not in answer.headers
