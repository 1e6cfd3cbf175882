"""A faulty network between client and server: it delays, repeats and loses frames, and breaks connections."""

from __future__ import annotations

import asyncio
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Self

TEXT = 0x81
"""The first byte of a frame that holds a whole text message."""
DELAY = 0.1
"""The longest delay of a frame, in seconds."""


class Cut(Exception):
    """Raised to break a connection."""


class Proxy:
    """A faulty proxy of a local port. ``did`` counts its faults; if ``calm`` is set, it passes everything on."""

    def __init__(self, port: int, random: Random) -> None:
        self.port, self.did, self.calm = 0, Counter[str](), False
        self._to, self._random = port, random
        self._open = set[asyncio.Task[None]]()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await self._server.wait_closed()

    def _begin(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        ways = (self._pass(reader, there_writer, "to the server"), self._pass(there_reader, writer, "to the client"))
        tasks = [asyncio.create_task(way) for way in ways]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if any(isinstance(task.exception(), Cut) for task in done):
                writer.transport.abort()
                there_writer.transport.abort()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for end in (writer, there_writer):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()

    async def _pass(self, reader: StreamReader, writer: StreamWriter, way: str) -> None:
        """Pass on the handshake, then frames, until one side ends."""
        late: bytes | None = None
        with suppress(IncompleteReadError, OSError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            while True:
                frame = await read_frame(reader)
                late = await self._spoil(frame, writer, way, late)
                await writer.drain()

    async def _spoil(self, frame: bytes, writer: StreamWriter, way: str, late: bytes | None) -> bytes | None:
        """Pass a frame on or apply a fault; return the frame if it must be repeated after the next one."""
        chance = 1.0 if self.calm or frame[0] != TEXT else self._random.random()
        for harm, share in HARMS.items():
            if chance < share:
                self.did[f"{harm} {way}"] += 1
                break
            chance -= share
        else:
            harm = ""
        if harm == "delayed":
            await asyncio.sleep(self._random.uniform(0, DELAY))
        if harm not in ("lost", "broken"):
            writer.write(frame * 2 if harm == "doubled" else frame)
        if harm == "broken":
            writer.write(frame[: self._random.randrange(len(frame))])
        if late:
            writer.write(late)
        if harm in ("lost", "broken", "cut"):
            await writer.drain()
            raise Cut
        return frame if harm == "repeated" else None


HARMS = {"delayed": 0.03, "doubled": 0.03, "repeated": 0.03, "lost": 0.004, "broken": 0.004, "cut": 0.004}
"""The odds of each fault: a frame is lost, or sent in part, and the connection ends; ``cut`` ends it after a frame."""


async def read_frame(reader: StreamReader) -> bytes:
    """Read one WebSocket frame, unchanged (RFC 6455, 5.2)."""
    head = await reader.readexactly(2)
    size, masked = head[1] & 127, head[1] & 128
    more = await reader.readexactly({126: 2, 127: 8}.get(size, 0))
    size = int.from_bytes(more, "big") if more else size
    return head + more + await reader.readexactly(size + (4 if masked else 0))
