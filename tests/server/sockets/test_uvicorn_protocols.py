"""A client can't fill the server's memory, hold connections open, or keep it from stopping."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from uka.client import Client
from uka.server import run
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.live.context import ServerContext
from uka.server.sockets import uvicorn_protocols as connections
from uka.server.sockets.uvicorn_protocols import text_frame
from uka.store import SqliteStore
from uka.wire import table_updates
from uka.wire.table_commands import MOST_BYTES

pytestmark = pytest.mark.server

ASK = b"GET /api/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/22222222/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)


class Running:
    """A server in the test's process."""

    def __init__(
        self, server: run.GameServer, address: tuple[str, int], stop: run.StopSignal, serving: asyncio.Task[None]
    ) -> None:
        self.server, self.address, self.stop, self.serving = server, address, stop, serving
        self.url = f"http://{address[0]}:{address[1]}"

    @asynccontextmanager
    async def client(self, limit: int = 1 << 16) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(*self.address, limit=limit)
        with closing(writer):
            yield reader, writer

    async def answers(self) -> bool:
        async with self.client() as (reader, writer):
            writer.write(ASK)
            return (await reader.readline()) == b"HTTP/1.1 200 OK\r\n"

    async def until(self, holds: Callable[[Any], bool]) -> None:
        """Wait until a condition holds for a connection."""
        async with asyncio.timeout(30):
            while not any(holds(connection) for connection in self.server.server_state.connections):
                await asyncio.sleep(0.01)

    async def forgets(self, seconds: float = 30) -> bool:
        """Return whether all connections are gone within some seconds."""
        with impatient():
            async with asyncio.timeout(seconds):
                while self.server.server_state.connections:
                    await asyncio.sleep(0.05)
        return True


