"""The WebSocket of a table, which reconnects after a lost connection and then sends unanswered commands again.

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
from uka.wire.table_updates import ChatUpdate, TableChange, TableSnapshot, TableUpdate

from .errors import CommandRefused, ConnectionEnded, ServerUnreachable, StaleCommand
from .table_mirror import StateUpdate

Answer: TypeAlias = Ack | Pong
MessageTap: TypeAlias = Callable[[Literal["in", "out"], str], None]
"""A function that is called with the direction and the text of each message."""
Address: TypeAlias = Callable[[int | None], tuple[str, dict[str, str]]]
"""A function of a version, which returns the URL of a WebSocket and a dict of headers for it.

Over that WebSocket the server first sends what has changed since the version, or a snapshot if the version is None.
"""

MIN_DELAY, MAX_DELAY = 0.2, 5.0
"""The time, in seconds, before the first attempt to reconnect, and the maximum time before a later attempt."""
REQUEST_AGAIN_AFTER = 1.0
"""The time, in seconds, after which missing updates are requested again."""
MAX_MESSAGE_SIZE = 1 << 24
"""The maximum size of a message in bytes."""
RETRYABLE_CODES = (1001, 1006, 1011, 1012, 1013, 4500)
"""The WebSocket close codes after which the client tries to connect again."""
CLOSE_REASONS = {
    4401: "the server no longer knows you",
    4403: "you are not at this table",
    4404: "there's no such table",
    4408: "the server hadn't heard from you for too long",
    4410: "the host removed you from this table, and you can't come back",
    4429: "you have too many connections open",
}
"""A dict from a WebSocket close code of the server to a sentence that explains it."""


class TableListener(Protocol):
    """What a table's socket needs of the object that receives its updates."""

    @property
    def last_version(self) -> int | None:
        """The last version of the table that the listener knows, or None before the first update."""
        ...

    @property
    def behind(self) -> bool:
        """Whether updates are missing: whether the server is known to have reached a later version."""
        ...

    def hear(self, update: StateUpdate, *, first: bool) -> None:
        """Take an update from the server. ``first`` is true if ``update`` is the first on a connection."""
        ...

    def hear_chat(self, update: ChatUpdate) -> None:
        """Take lines of the table's chat from the server."""
        ...

    def note_server_version(self, version: int) -> None:
        """Remember that the server has reached the version ``version``."""
        ...


class _Broken(Exception):
    """A connection failed or ended, but another attempt to connect may succeed."""


class TableSocket:
    """The WebSocket of a table. ``run`` keeps it connected, and ``send`` sends a command and waits for the answer.

    ``address`` gives the URL to connect to. ``listener`` receives the updates. ``tap`` is called with each message.
    After a lost connection, the socket tries to reconnect for ``patience`` seconds.
    """

    def __init__(self, address: Address, listener: TableListener, tap: MessageTap | None, patience: float) -> None:
        self._address, self._listener, self._tap, self._patience = address, listener, tap, patience
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[TableCommand, asyncio.Future[Answer]]] = {}
        self._farewell: Farewell | None = None
        self._awaits_first_update = False
        """Whether no update has arrived yet on this connection."""
        self._request_again_at: float | None = None
        """When missing updates are requested again, in the time of the event loop; None if none are missing."""
        self._end: Exception | None = None

    @property
    def connected(self) -> bool:
        """Whether the socket is connected now."""
        return self._socket is not None

    async def run(self) -> NoReturn:
        """Keep the socket connected, and receive messages.

        Raise an error with the reason if the connection ends for good.
        """
        try:
            await self._stay_connected()
        except BaseException as error:
            self._end = error if isinstance(error, Exception) else ConnectionEnded("the connection was closed here")
            for _, answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(self._end)
            raise

    async def send(self, command: TableCommand) -> Answer:
        """Send a command and return the server's answer. Raise ``CommandRefused`` if the server refuses the command.

        While there is no answer, the command is sent again on each new connection.
        """
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

    async def _stay_connected(self) -> NoReturn:
        loop, tries = asyncio.get_running_loop(), 0
        last_contact = loop.time()
        while True:
            self._farewell, self._awaits_first_update, self._request_again_at = None, True, None
            try:
                await self._run_connection()
            except _Broken as broken:
                why = broken
            if not self._awaits_first_update:
                last_contact, tries = loop.time(), 0
            elif loop.time() - last_contact >= self._patience:
                raise ServerUnreachable(f"the server could not be reached for {self._patience:g} seconds: {why}")
            await asyncio.sleep(random.uniform(0.5, 1.0) * min(MAX_DELAY, MIN_DELAY * 2**tries))
            tries += 1

    async def _run_connection(self) -> NoReturn:
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
        uri, headers = self._address(self._listener.last_version)
        try:
            return await connect(
                uri,
                additional_headers=headers,
                compression=None,
                proxy=None,
                max_size=MAX_MESSAGE_SIZE,
                close_timeout=1,
            )
        except InvalidStatus as error:
            raise _handshake_error(error) from None
        except (OSError, InvalidHandshake) as error:  # a timeout is an OSError too
            raise _Broken(str(error) or "no answer came in time") from None

    def _closing_error(self, socket: ClientConnection) -> Exception:
        """Return the error for a connection that was closed. It is ``_Broken`` if another attempt may succeed."""
        code, farewell = socket.close_code or 1006, self._farewell
        explained = farewell.why if farewell else ""
        why = explained or CLOSE_REASONS.get(code) or socket.close_reason or "the connection was lost"
        retry = farewell.again if farewell else code in RETRYABLE_CODES
        return _Broken(why) if retry else ConnectionEnded(why)

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
            async with asyncio.timeout_at(self._request_again_at):
                data = await socket.recv()
        except TimeoutError:
            await self._fill_gap(again=True)
            return
        except ConnectionClosed:
            raise self._closing_error(socket) from None
        if self._tap:
            self._tap("in", data if isinstance(data, str) else data.decode(errors="replace"))
        await self._hear(table_updates.read(data))

    async def _hear(self, update: TableUpdate) -> None:
        match update:
            case TableSnapshot() | TableChange():
                first, self._awaits_first_update = self._awaits_first_update, False
                self._listener.hear(update, first=first)
            case ChatUpdate():
                self._listener.hear_chat(update)
            case Ack():
                self._listener.note_server_version(update.version)
                self._answer(update.id, update)
            case Pong():
                self._answer(update.id, update)
            case Rejection():
                if update.stale:
                    self._answer(update.id, StaleCommand(update.why))
                    await self._request_missing()
                else:
                    self._answer(update.id, CommandRefused(update.why, again=update.again))
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
        """Request missing updates, if there are any and they have not been requested yet.

        If ``again`` is true, ``REQUEST_AGAIN_AFTER`` seconds have passed since the last request, so request them again.
        """
        if not self._listener.behind:
            self._request_again_at = None
        elif self._request_again_at is None or again:
            await self._request_missing()

    async def _request_missing(self) -> None:
        self._request_again_at = asyncio.get_running_loop().time() + REQUEST_AGAIN_AFTER
        await self._write(table_commands.SyncTable(since=self._listener.last_version, id="sync"))


def _handshake_error(error: InvalidStatus) -> Exception:
    """Return the error for a refused WebSocket handshake. It is ``_Broken`` if another attempt may succeed."""
    status = error.response.status_code
    try:
        why = msgspec.json.decode(error.response.body or b"", type=http_bodies.HttpProblem).why
    except msgspec.DecodeError:
        why = f"the server didn't open the table: {status}"
    retry = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return _Broken(why) if retry else ConnectionEnded(why)
