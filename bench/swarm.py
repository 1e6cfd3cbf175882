"""Many scripted clients of one server in one process: tables of four clients, which act at a given total rate.

The WebSocket protocol (RFC 6455, text frames, no extensions) is implemented here, since the clients must cost less than
the server.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import msgspec
from msgspec import UNSET, UnsetType

from uka.records.fair import chain

ACT = b'{"type":"submit_action","id":"%%d","version":%d,"action":%s}'
COMMITMENT, *SHARES = (link.hex().encode() for link in chain(bytes(32)))
"""One hash chain for all clients: a commitment for the start of a game, and a share (random number) for each pack."""
COMMIT = b'{"type":"commit_shares","id":"%d","commitment":"' + COMMITMENT + b'"}'
OPEN = b'{"type":"open_share","id":"%%d","number":%d,"share":"%s"}'


class _Seat(msgspec.Struct):
    player: str | None = None


class _Scene(msgspec.Struct):
    version: int = -1
    stage: str = ""
    number: int = -1
    seats: list[_Seat] = []
    share_states: list[str] = []


class _Deal(msgspec.Struct):
    turn: str | UnsetType | None = UNSET


class _Own(msgspec.Struct):
    seat: str | UnsetType | None = UNSET
    legal_actions: list[msgspec.Raw] | UnsetType = UNSET


class _Message(msgspec.Struct):
    type: str
    scene: _Scene | None = None
    deal: _Deal | None = None
    own: _Own | UnsetType | None = UNSET


read = msgspec.json.Decoder(_Message).decode


class _State:
    """What one client knows: the last value of each field that was sent."""

    def __init__(self) -> None:
        self.scene, self.deal, self.own = _Scene(), _Deal(None), _Own(None, [])

    @property
    def action(self) -> bytes | None:
        """The first legal action, as JSON; None if it is not this client's turn."""
        actions = self.own.legal_actions if self.deal.turn and self.deal.turn == self.own.seat else None
        return bytes(actions[0]) if actions else None

    def receive(self, message: _Message) -> None:
        """Apply a snapshot or a change."""
        scene, deal = self.scene, message.deal or _Deal(None)
        for name in ("version", "number", "stage", "seats", "share_states"):
            if (value := getattr(message.scene, name, "")) not in (-1, "", []):
                setattr(scene, name, value)
        if deal.turn is not UNSET:
            self.deal.turn = deal.turn
        if message.own is not UNSET:
            own = message.own or _Own(None, [])
            for name in ("seat", "legal_actions"):
                if (value := getattr(own, name)) is not UNSET:
                    setattr(self.own, name, value)


