"""The middleware: allowed hosts and origins, sizes of bodies, and the headers of every response."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.patience import PATIENCE
from tests.server.web import HOME, listening, served
from uka.server.base.problems import HttpRefusal
from uka.server.base.security import check_host, is_allowed_origin
from uka.server.http.middleware import HEADERS
from uka.wire.http_bodies import MOST_BYTES, MOST_RECORD_BYTES

pytestmark = pytest.mark.server

UNSAFE = [
    ("PUT", "/api/me"),
    ("DELETE", "/api/me"),
    ("POST", "/api/tables"),
    ("POST", "/api/verify"),
    ("POST", "/api/replay"),
]
FOREIGN = ["http://evil.example", "null", "", "https://uka.test.evil.example", "http://uka.test:81", "ftp://uka.test"]
JSON, TEXT = {"content-type": "application/json"}, {"content-type": "text/plain"}


# Origins and hosts


@pytest.mark.daily(2)
@pytest.mark.parametrize(("method", "path"), UNSAFE)
async def test_pages_of_other_sites_cannot_change_anything(method: str, path: str) -> None:
    async with served() as web:
        client = await web.guest("Ana")
        for origin in FOREIGN:
            answer = await client.request(method, path, headers={"origin": origin})
            assert answer.status_code == 403, origin
            assert answer.json() == {"why": "a page of another site may not do that here"}
            assert "set-cookie" not in answer.headers
        for origin in (HOME, "http://UKA.test"):
            assert (await client.request(method, path, headers={"origin": origin})).status_code != 403
        assert (await client.request(method, path)).status_code != 403


async def test_pages_of_other_sites_may_read_and_listed_ones_may_change() -> None:
    async with served(origins=("https://club.example",)) as web:
        client = web.client()
        assert (await client.get("/api/rulesets", headers={"origin": "http://evil.example"})).status_code == 200
        listed = await client.put("/api/me", json={}, headers={"origin": "https://club.example"})
        assert listed.status_code == 200


async def test_a_page_over_http_may_not_change_a_server_reached_over_https() -> None:
    name = "uka.example"
    async with served(origins=(f"https://{name}",), hosts=("localhost", name)) as web:
        for base in (f"http://{name}", f"https://{name}"):  # through a proxy without forwarding headers, and with them
            client = web.client(base_url=base)
            for origin, status in ((f"http://{name}", 403), (f"https://{name}", 200)):
                assert (await client.put("/api/me", json={}, headers={"origin": origin})).status_code == status
        client = web.client(base_url="http://localhost")
        for origin, status in (("http://localhost", 200), (f"http://{name}", 403)):
            assert (await client.put("/api/me", json={}, headers={"origin": origin})).status_code == status


async def test_a_trusted_proxy_says_that_a_request_came_over_https() -> None:
    async with served() as web, listening(web) as url:
        here = url.partition("://")[2]
        told = {"x-forwarded-proto": "https"}
        async with httpx.AsyncClient(base_url=url, headers=told, timeout=60) as client:
            for origin, status in ((f"http://{here}", 403), (f"https://{here}", 200)):
                assert (await client.put("/api/me", json={}, headers={"origin": origin})).status_code == status
        address = f"ws://{here}/api/tables/tab23456/socket"
        with pytest.raises(InvalidStatus):
            await connect(address, origin=url, additional_headers=told)  # type: ignore[arg-type]
        async with connect(address, origin=f"https://{here}", additional_headers=told) as socket:  # type: ignore[arg-type]
            assert "PUT /api/me" in str(await socket.recv())


async def test_over_https_browsers_are_told_to_use_only_https() -> None:
    async with served(hosts=("uka.test",)) as web:
        for path in ("/", "/api/health/live", "/nothing"):
            secure, plain = [
                await web.client().get(f"{base}{path}") for base in ("https://uka.test", "http://uka.test")
            ]
            assert secure.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in plain.headers
        refused = await web.client().get("https://evil.example/")
        assert refused.status_code == 400
        assert refused.headers["strict-transport-security"]


@pytest.mark.daily(2)
@pytest.mark.parametrize("path", ["/", "/api/me", "/api/health/live", "/metrics", "/nothing"])
async def test_a_local_server_answers_only_to_local_names(path: str) -> None:
    async with served(hosts=("localhost",)) as web:
        client = web.client()
        for host in ("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"):
            answer = await client.get(path, headers={"host": host})
            assert answer.status_code == 400, host
            assert answer.json() == {"why": "this server does not answer to that name"}
        for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.0.2.1"):
            assert (await client.get(path, headers={"host": host})).status_code in (200, 401, 404), host


HOSTS = [
    (),
    ("",),
    ("localhost", "localhost"),
    ("localhost", "evil.example"),
    ("a@127.0.0.1",),
    ("evil.example@localhost",),
    ("localhost, evil.example",),
    ("localhost/evil",),
    ("localhost?",),
    ("localhost#x",),
    ("localhost:80:90",),
    ("localhost:x",),
    ("[",),
    ("::1",),
    ("[::1].evil.example",),
    ("http://localhost",),
    ("local host",),
    ("l\u00f6calhost",),
]
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize("named", [(), ("localhost",)])
async def test_a_request_or_socket_needs_one_host_header_with_a_host(named: tuple[str, ...]) -> None:
    async with served(hosts=named) as web, listening(web) as url:
        for path, more in (("/api/rulesets", ""), ("/", ""), ("/api/tables/tab23456/socket", UPGRADE)):
            for hosts in HOSTS:
                answer = await raw(url, path, hosts, more)
                assert answer.status_code == 400, (path, hosts)
                assert answer.json() == {
                    "why": "a request needs one Host header, with a host name or an IP address and perhaps a port"
                }
                check_safe(answer)
            for host in ("localhost", "127.0.0.1:80", "[::1]:80", "LOCALHOST:"):
                assert (await raw(url, path, (host,), more)).status_code in (101, 200), (path, host)


async def raw(url: str, path: str, hosts: Sequence[str], more: str = "") -> httpx.Response:
    """Send a request of HTTP/1.1 with these Host headers; return the response."""
    reader, writer = await asyncio.open_connection(*url.removeprefix("http://").split(":"))
    try:
        named = "".join(f"Host:{host}\r\n" for host in hosts)
        writer.write(f"GET {path} HTTP/1.1\r\n{named}{more}\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = httpx.Headers([(name, value) for name, _, value in (line.partition(": ") for line in lines)])
            status = int(first.split()[1])
            length = 0 if status == 101 else int(headers["content-length"])
            body = await reader.readexactly(length)
    finally:
        writer.close()
    return httpx.Response(status, headers=headers, content=body, request=httpx.Request("GET", url + path))


@given(st.lists(st.text(max_size=30), max_size=2))
def test_arbitrary_host_headers_are_allowed_or_refused(hosts: list[str]) -> None:
    with suppress(HttpRefusal):
        assert check_host(hosts, ("localhost",)) == hosts[0]


@given(st.text(max_size=30))
def test_an_arbitrary_origin_is_not_the_servers_own(text: str) -> None:
    assert is_allowed_origin(text, text, ()) is False


async def test_a_socket_over_the_rate_limit_is_told_so_in_its_handshake() -> None:
    async with served(requests_an_address=(0.5, 1)) as web, listening(web) as url:
        assert (await raw(url, "/", ["localhost"])).status_code == 200
        refused = await raw(url, "/api/tables/tab23456/socket", ["localhost"], UPGRADE)
        assert refused.status_code == 429
        assert refused.json() == {"why": "too many requests from your address: wait a moment"}
        assert refused.headers["retry-after"]


async def test_sockets_are_opened_for_pages_of_the_server_only() -> None:
    async with served() as web, listening(web) as url:
        address = url.replace("http", "ws") + "/api/tables/tab23456/socket"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin="http://evil.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert refused.value.response.body == b'{"why":"a page of another site may not do that here"}'
        async with connect(address, origin=url) as socket:  # type: ignore[arg-type]
            assert "PUT /api/me" in str(await socket.recv())
            await socket.wait_closed()
        assert socket.close_code == 4401


# Bodies


async def test_a_body_needs_the_right_content_type() -> None:
    async with served() as web:
        client = await web.guest("Ana")
        for said in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            answer = await client.post("/api/tables", content="{}", headers={"content-type": said})
            assert answer.status_code == 415
            assert answer.json() == {
                "why": "the body must be application/json, and the request must say so in Content-Type"
            }
        assert (await client.post("/api/verify", content="{}", headers=JSON)).status_code == 415
        utf8 = {"content-type": "application/json; charset=utf-8"}
        assert (await client.put("/api/me", content="{}", headers=utf8)).status_code == 200


async def endless(chunk: bytes, sent: list[int]) -> AsyncIterator[bytes]:
    while sum(sent) < 50_000_000:
        sent.append(len(chunk))
        yield chunk


@pytest.mark.parametrize(
    ("path", "most", "said"),
    [
        ("/api/rulesets/check", MOST_BYTES, JSON),
        ("/api/verify", MOST_RECORD_BYTES, TEXT),
        ("/api/replay", MOST_RECORD_BYTES, TEXT),
    ],
)
async def test_a_body_too_large_is_refused_with_or_without_content_length(
    path: str, most: int, said: dict[str, str]
) -> None:
    async with served() as web:
        client = web.client()
        over = await client.post(path, content=b" " * (most + 1), headers=said)
        assert (over.status_code, over.json()) == (413, {"why": "that is too large for this address"})
        fits = await client.post(path, content=b" " * most, headers=said)
        assert fits.status_code == 400
        sent = list[int]()
        unsaid = await client.post(path, content=endless(b" " * 10_000, sent), headers=said)
        assert unsaid.status_code == 413
        assert sum(sent) <= most + 10_000


async def test_a_body_too_large_is_refused_over_real_http_before_it_is_read() -> None:
    async with served() as web, listening(web) as url:
        host, port = url.removeprefix("http://").split(":")
        for head in (b"Content-Length: 99999999", b"Transfer-Encoding: chunked"):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + head + b"\r\n\r\n")
            if b"chunked" in head:
                writer.write((b"2710\r\n" + b" " * 10_000 + b"\r\n") * 8)
            assert (await reader.readline()).startswith(b"HTTP/1.1 413")
            writer.close()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "it has no body"),
        (b"{", "Input data was truncated"),
        (b"\xff\xfe", "JSON is malformed"),
        (b'{"rules":"\xff"}', "it is not UTF-8 text"),
        (b"[" * 60_000, "Expected `object`, got `array`"),
        (b'{"changes":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_001, "it is nested too deep"),
        (b'{"rules":"uka","rules":3}', "Expected `str`, got `int`"),
        (b'{"rules":"' + b"u" * 41 + b'"}', "Expected `str` of length <= 40"),
    ],
)
async def test_malformed_bodies_are_refused_with_a_sentence(body: bytes, why: str) -> None:
    async with served() as web:
        answer = await web.client().post("/api/rulesets/check", content=body, headers=JSON)
        assert answer.status_code == 400
        assert answer.json()["why"].startswith("the request is not understood: ")
        assert why in answer.json()["why"]


# Headers of every response

ASKED = [
    ("GET", "/", 200),
    ("GET", "/uka.webmanifest", 200),
    ("GET", "/table/nowhere2", 200),
    ("GET", "/assets/nothing.js", 404),
    ("GET", "/..%2f..%2fpage.py", 404),
    ("GET", "/metrics", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/me", 401),
    ("OPTIONS", "/api/me", 204),
    ("GET", "/api/tables/nowhere2", 404),
    ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", 404),
    ("GET", "/nothing", 404),
    ("PATCH", "/api/me", 405),
    ("GET", "/api/tables/nowhere2/socket", 405),
    ("POST", "/api/tables", 415),
]


@pytest.mark.daily(5)
@pytest.mark.parametrize(("method", "path", "status"), ASKED)
async def test_every_response_has_the_headers_and_no_internal_details(method: str, path: str, status: int) -> None:
    async with served() as web, listening(web) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        answer = await client.request(method, path)
        assert answer.status_code == status
        check_safe(answer)
        if status == 405:
            assert "GET" in answer.headers["allow"] or path.endswith("socket")


async def test_refusals_of_the_middleware_and_failures_have_the_headers_too(caplog: pytest.LogCaptureFixture) -> None:
    async with served(requests_an_address=(0.001, 2)) as web:
        client = web.client()
        check_safe(await client.put("/api/me", json={}, headers={"origin": "null"}))
        web.context.tables.find = None  # type: ignore[assignment, method-assign]
        failed = await client.get("/api/tables/tab23456")
        assert (failed.status_code, failed.json()) == (
            500,
            {"why": "something went wrong on the server; it has been logged"},
        )
        check_safe(failed)
        assert "NoneType" in caplog.text
        busy = await client.get("/")
        assert busy.status_code == 429
        check_safe(busy)


def check_safe(answer: httpx.Response) -> None:
    """Check that each security header is there once, and that nothing internal is revealed."""
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], name
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers
    if answer.request.url.path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/json"
        assert list(answer.json()) == ["why"]
    for inside in ("Traceback", "site-packages", ".py", "litestar", "msgspec", "sqlite", "/tmp", "/work", "uka.server"):
        assert inside not in answer.text
