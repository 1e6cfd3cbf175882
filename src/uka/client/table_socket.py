"""The WebSocket of a table. When the connection is lost, the socket reconnects and sends unanswered commands again.

A command that is sent again has the same id, so the server does not execute it twice.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Literal, NoReturn, Protocol, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from uka.wire import http_bodies, table_commands, table_updates
from uka.wire.socket_updates import Ack, Farewell, Pong, Rejection
from uka.wire.table_commands import TableCommand
from uka.wire.table_updates import TableChange, TableSnapshot, TableUpdate

from .errors import CommandRefused, ConnectionEnded, ServerUnreachable, StaleCommand
from .table_mirror import StateUpdate

Answer: TypeAlias = Ack | Pong
MessageTap: TypeAlias = Callable[[Literal["in", "out"], str], None]
Address: TypeAlias = Callable[[int | None], tuple[str, dict[str, str]]]
"""A function that takes a version, and returns the URL and headers of a WebSocket.

That WebSocket sends the updates after the version, or a snapshot if the version is None.
"""

MIN_DELAY, MAX_DELAY = 0.2, 5.0
"""The time in seconds before the first attempt to reconnect, and the maximum time before later attempts."""
DOUBT = 1.0
"""The time in seconds after which missing updates are requested again."""
LARGEST = 1 << 24
"""The maximum size of a message in bytes."""
COMES_BACK = (1001, 1006, 1011, 1012, 1013, 4500)
"""The WebSocket close codes after which the client may reconnect."""
ENDS = {
    4401: "the server no longer knows you",
    4403: "you are not at this table",
    4404: "there's no such table",
    4408: "the server hadn't heard from you for too long",
    4410: "the host removed you from this table, and you can't come back",
    4429: "you have too many connections open",
}


class TableListener(Protocol):
    """An object that receives the updates from a table's socket."""

    @property
    def since(self) -> int | None:
        """The last version that the listener knows."""
        ...

    @property
    def behind(self) -> bool:
        """Whether updates after the last known version are missing."""
        ...

    def hear(self, update: StateUpdate, *, first: bool) -> None:
        """Process an update. ``first`` is true if the update is the first on a connection."""
        ...

    def note_version(self, version: int) -> None:
        """Remember that the server has reached the version ``version``."""
        ...


class _Broken(Exception):
    """A connection failed or ended, but the next connection may succeed."""


