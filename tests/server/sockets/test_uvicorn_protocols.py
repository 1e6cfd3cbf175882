"""A client can't fill the server's memory, hold connections open, or keep it from stopping."""

import asyncio
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.patience import PATIENCE
from uka.client import Client
from uka.server import run
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.live.context import ServerContext
from uka.server.sockets import uvicorn_protocols as connections
from uka.server.sockets.uvicorn_protocols import text_frame
from uka.store import SqliteStore
from uka.wire import socket_updates, table_updates
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
        async with asyncio.timeout(PATIENCE):
            while not any(holds(connection) for connection in self.server.server_state.connections):
                await asyncio.sleep(0.01)

    async def forgets(self, seconds: float = PATIENCE) -> bool:
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
        patch.setattr(connections, "EXCHANGE_TIMEOUT", 1.0)
        patch.setattr(connections, "CLOSING_TIMEOUT", 0.5)
        yield


@pytest_asyncio.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """Run a server with short time limits."""
    ready, stop = asyncio.Event(), run.StopSignal()
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        with listen("127.0.0.1", 0) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)  # accepted connections inherit it
            address: tuple[str, int] = listener.getsockname()[:2]
            server = run.GameServer(await ServerContext.start(store, ServerOptions()), (), lambda _: ready.set(), stop)
            serving = asyncio.create_task(server.serve([listener]))
            await ready.wait()
            yield Running(server, address, stop, serving)
            stop.asked = True
            await serving


async def ended(reader: asyncio.StreamReader, seconds: float = PATIENCE) -> bytes:
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
        uri, headers = ana.socket_address((await ana.open()).table, None)
    async with connect(uri, additional_headers=headers) as at:
        await at.recv()
        await at.send("x" * MOST_BYTES)
        assert isinstance(table_updates.read(await at.recv()), socket_updates.Rejection)
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
        uri, headers = ana.socket_address((await ana.open()).table, None)
    async with connect(uri, additional_headers=headers) as at:
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                while True:
                    await at.send('{"type":"ping_table","id":"p"}' + " " * 4_000)
                    await running.until(look)
                    sent += 1
        at.transport.abort()
    assert 0 < sent < 10_000
    assert waiting < 100
    assert await running.forgets()
    assert await running.answers()


