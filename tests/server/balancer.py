"""A TCP load balancer in front of several servers; it connects each client to a random server that answers.

In front of one Postgres it is a network that can be cut or hang.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Self

from tests.served import Served

from .child import Child, free_port

Server = Child | Served


class Balancer:
    """A load balancer on one port, with a random choice of server for each connection."""

    def __init__(self, servers: Sequence[Server], random: Random) -> None:
        self.port, self._servers, self._random = free_port(), servers, random
        self._pipes: set[asyncio.Task[None]] = set()
        self._down: set[Server] = set()
        self._through: dict[asyncio.Task[None], Server] = {}
        self._flows = asyncio.Event()
        self._flows.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def down(self, server: Server) -> None:
        """Mark a server as down: send no connections to it, and close those it has."""
        self._down.add(server)
        for task, there in tuple(self._through.items()):
            if there is server:
                task.cancel()

    def up(self, server: Server) -> None:
        """Mark a server as up again."""
        self._down.discard(server)

    def pause(self) -> None:
        """Let all connections hang, new ones too: pass nothing on."""
        self._flows.clear()

    def resume(self) -> None:
        """Pass on again what was sent meanwhile and what comes."""
        self._flows.set()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for server in self._random.sample(self._servers, len(self._servers)):
            if server in self._down:
                continue
            try:
                there, back = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", server.port), 1)
            except (OSError, TimeoutError):
                continue
            task = asyncio.current_task()
            assert task
            self._through[task] = server
            try:
                await _until_one_ends(self._pipe(reader, back), self._pipe(there, writer))
            finally:
                del self._through[task]
                back.close()
            break

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._taken, "127.0.0.1", self.port)
        return self

    def _taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._meet(reader, writer))
        self._pipes.add(task)
        task.add_done_callback(self._pipes.discard)
        task.add_done_callback(lambda _: writer.close())

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()
        pipes = tuple(self._pipes)
        for task in pipes:
            task.cancel()
        await asyncio.gather(*pipes, return_exceptions=True)
        await asyncio.sleep(0.1)  # lets the closed connections end


async def _until_one_ends(*pipes: object) -> None:
    tasks = [asyncio.ensure_future(pipe) for pipe in pipes]  # type: ignore[arg-type]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
