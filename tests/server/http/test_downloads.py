"""The download of a long log takes no more memory than a short one."""

from __future__ import annotations

import asyncio

import pytest

from tests.patience import PATIENCE
from tests.server.web import Web, listening, served
from uka.server.base import log_reader

pytestmark = pytest.mark.server

LINE = b'{"padding":"%s"}' % (b"x" * 10_000)
PAGES = 60


async def director(web: Web) -> tuple[str, dict[str, str]]:
    """Open a tournament; return the path of its routes, and the header with the director's link."""
    async with web.client() as client:
        ticket = (await client.post("/api/tournaments", json={"name": "A day"})).json()
    return f"/api/tournaments/{ticket['tournament']}", {"X-Uka-Link": ticket["link"]}


async def test_a_long_log_is_read_as_fast_as_the_client_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_reader, "PAGE", 50)
    reads = 0
    async with served() as web, listening(web) as url:
        path, link = await director(web)
        (event,) = web.context.tournaments.all
        await web.context.store.append(event.id, 1, [LINE] * (50 * PAGES))  # 30 MB; the tournament stays in memory
        read = web.context.store.read

        async def counted(*args: int) -> list[bytes]:
            nonlocal reads
            reads += 1
            return await read(event.id, *args[1:])

        monkeypatch.setattr(web.context.store, "read", counted)
        host, _, port = url.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"GET {path}/log.jsonl HTTP/1.1\r\nHost: {host}\r\nX-Uka-Link: {link['X-Uka-Link']}\r\n\r\n"
        try:
            writer.write(head.encode())
            assert b" 200 " in await asyncio.wait_for(reader.readline(), PATIENCE)
            before = -1
            while before != reads:  # the buffers of the connection fill
                before = reads
                await asyncio.sleep(0.2)
            assert reads < PAGES / 2
            lines = 0
            while (line := await asyncio.wait_for(reader.readline(), PATIENCE)) != b"0\r\n":
                lines += line.startswith(b'{"padding"')
            assert (lines, reads) == (50 * PAGES, PAGES + 1)
        finally:
            writer.transport.abort()  # the server waits for its connections