@asynccontextmanager
async def socket_of(running: Running) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a table's WebSocket without a library, which would send only frames that are allowed."""
    async with Client(running.url, name="Ana", timeout=60) as ana:
        table = (await ana.open()).table
        _, headers = ana.socket_address(table, None)
    async with running.client() as (reader, writer):
        writer.write(UPGRADE.replace(b"22222222", table.encode()) + f"Cookie: {headers['Cookie']}\r\n\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        yield reader, writer


MASK = bytes(4)
PING, PONG, NOTHING_MORE, LETTER = b"\x89\x80" + MASK, b"\x8a\x80" + MASK, b"\x00\x80" + MASK, b"\x00\x81" + MASK + b"x"
BEGINNING, TEXT = b"\x01\x80" + MASK, b"\x81\x81" + MASK + b"x"


@pytest.mark.daily(2)
@pytest.mark.parametrize("flood", [PING, PONG, NOTHING_MORE, LETTER], ids=["pings", "pongs", "nothing", "letters"])
async def test_a_flood_of_frames_that_are_no_messages_ends_its_socket(running: Running, flood: bytes) -> None:
    async with socket_of(running) as (reader, writer):
        writer.write(BEGINNING + flood * 50 + NOTHING_MORE.replace(b"\x00", b"\x80", 1))
        async with asyncio.timeout(PATIENCE):
            told = await reader.readuntil(b"is not understood")
            writer.write(BEGINNING + flood * 100_000)
            with suppress(ConnectionError):
                while some := await reader.read(1 << 16):
                    told += some
        assert told.count(b"\x8a\x00") <= connections.CONTROL_FRAMES[1] + connections.READ_SIZE / len(PING)
    assert await running.forgets()
    assert await running.answers()


async def test_a_flood_of_small_messages_waits_at_its_sender(running: Running) -> None:
    waiting = 0

    def look(connection: Any) -> bool:
        nonlocal waiting
        waiting = max(waiting, connection.queue.qsize())
        return connection.read_paused

    async with socket_of(running) as (_, writer):
        writer.write(TEXT * 100_000)
        await running.until(look)
        for _ in range(20):
            await asyncio.sleep(0.01)
            await running.until(lambda c: look(c) or True)
        writer.transport.abort()
    assert 0 < waiting <= connections.READ_SIZE / len(TEXT) + connections.READ_AHEAD + 1
    assert await running.forgets()
    assert await running.answers()


async def test_requests_that_come_before_their_answers_are_limited(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, real = 0, connections.HttpProtocol._start_asgi_task

    def look(self: connections.HttpProtocol, *about: Any) -> None:
        nonlocal waiting
        waiting = max(waiting, len(self.pipeline))
        real(self, *about)

    monkeypatch.setattr(connections.HttpProtocol, "_start_asgi_task", look)
    async with running.client() as (reader, writer):
        writer.write(ASK * 50)
        for _ in range(50):
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                await reader.readuntil(b"}")
        assert waiting > 10
        writer.write(ASK * 100_000)
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while await reader.read(1 << 16):
                    pass
        writer.transport.abort()
    assert waiting <= connections.MOST_PIPELINED
    assert await running.forgets()
    assert await running.answers()
    assert not caplog.records


@pytest.mark.parametrize(
    "flood",
    [b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
     + b"1\r\nx\r\n" * 10_000,
     b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 15_000],
    ids=["chunks", "headers"],
)  # fmt: skip
async def test_a_flood_within_a_request_is_read_in_small_parts(
    running: Running, flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, now, real = Counter[int](), 0, connections.HttpProtocol.data_received

    def look(self: connections.HttpProtocol, data: bytes) -> None:
        at_once[now] += len(data)
        real(self, data)

    async def count() -> None:
        nonlocal now
        while True:
            now += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(connections.HttpProtocol, "data_received", look)
    counting = asyncio.create_task(count())
    async with running.client() as (_, writer):
        writer.write(flood)
        async with asyncio.timeout(PATIENCE):
            while sum(at_once.values()) < 20 * connections.READ_SIZE:
                await asyncio.sleep(0.01)
        writer.transport.abort()
    counting.cancel()
    assert max(at_once.values()) <= 2 * connections.READ_SIZE  # the count may be late by an iteration
    assert await running.answers()


@pytest.mark.parametrize(
    "begin",
    [b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n",
     b"GET / HTTP/1.1\r\nX: "],
    ids=["bodies", "heads"],
)  # fmt: skip
async def test_the_bytes_of_unanswered_requests_are_limited(running: Running, begin: bytes) -> None:
    limits = running.server.hub.outboxes
    limits._limits["address"] = 400_000
    clients = [await asyncio.open_connection(*running.address) for _ in range(20)]
    for number, (_, writer) in enumerate(clients):
        writer.write(begin + b"x" * (60_000 - 100 * number))
    async with asyncio.timeout(PATIENCE):
        while sum(reader.at_eof() or reader.exception() is not None for reader, _ in clients) < 14:
            assert limits.queued_bytes <= 400_000
            await asyncio.sleep(0.01)
    assert limits.queued_bytes > 300_000
    assert await running.answers()
    for _, writer in clients:
        writer.close()
    assert await running.forgets()
    assert limits.queued_bytes == 0


BAD = (b"\x89\xfe\x00\x7e" + MASK + b"x" * 126, b"\xf1\x81" + MASK + b"x", b"\x81\x01x")


async def test_invalid_frames_before_the_handshake_do_no_harm(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(running.client()) for _ in BAD]
        for (_, writer), bad in zip(clients, BAD, strict=True):
            writer.write(UPGRADE + b"\r\n" + bad)
        for reader, _ in clients:  # uvicorn waits ten seconds for each of them at the same time
            assert await ended(reader) is not None
        assert await running.forgets()
    assert await running.answers()
    assert not caplog.records


async def test_a_closed_socket_that_is_not_read_is_cut_off(running: Running) -> None:
    async with Client(running.url, name="Ana", timeout=60) as ana:
        table = (await ana.open()).table
        _, headers = ana.socket_address(table, None)
    loop = asyncio.get_running_loop()
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.setblocking(False)
        await loop.sock_connect(client, running.address)
        await loop.sock_sendall(client, UPGRADE.replace(b"22222222", table.encode()))
        await loop.sock_sendall(client, f"Cookie: {headers['Cookie']}\r\n\r\n".encode())
        assert (await loop.sock_recv(client, 12)) == b"HTTP/1.1 101"
        for number in range(20):
            await loop.sock_sendall(client, frame(b'{"type":"sync_table","id":"%d"}' % number))
        await running.until(lambda c: c.transport.get_write_buffer_size() > 0)
        await loop.sock_sendall(client, frame(b"x" * 2 * MOST_BYTES))
        assert await running.forgets()
    assert await running.answers()


@pytest.mark.parametrize("seconds", [0.1, 1e6])
async def test_the_shutdown_waits_a_limited_time_and_not_at_all_if_hurried(
    running: Running, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(run, "FAREWELL_TIMEOUT", seconds)
    async with Client(running.url, name="Ana", timeout=60) as ana:
        table = (await ana.open()).table
        _, headers = ana.socket_address(table, None)
    async with running.client() as (reader, writer):
        writer.write(UPGRADE.replace(b"22222222", table.encode()) + f"Cookie: {headers['Cookie']}\r\n\r\n".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        running.stop(signal.SIGINT, None)
        await running.until(lambda c: not running.server.servers[0].is_serving())
        if seconds > 1:
            assert not running.serving.done()
            running.stop(signal.SIGINT, None)
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(running.serving)


def frame(text: bytes) -> bytes:
    """Return a client's WebSocket frame with a text message."""
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


@pytest.mark.daily(2)
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


async def test_a_connection_does_not_keep_its_handshake(running: Running) -> None:
    async with Client(running.url, name="Ana", timeout=PATIENCE) as ana:
        ticket = await ana.open()
        async with ana.attend(ticket.table):
            await running.until(lambda each: getattr(each, "handshake_complete", False))
            found = [each for each in running.server.server_state.connections if hasattr(each, "handshake_complete")]
            assert not [each for each in found if hasattr(each, "request") or hasattr(each, "response")]
