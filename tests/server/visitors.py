"""The guests of a real server: their clients, what they ask over HTTP, and all that they are sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any, Literal

import httpx

from tests.server.heard import Answer, Frame, Heard, Instant
from uka.client import Client, CommandRefused, ConnectionEnded, TableSession
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable

LONGEST = 300
"""Seconds that a game may take on the slowest machine; only a hang takes longer."""
SOON = 0.2
"""Seconds between two checks of a condition."""


class Visitors:
    """The guests of a server, by name. ``heard`` records all that they are sent about the ``tables`` they know of."""

    def __init__(self, url: str, context: ServerContext, stack: AsyncExitStack, heard: Heard) -> None:
        self.url, self.context, self.stack, self.heard = url, context, stack, heard
        self.tables = dict[str, LiveTable]()
        self.clients = dict[str, Client]()
        self._browsers = dict[str, httpx.AsyncClient]()

    async def come(self, name: str) -> Client:
        """Return the client of a new guest."""
        client = await self.stack.enter_async_context(Client(self.url, name, timeout=LONGEST))
        _, cookie = client.socket_address("", None)
        plain: dict[str, Any] = {"trust_env": False, "verify": False, "timeout": LONGEST}
        browser = httpx.AsyncClient(base_url=self.url, headers=cookie, **plain)
        self.heard.players[name] = client.guest.player
        self.clients[name], self._browsers[name] = client, await self.stack.enter_async_context(browser)
        return client

    async def know(self, table: str) -> LiveTable:
        """Record from now on what is sent about a table, and return it."""
        self.tables[table] = live = await self.context.tables.find(table)
        return live

    def instant(self) -> Instant:
        """Return the present versions of the tables, and the time."""
        return Instant({id: live.table.seq for id, live in self.tables.items()}, time.time())

    async def logs(self) -> None:
        """Read the logs of the tables as they are now."""
        self.heard.logs = {id: await live.lines() for id, live in tuple(self.tables.items())}

    # Sockets

    async def attend(self, name: str, table: str, invitation: str | None = None) -> TableSession:
        """Return a session at a table that lasts as long as the server."""
        return await self.stack.enter_async_context(self._session(name, table, invitation))

    async def knock(self, name: str, table: str, invitation: str | None = None) -> None:
        """Try to join a table, if there is an invitation, and to open its socket."""
        with suppress(CommandRefused, ConnectionEnded):
            async with self._session(name, table, invitation):
                pass

    async def keep_knocking(self, name: str, table: str, over: Callable[[], bool]) -> None:
        """Try to open the socket of a table again and again."""
        while not over():
            await self.knock(name, table)
            await asyncio.sleep(0.1)

    def _session(self, name: str, table: str, invitation: str | None) -> TableSession:
        client = self.clients[name]
        return client.attend(table, invitation, watch=True, tap=partial(self._keep, client.guest.player, table))

    def _keep(self, player: str, table: str, way: Literal["in", "out"], text: str) -> None:
        self.heard.frames.append(Frame(player, way, text, table, self.instant()))

    # HTTP requests

    async def ask(self, name: str, paths: Callable[[], Iterable[str]], over: Callable[[], bool]) -> None:
        """Request paths again and again."""
        while not over():
            for path in paths():
                await self.get(name, path)
            await asyncio.sleep(5 * SOON)

    async def get(self, name: str, path: str) -> bool:
        """Request a path; return whether it was answered and not refused."""
        return (await self.send(name, "GET", path)).is_success

    async def send(self, name: str, method: str, path: str, json: Any = None) -> httpx.Response:
        """Send a request with the invitations to all known tables: whoever has one may pass it on."""
        since = self.instant()
        response = await self._browsers[name].request(method, path, headers=self._invitation(path), json=json)
        told = response.is_success
        self.heard.answers.append(Answer(self.heard.players[name], path, response.text, since, self.instant(), told))
        return response

    def _invitation(self, path: str) -> dict[str, str]:
        table = next((table for table in self.tables if table in path), None)
        return {"x-uka-invitation": self.invitation(table)} if table else {}

    def invitation(self, table: str) -> str:
        """Return the present invitation to a table, as somebody who has it may pass it on."""
        return self.context.invitations.of(self.tables[table])


@asynccontextmanager
async def meanwhile(work: Iterable[Coroutine[Any, Any, None]]) -> AsyncGenerator[None]:
    """Run tasks meanwhile, and cancel them at the end; raise the first error of one."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
    for error in done:
        if isinstance(error, Exception):
            raise error
