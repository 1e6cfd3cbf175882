"""Token buckets as properties, and the rate limits of a whole server."""

from __future__ import annotations

import asyncio
import re
from typing import Any, cast

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.web import HOME, served
from uka.server.base.options import InvalidLimit, ServerOptions, limit_lines, limit_names, read_limits
from uka.server.base.rate_limits import RateLimiter, TokenBucket, client_network
from uka.server.cluster.shared_rate_limits import SharedRateLimits
from uka.server.http import middleware

pytestmark = pytest.mark.server

times = st.lists(st.floats(0, 2), min_size=1, max_size=200)


@given(st.floats(0.1, 10), st.integers(1, 5), times)
def test_a_bucket_never_gives_more_than_its_rate_and_burst(rate: float, burst: int, pauses: list[float]) -> None:
    bucket, now, taken = TokenBucket(rate, burst), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if bucket.take(now):
            taken.append(now)
        else:
            assert 0 < bucket.seconds_to_wait(now) <= 1 / rate
    for first in range(len(taken)):
        span = taken[-1] - taken[first]
        assert len(taken) - first <= burst + span * rate + 1e-6


@given(st.floats(0.1, 10), st.integers(1, 5))
def test_a_token_is_there_after_the_wait_and_not_just_before(rate: float, burst: int) -> None:
    bucket = TokenBucket(rate, burst)
    assert all(bucket.take(0) for _ in range(burst))
    wait = bucket.seconds_to_wait(0)
    assert not bucket.take(wait * 0.99)
    assert bucket.take(wait * 1.0001)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = TokenBucket(1, 1)
    assert bucket.take(10)
    assert not bucket.take(0)


@pytest.mark.daily(1)
@pytest.mark.parametrize("servers", [2, 3, 10])
def test_a_flood_over_several_servers_gets_the_rate_of_one_in_the_long_run(servers: int) -> None:
    """They tell each other three times a second what they have let through."""
    rate, burst = 50.0, 600.0
    shared = [SharedRateLimits(b"key") for _ in range(servers)]
    doors = [each.limiter("door", (rate, burst)) for each in shared]
    passed = list[int]()
    for beat in range(180):
        now, before = beat / 3, sum(passed)
        taken = sum(not door.take("flood", now + step / 30) for step in range(10) for door in doors for _ in range(100))
        passed.append(taken)
        reports = {str(index): each.taken() for index, each in enumerate(shared)}
        for index, each in enumerate(shared):
            each.receive({name: report for name, report in reports.items() if name != str(index)}, now + 0.3)
        assert before + taken <= servers * (burst + rate / 3) + rate * now
    assert sum(passed[90:]) <= 30 * rate * 1.1


@given(st.lists(st.tuples(st.integers(0, 30), st.floats(0, 1)), max_size=300))
def test_each_key_has_its_own_bucket_and_few_are_remembered(asked: list[tuple[int, float]]) -> None:
    buckets, alone, now = RateLimiter((1, 2), most=10_000), dict[int, TokenBucket](), 0.0
    for key, pause in asked:
        now += pause
        expected = alone.setdefault(key, TokenBucket(1, 2)).take(now)
        assert (buckets.take(key, now) == 0) is expected
    few = RateLimiter((1, 2), most=5)
    for key, _ in asked:
        few.take(key, 0)
        assert len(few) <= 5


def test_idle_keys_are_forgotten() -> None:
    buckets = RateLimiter((1, 2))
    for key in range(100):
        buckets.take(key, 0)
    for now in range(10, 120):
        buckets.take("busy", now)
    assert len(buckets) == 1


def test_addresses_of_one_customer_count_as_one() -> None:
    assert client_network("2001:db8::1") == client_network("2001:db8::ffff:1:2:3") != client_network("2001:db8:0:1::1")
    assert client_network("::ffff:192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("teams", "is a whole number from 1 on, not ''"),
        ("teams=0", "is a whole number from 1 on, not '0'"),
        ("teams=1.5", "is a whole number"),
        ("check_deadline=nan", "is a number from 0 on"),
        ("tables_a_guest=5", "is a rate and how many at once, such as 5/minute:20, not '5'"),
        ("tables_a_guest=5/day:20", "is a rate"),
        ("tables_a_guest=0/minute:20", "is a rate"),
        ("tables_a_guest=5/minute:inf", "is a rate"),
        ("hosts=x", "there is no limit named 'hosts': there are "),
    ],
)
def test_an_invalid_limit_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(InvalidLimit, match=re.escape(why)):
        read_limits([text])