class Socket(asyncio.Protocol):
    """One client's WebSocket connection. It passes on whole messages, and sends masked frames."""

    def __init__(self, path: str, headers: dict[str, str], received: Callable[[bytes, float], object]) -> None:
        self._path, self._headers, self._received = path, headers, received
        self._buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._shaken = False
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {self._path} HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}",
                 *(f"{name}: {value}" for name, value in self._headers.items())]  # fmt: skip
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed in the handshake"))

    def data_received(self, data: bytes) -> None:
        now, buffer = time.perf_counter(), self._buffer
        buffer += data
        if not self._shaken:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.open.set_exception(ConnectionError(buffer[:200].decode(errors="replace")))
                return
            self._shaken = True
            del buffer[: end + 4]
            if not self.open.done():  # the future may have been cancelled
                self.open.set_result(None)
        while (frame := self._frame()) is not None:
            code, body = frame
            if code in (1, 2):
                self._received(body, now)
            elif code == 9:
                self._write(10, body)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            if len(buffer) < 4:
                return None
            size, start = struct.unpack_from("!H", buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                return None
            size, start = struct.unpack_from("!Q", buffer, 2)[0], 10
        if len(buffer) < start + size:
            return None
        code, body = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return code, body

    def send(self, text: bytes) -> None:
        """Send a text message, which is UTF-8."""
        self._write(1, text)

    def send_binary(self, data: bytes) -> None:
        """Send a binary message."""
        self._write(2, data)

    def _write(self, code: int, body: bytes) -> None:
        size = len(body)
        head = struct.pack("!BB", 128 | code, 128 | size) if size < 126 else struct.pack("!BBH", 128 | code, 254, size)
        self._transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros leaves the body as it is

    @property
    def transport(self) -> asyncio.Transport:
        """The TCP transport of the connection."""
        return self._transport

    def close(self) -> None:
        """Close the connection without a closing handshake."""
        self._transport.abort()


@dataclass
class Table:
    """One table's four clients, the next action, and the clients that have not yet received the last action."""

    sockets: list[Socket] = field(default_factory=list)
    action: tuple[int, bytes] | None = None
    """The index of the client whose turn it is, and the message that it sends next."""
    sent: float | None = None
    waiting: set[int] = field(default_factory=set)
    number: int = 0
    opened: list[int] = field(default_factory=lambda: [-2] * 4)
    """By client, the number of the last pack for which it has opened its share.

    The number is -2 before the client's commitment, and -1 after it.
    """
    states: list[_State] = field(default_factory=lambda: [_State() for _ in range(4)])
    over: bool = False


class Swarm:
    """Tables of clients, and measurements. ``waits`` are the seconds from each action until all clients have it."""

    REST = 0.2
    """The seconds to wait for the last answers."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.waits: list[float] = []
        self.clear()

    async def join(self, ports: Sequence[int], path: str, cookies: list[str]) -> None:
        """Connect the four clients of a table, in the order of their seats; each gets the next of the ports."""
        table, loop = Table(), asyncio.get_running_loop()
        for index, cookie in enumerate(cookies):
            received = partial(self._received, table, index)
            port = ports[index % len(ports)]
            head = {"Host": f"127.0.0.1:{port}", "Cookie": f"uka={cookie}"}
            _, socket = await loop.create_connection(partial(Socket, path, head, received), "127.0.0.1", port)
            table.sockets.append(socket)
            await socket.open
        self.tables.append(table)

    def clear(self) -> None:
        """Set all measurements to zero."""
        self.waits.clear()
        self.actions = self.others = self.skipped = self.refused = self.bytes = self.frames = 0

    def begin(self, table: Table) -> None:
        """Send the host's command to begin a game; the host is the first client."""
        self._other(table, 0, b'{"type":"begin_game","id":"%d"}')

    def _other(self, table: Table, index: int, text: bytes) -> None:
        table.number += 1
        self.others += 1
        table.sockets[index].send(text.replace(b"%d", b"%d" % table.number))

    def _received(self, table: Table, index: int, body: bytes, now: float) -> None:
        self.bytes += len(body)
        self.frames += 1
        if not body.startswith((b'{"type":"table_change"', b'{"type":"table_snapshot"')):
            self.refused += body.startswith((b'{"type":"rejection"', b'{"type":"farewell"'))
            return
        self._told(table, index, now)
        state = table.states[index]
        state.receive(read(body))
        scene = state.scene
        if (action := state.action) is not None:
            table.action = (index, ACT % (scene.version, action))
        if scene.stage == "shuffling":
            self._share(table, index, scene)
        elif scene.stage == "over" and index == 0 and not table.over:
            table.over, table.opened = True, [-2] * 4
            self.begin(table)
        table.over = scene.stage == "over"

    def _told(self, table: Table, index: int, now: float) -> None:
        """Note that client ``index`` has received the last action of its table."""
        if index in table.waiting:
            table.waiting.discard(index)
            if not table.waiting and table.sent is not None:
                self.waits.append(now - table.sent)
                table.sent = None

    def _share(self, table: Table, index: int, scene: _Scene) -> None:
        """Send the commitment or share of client ``index``, if the table waits for it."""
        share, opened = scene.share_states[index], table.opened[index]
        if share == "none" and opened == -2:
            table.opened[index] = -1
            self._other(table, index, COMMIT)
        elif share == "awaited" and opened < scene.number:
            table.opened[index] = scene.number
            self._other(table, index, OPEN % (scene.number, SHARES[scene.number]))

    def act(self, table: Table, due: float) -> bool:
        """Send the next action of a table, if all clients have received the last action; return whether it was sent.

        The waiting time of the action is counted from ``due``.
        """
        if table.action is None or table.sent is not None:
            self.skipped += 1
            return False
        index, text = table.action
        table.action = None
        table.sent, table.waiting = due, {0, 1, 2, 3}
        self._send_action(table, index, text)
        self.actions += 1
        return True

    def _send_action(self, table: Table, index: int, text: bytes) -> None:
        table.number += 1
        table.sockets[index].send(text % table.number)

    async def offer(self, rate: float, seconds: float, tables: list[Table] | None = None) -> None:
        """Send ``rate`` actions a second for some seconds, one table after another, even if answers are late."""
        start, tables = time.perf_counter(), tables or self.tables
        for number in range(int(rate * seconds)):
            due = start + number / rate
            while (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            self.act(tables[number % len(tables)], due)
        await asyncio.sleep(self.REST)