@contextmanager
def impatient() -> Iterator[None]:
    """Shorten all time limits for clients."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "EXCHANGE", 1.0)
        patch.setattr(connections, "CLOSING", 0.5)
        yield


@pytest_asyncio.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """Run a server with short time limits."""
    ready, stop = asyncio.Event(), run.StopSignal()
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        with listen("127.0.0.1", 0) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)  # accepted connections inherit it
            address: tuple[str, int] = listener.getsockname()[:2]
            server = run.GameServer(await ServerContext.start(store, ServerOptions()), (), ready.set, stop)
            serving = asyncio.create_task(server.serve([listener]))
            await ready.wait()
            yield Running(server, address, stop, serving)
            stop.asked = True
            await serving


async def ended(reader: asyncio.StreamReader, seconds: float = 30) -> bytes:
    """Return what a client still receives until the server closes the connection."""
    with impatient():
        async with asyncio.timeout(seconds):
            try:
                return await reader.read()
            except ConnectionResetError:
                return b"reset"


async def test_a_slow_request_head_is_cut_off(running: Running) -> None:
    async with running.client() as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n")
        trickle = asyncio.create_task(drip(writer, b"X-Slow: yes\r\n"))
        assert await ended(reader) in (b"", b"reset")
        trickle.cancel()
    assert await running.answers()


async def drip(writer: asyncio.StreamWriter, drop: bytes) -> None:
    while True:
        writer.write(drop)
        await asyncio.sleep(0.1)


async def test_a_slow_request_body_is_cut_off(running: Running) -> None:
    async with running.client() as (reader, writer):
        writer.write(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: 1000\r\n\r\n")
        trickle = asyncio.create_task(drip(writer, b" "))
        assert await ended(reader) in (b"", b"reset")
        trickle.cancel()
    assert await running.answers()


@pytest.mark.parametrize("endless", [b"X: " + b"y" * 65_536, b"X: y\r\n" * 10_000], ids=["a header", "headers"])
async def test_an_endless_request_head_is_cut_off(running: Running, endless: bytes) -> None:
    sent = 0
    async with running.client() as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n")
        with suppress(ConnectionError):
            while sent < 1 << 26 and not reader.at_eof():
                writer.write(endless)
                sent += len(endless)
                await writer.drain()
                await asyncio.sleep(0)
        assert sent < 1 << 26
        writer.transport.abort()
    assert await running.answers()


async def test_a_response_that_is_not_read_is_cut_off(running: Running) -> None:
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(client, running.address)
        asking = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await loop.sock_sendall(client, asking * 50)
        await running.until(lambda c: c.flow.write_paused)
        assert await running.forgets()
    assert await running.answers()


async def test_a_failed_handshake_is_cut_off(running: Running) -> None:
    async with running.client() as (reader, writer):
        writer.write(UPGRADE + b"X-Long: " + b"y" * 20_000 + b"\r\n\r\n")
        await ended(reader)
        assert await running.forgets()
    assert await running.answers()


async def test_a_message_that_is_too_large_closes_its_socket(running: Running) -> None:
    async with Client(running.url, name="Ana", timeout=60) as ana:
        uri, headers = ana.socket((await ana.open()).table, None)
    async with connect(uri, additional_headers=headers) as at:
        await at.recv()
        await at.send("x" * MOST_BYTES)
        assert isinstance(table_updates.read(await at.recv()), table_updates.TableRejection)
        await at.send("x" * 2 * MOST_BYTES)
        with pytest.raises(ConnectionClosed):
            await at.recv()
        assert at.close_code == 1009
    assert await running.forgets()


async def test_messages_that_come_too_fast_wait_at_their_sender(running: Running) -> None:
    waiting, sent = 0, 0

    def look(connection: Any) -> bool:
        nonlocal waiting
        waiting = (
            max(waiting, connection.queue.qsize()) if isinstance(connection, connections.WebSocketProtocol) else waiting
        )
        return True

    async with Client(running.url, name="Ana", timeout=60) as ana:
        uri, headers = ana.socket((await ana.open()).table, None)
    async with connect(uri, additional_headers=headers) as at:
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                while True:
                    await at.send('{"ask":"ping","id":"p"}' + " " * 4_000)
                    await running.until(look)
                    sent += 1
        at.transport.abort()
    assert 0 < sent < 10_000
    assert waiting < 100  # one read takes at most 256 kB
    assert await running.forgets()
    assert await running.answers()


async def test_a_closed_socket_that_is_not_read_is_cut_off(running: Running) -> None:
    async with Client(running.url, name="Ana", timeout=60) as ana:
        table = (await ana.open()).table
        _, headers = ana.socket(table, None)
    loop = asyncio.get_running_loop()
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.setblocking(False)
        await loop.sock_connect(client, running.address)
        await loop.sock_sendall(client, UPGRADE.replace(b"22222222", table.encode()))
        await loop.sock_sendall(client, f"Cookie: {headers['Cookie']}\r\n\r\n".encode())
        assert (await loop.sock_recv(client, 12)) == b"HTTP/1.1 101"
        for number in range(20):
            await loop.sock_sendall(client, frame(b'{"ask":"sync","id":"%d"}' % number))
        await running.until(lambda c: c.transport.get_write_buffer_size() > 0)
        await loop.sock_sendall(client, frame(b"x" * 2 * MOST_BYTES))
        assert await running.forgets()
    assert await running.answers()


@pytest.mark.parametrize("seconds", [0.1, 1e6])
async def test_the_shutdown_waits_a_limited_time_and_not_at_all_if_hurried(
    running: Running, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(run, "FAREWELL", seconds)
    async with Client(running.url, name="Ana", timeout=60) as ana:
        table = (await ana.open()).table
        _, headers = ana.socket(table, None)
    async with running.client() as (reader, writer):
        writer.write(UPGRADE.replace(b"22222222", table.encode()) + f"Cookie: {headers['Cookie']}\r\n\r\n".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        running.stop(signal.SIGINT, None)
        await running.until(lambda c: not running.server.servers[0].is_serving())
        if seconds > 1:
            assert not running.serving.done()
            running.stop(signal.SIGINT, None)
        async with asyncio.timeout(30):
            await asyncio.shield(running.serving)


def frame(text: bytes) -> bytes:
    """Return a client's WebSocket frame with a text message."""
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


@pytest.mark.parametrize(
    "noise",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0" * 99,
        b"PRI *",
    ],
)
async def test_data_that_is_not_http_does_no_harm(running: Running, noise: bytes) -> None:
    async with running.client() as (reader, writer):
        writer.write(noise)
        assert (await ended(reader)).split(b"\r\n")[0] in (b"", b"reset", b"HTTP/1.1 400 Bad Request")
        assert await running.forgets()
    assert await running.answers()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_message_has_the_frame_that_websockets_would_make(size: int) -> None:
    for text in ("x" * size, "ā" * (size // 2)):
        assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
