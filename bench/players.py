"""Clients for benches that cost little CPU time: HTTP and WebSockets without a library, and a simple player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from bench.swarm import ACT, COMMIT, OPEN, SHARES, Socket, _State


class Seat(Protocol):
    """The part of a table's seat in an update that the benches read."""

    @property
    def player(self) -> str | None: ...

    @property
    def share(self) -> str: ...


@dataclass
class Turn:
    """Makes the commands of the only person at a table: the steps of fair dealing, and the first legal action.

    In fair dealing the player first commits to shares (random numbers for the shuffles), then opens one for each pack.
    """

    first: int | None = None
    """The number of the first pack that the player's shares are for."""
    number: int = 0
    """The number of messages sent, from which their ids come."""
    opened: int = field(default=-1)
    """The number of the last pack whose share was opened."""

    def answer(self, state: _State, *, again: bool = False) -> bytes | None:
        """Return the command to send after an update, or None. Send a share a second time only if ``again`` is true."""
        command = self._next(state, again)
        if command is not None:
            self.number += 1
            command = command.replace(b"%d", b"%d" % self.number, 1)
        return command

    def _next(self, state: _State, again: bool) -> bytes | None:
        scene = state.scene
        seated = zip(scene.seats, scene.share_states, strict=True)
        share = next((share for seat, share in seated if seat.player), None)
        if share is None or scene.stage == "over":
            return None
        if share == "none" and scene.stage == "shuffling":
            self.first, self.opened = None, -1
            return COMMIT
        if share == "awaited" and (again or self.opened != scene.number):
            self.first = scene.number if self.first is None else self.first
            self.opened = scene.number
            return (OPEN % (scene.number, SHARES[scene.number - self.first])).replace(b"%%d", b"%d")
        return None if (action := state.action) is None else ACT % (scene.version, action)


class Http:
    """A guest's HTTP connection from a given local address. It sends one request after another."""

    def __init__(self, port: int, local: str = "127.0.0.1") -> None:
        self.port, self.local, self.cookie = port, local, ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, more: str = "") -> tuple[int, Any]:
        """Send a request with the headers ``more``; return the status and the body of the response.

        Raise ``OSError`` if the connection is broken.
        """
        if self._writer is None or self._writer.is_closing():
            local = (self.local, 0)
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=local)
        assert self._reader is not None
        data = b"" if body is None else msgspec.json.encode(body)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}{more}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        try:
            status, *fields = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            named = dict(line.lower().split(": ", 1) for line in fields if ": " in line)
            content = await self._reader.readexactly(int(named.get("content-length", 0)))
        except asyncio.IncompleteReadError as error:
            self.close()
            raise ConnectionError("the server ended the connection") from error
        for line in fields:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        if named.get("connection") == "close":
            self.close()
        json = named.get("content-type") == "application/json"
        return int(status.split()[1]), msgspec.json.decode(content) if json else content

    async def socket(self, table: str, received: Callable[[Socket, bytes, float], None] = lambda *_: None) -> Socket:
        """Open a WebSocket to a table; call ``received`` for each message.

        Raise ``ConnectionError`` if the server refuses the connection.
        """
        head = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie}
        holder = list[Socket]()

        def pass_on(body: bytes, now: float) -> None:
            received(holder[0], body, now)

        def make() -> Socket:
            holder.append(Socket(f"/api/tables/{table}/socket", head, pass_on))
            return holder[0]

        await asyncio.get_running_loop().create_connection(make, "127.0.0.1", self.port, local_addr=(self.local, 0))
        await holder[0].open
        return holder[0]

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