class TableSocket:
    """The socket of a table. ``run`` maintains the connection. ``send`` sends a command and waits for the answer."""

    def __init__(self, address: Address, listener: TableListener, tap: MessageTap | None, patience: float) -> None:
        self._address, self._listener, self._tap, self._patience = address, listener, tap, patience
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[TableCommand, asyncio.Future[Answer]]] = {}
        self._farewell: Farewell | None = None
        self._fresh = False
        self._doubt: float | None = None
        self._end: Exception | None = None

    @property
    def connected(self) -> bool:
        """Whether the socket is connected now."""
        return self._socket is not None

    async def run(self) -> NoReturn:
        """Maintain the connection and receive messages.

        If the connection ends permanently, raise an error that gives the reason.
        """
        try:
            await self._keep()
        except BaseException as error:
            self._end = error if isinstance(error, Exception) else ConnectionEnded("the connection was closed here")
            for _, answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(self._end)
            raise

    async def send(self, command: TableCommand) -> Answer:
        """Send a command and return its answer. On each new connection, an unanswered command is sent again."""
        if self._end is not None:
            raise self._end
        answer = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = command, answer
        try:
            await self._write(command)
            return await answer
        finally:
            del self._waiting[command.id]

    # Connections

    async def _keep(self) -> NoReturn:
        loop, tries = asyncio.get_running_loop(), 0
        good = loop.time()
        while True:
            self._farewell, self._fresh, self._doubt = None, True, None
            try:
                await self._connection()
            except _Broken as broken:
                why = broken
            if not self._fresh:
                good, tries = loop.time(), 0
            elif loop.time() - good >= self._patience:
                raise ServerUnreachable(f"the server could not be reached for {self._patience:g} seconds: {why}")
            await asyncio.sleep(random.uniform(0.5, 1.0) * min(MAX_DELAY, MIN_DELAY * 2**tries))
            tries += 1

    async def _connection(self) -> NoReturn:
        """Run one connection from its opening to its end."""
        socket = self._socket = await self._open()
        try:
            for command, _ in tuple(self._waiting.values()):
                await self._write(command)
            while True:
                await self._receive(socket)
        finally:
            self._socket = None
            await socket.close()

    async def _open(self) -> ClientConnection:
        uri, headers = self._address(self._listener.since)
        try:
            return await connect(
                uri, additional_headers=headers, compression=None, proxy=None, max_size=LARGEST, close_timeout=1
            )
        except InvalidStatus as error:
            raise _refused(error) from None
        except (OSError, InvalidHandshake) as error:  # a timeout is an OSError too
            raise _Broken(str(error) or "no answer came in time") from None

    def _ended(self, socket: ClientConnection) -> Exception:
        code, farewell = socket.close_code or 1006, self._farewell
        why = (farewell and farewell.why) or ENDS.get(code) or socket.close_reason or "the connection was lost"
        return _Broken(why) if (farewell.again if farewell else code in COMES_BACK) else ConnectionEnded(why)

    # Messages

    async def _write(self, command: TableCommand) -> None:
        """Send a command if there is a connection. Otherwise do nothing, because the next connection sends it."""
        if self._socket is None:
            return
        text = table_commands.write(command)
        if self._tap:
            self._tap("out", text)
        with suppress(ConnectionClosed):
            await self._socket.send(text)

    async def _receive(self, socket: ClientConnection) -> None:
        try:
            async with asyncio.timeout_at(self._doubt):
                data = await socket.recv()
        except TimeoutError:
            await self._fill_gap(again=True)
            return
        except ConnectionClosed:
            raise self._ended(socket) from None
        if self._tap:
            self._tap("in", data if isinstance(data, str) else data.decode(errors="replace"))
        await self._hear(table_updates.read(data))

    async def _hear(self, update: TableUpdate) -> None:
        match update:
            case TableSnapshot() | TableChange():
                first, self._fresh = self._fresh, False
                self._listener.hear(update, first=first)
            case Ack():
                self._listener.note_version(update.version)
                self._answer(update.id, update)
            case Pong():
                self._answer(update.id, update)
            case Rejection():
                refused = StaleCommand(update.why) if update.stale else CommandRefused(update.why, again=update.again)
                self._answer(update.id, refused)
                if update.stale:
                    await self._catch_up()
            case Farewell():
                self._farewell = update
                return
        await self._fill_gap()

    def _answer(self, id: str, answer: Answer | CommandRefused) -> None:
        _, waiting = self._waiting.get(id, (None, None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, CommandRefused):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    async def _fill_gap(self, *, again: bool = False) -> None:
        """Request missing updates at once, and then every ``DOUBT`` seconds until no updates are missing.

        ``again`` is true if ``DOUBT`` seconds have passed since the last request.
        """
        if not self._listener.behind:
            self._doubt = None
        elif self._doubt is None or again:
            await self._catch_up()

    async def _catch_up(self) -> None:
        self._doubt = asyncio.get_running_loop().time() + DOUBT
        await self._write(table_commands.SyncTable(since=self._listener.since, id="sync"))


def _refused(error: InvalidStatus) -> Exception:
    """Return the error for a refused WebSocket handshake. It is ``_Broken`` if another attempt may succeed."""
    status = error.response.status_code
    try:
        why = msgspec.json.decode(error.response.body or b"", type=http_bodies.HttpProblem).why
    except msgspec.DecodeError:
        why = f"the server didn't open the table: {status}"
    passing = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return _Broken(why) if passing else ConnectionEnded(why)
