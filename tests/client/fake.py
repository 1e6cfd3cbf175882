"""A server of one table that can be told to misbehave. The table is real; time and sockets are simulated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.table.driver import Driver
from uka.client import Client, TableSession
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.hosting.audience import UpdateMessages, published_lines, snapshot_message
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_commands import table_operation
from uka.table import (
    StaleVersion,
    Table,
    TableSettings,
    TableViews,
    due,
    execute,
    table_view,
)
from uka.table.commands import people
from uka.wire import socket_updates, table_commands
from uka.wire.socket_updates import Ack, Farewell, Rejection
from uka.wire.table_updates import TableChange, TableSnapshot, TableUpdate, read

AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, hand_ms=0, bots="random")


def as_it_is(update: TableUpdate) -> Iterable[TableUpdate]:
    """Return a message unchanged."""
    return (update,)


PACKS = PackSecrets(bytes(32))


class Fake:
    """A simulated server. Everyone named in ``seated`` has a seat from the beginning, from north on; bots have the
    other seats.

    ``mangle`` replaces each message by what is sent instead. ``heed`` may raise ``Cut`` before or after a command.
    """

    def __init__(self, rules: Ruleset, seated: tuple[str, ...] = ("ana",), settings: TableSettings = AT_ONCE) -> None:
        self.driver = Driver(rules, settings, host=seated[0])
        self.driver.seat(*seated)
        for seat in SEATS[len(seated) :]:
            self.driver.do(people.seat_bot, seated[0], seat)
        self.mangle: Callable[[TableUpdate], Iterable[TableUpdate]] = as_it_is
        self.heed: Callable[[table_commands.TableCommand, bool], None] = lambda command, done: None
        self.opened: list[int | None] = []
        self.heard: list[table_commands.TableCommand] = []
        self.port = 0
        self._sockets: dict[ServerConnection, str] = {}

    # The table

    def seat(self, player: str) -> Seat | None:
        return self.driver.table.seat_of(player)

    def view(self, player: str) -> tuple[object, ...]:
        """Return everything that a client must know in the end."""
        seen = table_view(self.driver.table, self.seat(player))
        return seen.scene, seen.deal, seen.people, seen.commitments, seen.secrets

    def go_on(self) -> None:
        """Apply all timers that are due now."""
        while (coming := due(self.driver.table)) and coming.at <= self.driver.now:
            self.driver.next()

    async def begin(self) -> None:
        """Begin a game and send the updates to everyone."""
        since = self.driver.table.seq
        self.driver.begin()
        self.go_on()
        await self.tell(since)

    # What is told

    def news(self, player: str, since: int, *, whole: bool = False) -> TableChange:
        """Return the lines after version ``since``, and what has changed or, if ``whole`` is true, every field."""
        lines = published_lines(step for step in self.driver.steps if step.line.seq > since)
        before = next((step.table for step in self.driver.steps if step.line.seq == since and not whole), None)
        views = TableViews(self.driver.table, TableViews(before) if before else None)
        change = read(UpdateMessages(views, since, lines, "invitation").message_for(player))
        assert isinstance(change, TableChange)
        return change

    def welcome(self, player: str, table: Table | None = None) -> TableSnapshot:
        text = snapshot_message("t", table or self.driver.table, player, "invitation", self.driver.now)
        snapshot = read(text)
        assert isinstance(snapshot, TableSnapshot)
        return snapshot

    async def tell(self, since: int) -> None:
        for socket, player in tuple(self._sockets.items()):
            await self.say(socket, self.news(player, since))

    async def say(self, socket: ServerConnection, update: TableUpdate) -> None:
        for made in self.mangle(update):
            try:
                await socket.send(socket_updates.write(made))
            except ConnectionClosed:
                return

    async def farewell(self, why: str, code: int, *, again: bool = False, silent: bool = False) -> None:
        """End all connections."""
        for socket in tuple(self._sockets):
            if not silent:
                await self.say(socket, Farewell(why, again))
            await socket.close(code)

    def cut(self) -> None:
        """Break all connections without a close message."""
        for socket in tuple(self._sockets):
            socket.transport.abort()

    # Sockets

    async def attend(self, socket: ServerConnection) -> None:
        request = socket.request
        assert request is not None
        since = parse_qs(urlsplit(request.path).query).get("since")
        self.opened.append(int(since[0]) if since else None)
        player = request.headers["Cookie"].removeprefix("uka=")
        self._sockets[socket] = player
        try:
            await self.say(socket, self.news(player, int(since[0]), whole=True) if since else self.welcome(player))
            async for text in socket:
                await self.answer(socket, player, table_commands.read(text))
        except (Cut, ConnectionClosed):
            socket.transport.abort()
        finally:
            del self._sockets[socket]

    async def answer(self, socket: ServerConnection, player: str, command: table_commands.TableCommand) -> None:
        self.heard.append(command)
        self.heed(command, False)
        since, table = self.driver.table.seq, self.driver.table
        if isinstance(command, table_commands.SyncTable):
            missed = None if command.since is None else self.news(player, command.since, whole=True)
            return await self.say(socket, missed or self.welcome(player))
        try:
            live = SimpleNamespace(packs=PACKS, now=lambda: self.driver.now)
            work = table_operation(command, player, live)  # type: ignore[arg-type]
            self.driver.did(execute(table, work, at=self.driver.now, by=player, id=command.id))  # type: ignore[arg-type]
        except StaleVersion as error:
            return await self.say(socket, Rejection(command.id, str(error), stale=True))
        except UkaError as error:
            return await self.say(socket, Rejection(command.id, str(error)))
        self.go_on()
        if self.driver.table.seq > since:
            await self.tell(since)
        self.heed(command, True)
        version = self.driver.table.applied_line(player, command.id)
        return await self.say(socket, Ack(command.id, version or self.driver.table.seq))


class Cut(Exception):
    """Breaks the connection at this point."""


class Guest(Client):
    """A client that needs no HTTP: its cookie is its name."""

    def socket_address(self, table: str, since: int | None) -> tuple[str, dict[str, str]]:
        uri, _ = super().socket_address(table, since)
        return uri, {"Cookie": f"uka={self.name}"}


AnyFake = TypeVar("AnyFake", bound=Fake)


@asynccontextmanager
async def serving(fake: AnyFake) -> AsyncIterator[AnyFake]:
    """Run the server inside of the ``async with`` block."""
    async with serve(fake.attend, "127.0.0.1", fake.port, compression=None, close_timeout=1) as server:
        fake.port = next(iter(server.sockets)).getsockname()[1]
        yield fake


@asynccontextmanager
async def attending(
    fake: Fake, name: str = "ana", *, patience: float = 60.0, **more: object
) -> AsyncIterator[TableSession]:
    """Attend the table as a person inside of the ``async with`` block."""
    client = Guest(f"http://127.0.0.1:{fake.port}", name, patience=patience)
    async with asyncio.timeout(PATIENCE), client.attend("t", **more) as at:  # type: ignore[arg-type]
        yield at
    await client.__aexit__()
