"""Servers that answer each message of one of a table's four clients with a text for all four, each in its own form.

``python -m bench.socket_forms FORM`` prints its port as JSON, and serves. The clients of a table connect to the same
path. Each form has the same work; they differ in what is between the wire and that work.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import json
import signal
import socket
import sys
from collections import defaultdict
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import uvicorn
import uvloop
from websockets.speedups import apply_mask

from uka.server.base.options import ServerOptions
from uka.server.sockets.client import FlushScheduler, SocketClient
from uka.server.sockets.outbox_limits import OutboxLimits
from uka.server.sockets.uvicorn_protocols import WebSocketProtocol, http_protocol, text_frame

ANSWER = '{"type":"table_change",' + " " * 626 + "}"
"""A text of 650 characters, about the size of a table's change."""
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

rooms: defaultdict[str, list[Any]] = defaultdict(list)
outboxes, flushes = OutboxLimits(ServerOptions()), FlushScheduler()


def answer(path: str) -> None:
    """Send the answer to all clients of a table through their outboxes, as the server does."""
    for client in rooms[path]:
        client.push(ANSWER)
    flushes.flush()


async def product(scope: Any, receive: Any, send: Any) -> None:
    """Serve a client as the server does, without rules and log."""
    await receive()
    await send({"type": "websocket.accept"})
    connection: Any = SimpleNamespace(scope=scope, receive=receive, send=send)
    client = SocketClient(connection, "player", outboxes, flushes)
    rooms[scope["path"]].append(client)
    sender = asyncio.get_running_loop().create_task(client.send())
    if isinstance(send.__self__, CallbackProtocol):
        send.__self__.on_text = lambda text: answer(scope["path"])
    while (await client.receive())["type"] == "websocket.receive":
        answer(scope["path"])
    sender.cancel()


class CallbackProtocol(WebSocketProtocol):
    """Reads a text that came as one whole frame by itself, and passes it on without ASGI's queue.

    It is no candidate as it is: it takes any bytes that look like a whole frame for one.
    """

    on_text: Callable[[str], None] | None = None

    def data_received(self, data: bytes) -> None:
        if self.on_text and len(data) > 6 and data[0] == 0x81 and len(data) == data[1] - 128 + 6:
            self.on_text(apply_mask(data[6:], data[2:6]).decode())
        else:
            super().data_received(data)


async def serve_uvicorn(protocol: type[WebSocketProtocol], listener: socket.socket) -> None:
    config = uvicorn.Config(
        product,
        http=http_protocol(outboxes.enforce),
        ws=protocol,
        ws_per_message_deflate=False,
        interface="asgi3",
        lifespan="off",
        log_config=None,
        log_level="error",
    )
    await uvicorn.Server(config).serve(sockets=[listener])


async def serve_picows(listener: socket.socket) -> None:
    from picows import WSListener, WSMsgType, ws_create_server  # pyright: ignore[reportMissingImports]

    class Client(WSListener):
        def __init__(self, path: str) -> None:
            self.room = rooms[path]

        def on_ws_connected(self, transport: Any) -> None:
            self.room.append(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                frame.get_payload_as_utf8_text()
                for other in self.room:
                    other.send(WSMsgType.TEXT, ANSWER.encode())

    server = await ws_create_server(lambda request: Client(request.path), sock=listener)
    await server.serve_forever()


class Raw(asyncio.Protocol):
    """A connection with the least that a WebSocket needs: no limits, one whole text in each read, no closing."""

    room: list[Raw] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.room is None:
            self._accept(data)
            return
        apply_mask(data[6:], data[2:6]).decode()
        for other in self.room:
            other.transport.write(text_frame(ANSWER))

    def _accept(self, head: bytes) -> None:
        key = head.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: %b\r\n\r\n" % accept
        )
        self.room = rooms[head.split()[1].decode()]
        self.room.append(self)


async def serve_raw(listener: socket.socket) -> None:
    server = await asyncio.get_running_loop().create_server(Raw, sock=listener)
    await server.serve_forever()


FORMS: dict[str, Callable[[socket.socket], Coroutine[Any, Any, None]]] = {
    "product": lambda listener: serve_uvicorn(WebSocketProtocol, listener),
    "callback": lambda listener: serve_uvicorn(CallbackProtocol, listener),
    "picows": serve_picows,
    "raw": serve_raw,
}


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts its turns and what is asked of it. At SIGUSR1 it prints the counts as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = {"turns": 0, "call_soon": 0, "timers": 0, "futures": 0, "tasks": 0}
        signal.signal(signal.SIGUSR1, lambda *_: print(json.dumps(self.counts), flush=True))

    def _run_once(self) -> None:
        self.counts["turns"] += 1
        super()._run_once()  # type: ignore[misc]

    def call_soon(self, *args: Any, **options: Any) -> Any:
        self.counts["call_soon"] += 1
        return super().call_soon(*args, **options)

    def call_later(self, *args: Any, **options: Any) -> Any:
        self.counts["timers"] += 1
        return super().call_later(*args, **options)

    def create_future(self) -> Any:
        self.counts["futures"] += 1
        return super().create_future()

    def create_task(self, *args: Any, **options: Any) -> Any:
        self.counts["tasks"] += 1
        return super().create_task(*args, **options)


async def main(form: str) -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=2_048)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    gc.collect()
    gc.freeze()
    await FORMS[form](listener)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=CountingLoop if "count" in sys.argv else uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