def test_every_limit_can_be_set_to_its_default() -> None:
    for name in limit_names():
        usual = getattr(ServerOptions, name)
        text = f"{usual[0] * 3_600!r}/hour:{usual[1]}" if isinstance(usual, tuple) else repr(usual)
        assert read_limits([f"{name}={text}"])[name] == pytest.approx(usual)


def test_the_listed_limits_are_those_in_use() -> None:
    listed = limit_lines()
    assert "tables_a_guest=20/minute:20" in listed
    read = read_limits(listed)
    assert sorted(read) == limit_names()
    assert all(value == pytest.approx(getattr(ServerOptions, name)) for name, value in read.items())


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("limit", "method", "path", "body"),
    [
        ("requests_an_address", "GET", "/nothing", None),
        ("requests_an_address", "GET", "/api/rulesets", None),
        ("requests_a_guest", "GET", "/api/me", None),
        ("tables_a_guest", "POST", "/api/tables", {}),
        ("tables_an_address", "POST", "/api/tables", {}),
        ("tournaments_a_guest", "POST", "/api/tournaments", {"name": "A day of Uka"}),
        ("tournaments_an_address", "POST", "/api/tournaments", {"name": "A day of Uka"}),
    ],
)
async def test_too_many_requests_are_refused_with_a_time_to_retry(
    limit: str, method: str, path: str, body: object
) -> None:
    async with served() as web:
        plain = (await (await web.guest("Ana")).request(method, path, json=body)).status_code
    limits: dict[str, Any] = {limit: (0.001, 3)}
    async with served(**limits) as web:
        client = await web.guest("Ana")
        answers = [await client.request(method, path, json=body) for _ in range(5)]
        statuses = [answer.status_code for answer in answers]
        assert statuses[:2] == [plain] * 2
        assert statuses[-1] == 429
        assert "wait a moment" in answers[-1].json()["why"]
        assert 900 < int(answers[-1].headers["retry-after"]) <= 1_000


async def test_only_an_address_beyond_its_limit_waits_for_its_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "REFUSAL_DELAY", 3.0)
    async with served(requests_an_address=(0.001, 2)) as web:
        client = web.client()
        for _ in range(2):
            await client.get("/nothing")
        refused = asyncio.create_task(client.get("/nothing"))
        away = httpx.ASGITransport(cast(Any, web.app), client=("192.0.2.7", 7))
        other = await httpx.AsyncClient(transport=away, base_url=HOME).get("/nothing")
        assert not refused.done(), "an answer at once is an invitation to ask again at once"
        assert (other.status_code, (await refused).status_code) == (404, 429)


async def test_a_refusal_for_the_limit_of_a_route_is_delayed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "REFUSAL_DELAY", 3.0)
    async with served(requests_a_guest=(0.001, 1)) as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        await ana.get("/api/me")
        refused = asyncio.create_task(ana.get("/api/me"))
        assert (await ben.get("/api/me")).status_code == 200
        assert not refused.done()
        assert (await refused).status_code == 429


async def test_a_request_that_also_takes_a_seat_and_begins_counts_once() -> None:
    async with served(requests_a_guest=(0.001, 1)) as web:
        ana = await web.guest("Ana")
        opened = await ana.post("/api/tables", json={"seat": "south", "begin": True})
        assert opened.status_code == 201, opened.text


async def test_a_busy_guest_does_not_limit_another() -> None:
    async with served(requests_a_guest=(0.001, 1)) as web:
        ana, ben = await web.guest("Ana"), await web.guest("Ben")
        assert [(await ana.get("/api/me")).status_code for _ in range(2)] == [200, 429]
        assert (await ben.get("/api/me")).status_code == 200


async def test_an_address_can_make_a_limited_number_of_guests() -> None:
    async with served(guests_an_address=(0.001, 2)) as web:
        made = [await web.client().put("/api/me", json={}) for _ in range(3)]
        assert [answer.status_code for answer in made] == [200, 200, 429]
        assert "set-cookie" not in made[-1].headers


async def test_verification_is_rate_limited() -> None:
    async with served(checks_an_address=(0.001, 1)) as web:
        said = {"content-type": "text/plain"}
        answers = [await web.client().post("/api/verify", content="x", headers=said) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [400, 429]
