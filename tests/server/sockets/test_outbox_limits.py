"""Clients that never read: the bytes queued for them stay within limits, and they receive a reason at the end."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.sockets.test_uvicorn_protocols import UPGRADE, frame
from uka.client import Client
from uka.server import run
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.live.context import ServerContext
from uka.server.sockets.client import TOO_SLOW
from uka.server.sockets.outbox_limits import OutboxLimits
from uka.store import SqliteStore
from uka.wire import socket_updates, table_updates

pytestmark = pytest.mark.server

BOUNDS = ServerOptions(outbox_bytes_a_guest=100, outbox_bytes_an_address=150, outbox_bytes_in_all=300)


class Slow:
    """A recipient whose queue only shrinks when a test says so."""

    def __init__(self, guest: str, address: str) -> None:
        self.guest, self.address, self.queued_bytes, self.dropped = guest, address, 0, False

    def drop(self) -> None:
        self.queued_bytes, self.dropped = 0, True


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 90)), max_size=100))
def test_no_limit_is_exceeded_and_the_smallest_recipient_stays(steps: list[tuple[int, int]]) -> None:
    boxes = OutboxLimits(BOUNDS)
    everyone = [Slow(f"guest {n % 5}" if n % 5 else "", f"address {n % 3}") for n in range(9)]
    for number, bytes in steps:
        slow = everyone[number]
        slow.queued_bytes = bytes
        boxes.enforce(slow)
        by_guest, by_address = Counter[str](), Counter[str]()
        for each in everyone:
            by_guest[each.guest] += each.queued_bytes if each.guest else 0
            by_address[each.address] += each.queued_bytes
        assert max(by_guest.values()) <= 100
        assert max(by_address.values()) <= 150
        assert boxes.queued_bytes == sum(by_address.values()) <= 300
    for slow in everyone:
        boxes.forget(slow)
    assert boxes.queued_bytes == 0


def test_one_address_does_not_displace_others() -> None:
    boxes = OutboxLimits(ServerOptions(outbox_bytes_in_all=1_000))
    stranger = Slow("stranger", "elsewhere")
    stranger.queued_bytes = 90
    boxes.enforce(stranger)
    for number in range(50):
        slow = Slow(f"guest {number}", "here")
        slow.queued_bytes = 80
        boxes.enforce(slow)
    assert not stranger.dropped
    assert boxes.queued_bytes <= 1_000


@pytest.mark.daily(1)
@pytest.mark.parametrize("limits", [{"outbox_bytes": 50_000}, {"outbox_bytes_a_guest": 150_000}])
async def test_the_bytes_queued_for_sockets_that_never_read_are_limited(tmp_path: Any, limits: dict[str, Any]) -> None:
    ready, stop = asyncio.Event(), run.StopSignal()
    options = ServerOptions(messages=1e6, message_burst=1e6, **limits)
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        with listen("127.0.0.1", 0) as listener, ExitStack() as stack:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
            at: tuple[str, int] = listener.getsockname()[:2]
            server = run.GameServer(await ServerContext.start(store, options), (), lambda _: ready.set(), stop)
            serving = asyncio.create_task(server.serve([listener]))
            await ready.wait()
            url = f"http://{at[0]}:{at[1]}"
            async with Client(url, name="Ana", timeout=60) as ana:
                ticket = await ana.open()
                uri, headers = ana.socket_address(ticket.table, None)
            silent = [stack.enter_context(socket.socket()) for _ in range(8)]
            for client in silent:
                await upgrade(client, at, ticket.table, headers["Cookie"])
            most = 0
            for _ in range(100):
                for client in silent:
                    await sent(client, b"".join(frame(b'{"type":"sync_table","id":"s"}') for _ in range(20)))
                await asyncio.sleep(0.01)
                most = max(most, server.hub.outboxes.queued_bytes)
            bound = 8 * limits["outbox_bytes"] if "outbox_bytes" in limits else limits["outbox_bytes_a_guest"]
            assert 0 < most < bound + 8 * 32_768  # a farewell, and what was in the connections' buffers
            assert server.hub.outboxes.queued_bytes < bound
            async with connect(uri, additional_headers=headers) as well:
                assert isinstance(table_updates.read(await well.recv()), table_updates.TableSnapshot)
            stop.asked = True
            await serving


async def test_a_slow_client_receives_the_reason_when_it_reads_again(tmp_path: Any) -> None:
    ready, stop = asyncio.Event(), run.StopSignal()
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        with listen("127.0.0.1", 0) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
            context = await ServerContext.start(
                store, ServerOptions(messages=1e6, message_burst=1e6, outbox_bytes=20_000)
            )
            serving = asyncio.create_task(run.GameServer(context, (), lambda _: ready.set(), stop).serve([listener]))
            await ready.wait()
            host, port = listener.getsockname()[:2]
            async with Client(f"http://{host}:{port}", name="Ana", timeout=60) as ana:
                uri, headers = ana.socket_address((await ana.open()).table, None)
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)  # else the kernel may buffer all answers
            client.connect((host, port))
            async with connect(uri, sock=client, additional_headers=headers, max_queue=1) as slow:
                slow.transport.pause_reading()
                for _ in range(1_000):
                    await slow.send('{"type":"sync_table","id":"s"}')
                slow.transport.resume_reading()
                told = [table_updates.read(text) async for text in heard(slow)]
                assert told[-1] == socket_updates.Farewell(TOO_SLOW, again=True)
                assert (slow.close_code, slow.close_reason) == (1013, TOO_SLOW)
            stop.asked = True
            await serving


async def heard(at: ClientConnection) -> AsyncIterator[str | bytes]:
    with suppress(ConnectionClosed):
        while True:
            yield await at.recv()


async def upgrade(client: socket.socket, at: tuple[str, int], table: str, cookie: str) -> None:
    loop = asyncio.get_running_loop()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.setblocking(False)
    await loop.sock_connect(client, at)
    await loop.sock_sendall(client, UPGRADE.replace(b"22222222", table.encode()))
    await loop.sock_sendall(client, f"Cookie: {cookie}\r\n\r\n".encode())
    assert (await loop.sock_recv(client, 12)) == b"HTTP/1.1 101"


async def sent(client: socket.socket, data: bytes) -> None:
    """Send as many bytes as the connection accepts; send nothing if it is closed."""
    try:
        async with asyncio.timeout(0.05):
            await asyncio.get_running_loop().sock_sendall(client, data)
    except (TimeoutError, OSError):
        pass
