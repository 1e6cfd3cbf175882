"""The sending side of a socket. Messages wait in a queue, the outbox, so that a slow client delays no other client."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uka.wire import socket_updates

from ..base.clock import awake
from ..base.security import client_address
from .direct import SocketConnection, callables_of, connection_of, transport_of, unsent_bytes, write_now
from .outbox_limits import OutboxLimits

FAREWELL_TIMEOUT = 5.0
"""Seconds that the server waits for a client to receive its last message before the connection is aborted."""
TOO_SLOW = "your connection is too slow to keep up with the table"


class FlushScheduler:
    """Sends the queued messages of clients at the end of each event loop iteration, in one write for each client."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def schedule(self, send: Callable[[], None]) -> None:
        """Schedule ``send`` for the end of this event loop iteration, or for the next ``flush`` if that is earlier."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(send)

    def flush(self) -> None:
        """Run all scheduled functions now."""
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            send()


class SocketClient:
    """A connected client of a table or tournament, with its outbox: the queue of messages to send to the client."""

    def __init__(
        self,
        socket: SocketConnection,
        player: str,
        outboxes: OutboxLimits,
        flushes: FlushScheduler,
    ) -> None:
        self.player = self.guest = player
        """The guest's id; empty if the client has no guest cookie. ``OutboxLimits`` reads it as ``guest``."""
        self.address = client_address(socket.scope)
        self.heard = awake()
        """The time of the last message from the client, in seconds of ``awake``."""
        self.grant = ""
        """The id of the ``Grant`` that the client's tournament link stands for; empty if there is none."""
        self._socket, self._outboxes, self._flushes = socket, outboxes, flushes
        self.receive, self._send = callables_of(socket)
        self._connection = connection_of(self._send)
        self._outbox: deque[str] = deque()
        self._bytes = 0
        """The memory that the messages in the outbox occupy, in bytes."""
        self._end: tuple[int, str] | None = None
        """The WebSocket close code and the reason, once the connection is to be closed."""
        self._wake: asyncio.Future[None] | None = None
        """The future for which the task that runs ``send`` waits while the outbox is empty."""

    def push(self, text: str) -> None:
        """Queue the message ``text`` for the client. If the outbox then exceeds a limit, close the connection."""
        if self._end is not None:
            return
        self._enqueue(text)
        if len(self._outbox) == 1:
            self._flushes.schedule(self._flush)
        elif len(self._outbox) > self._outboxes.messages or self._bytes > self._outboxes.bytes:
            self.drop()
        elif not self._idle:
            self._outboxes.enforce(self)

    def drop(self) -> None:
        """Send a slow client the reason instead of the queued messages, then close the connection.

        If the connection is already being closed, abort it.
        """
        if self._end is not None:
            self._abort()
        else:
            self._clear()
            self.farewell(TOO_SLOW, 1013, again=True)
            asyncio.get_running_loop().call_later(FAREWELL_TIMEOUT, self._abort)

    @property
    def queued_bytes(self) -> int:
        """The number of bytes queued for the client, in the outbox and in the connection's write buffer."""
        return self._bytes + unsent_bytes(self._transport)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        if self._end is None:
            self._enqueue(socket_updates.write(socket_updates.Farewell(why, again)))
            self._end = (code, why)
            self._wake_sender()

    @property
    def gone(self) -> bool:
        """Whether no more messages can be sent to the client. Messages from the client may still wait to be read."""
        transport = self._transport
        return self._end is not None or (transport is not None and transport.is_closing())

    @property
    def _transport(self) -> Any:
        return transport_of(self._send)

    def _abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _enqueue(self, text: str) -> None:
        self._outbox.append(text)
        self._bytes += sys.getsizeof(text)

    def _clear(self) -> None:
        self._outbox.clear()
        self._bytes = 0

    async def send(self) -> None:
        """Send the queued messages until the connection ends. Each client has one task that runs this method."""
        while True:
            while self._outbox:
                text = self._outbox.popleft()
                self._bytes -= sys.getsizeof(text)
                await self._send({"type": "websocket.send", "text": text, "bytes": None})
                del text  # it is often a large snapshot, and this task now waits for as long as the connection lasts
            self._outboxes.remeasure(self)
            if self._end is not None:
                code, why = self._end
                await self._socket.send({"type": "websocket.close", "code": code, "reason": why})
                return
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake

    async def finish(self, sender: asyncio.Task[None]) -> None:
        """Give the last messages a few seconds to be sent, then cancel ``sender``, the task that runs ``send``."""
        if self._end is not None:
            await asyncio.wait([sender], timeout=FAREWELL_TIMEOUT)
        sender.cancel()
        with suppress(asyncio.CancelledError, Exception):  # the client may have closed the connection
            await sender
        self._outboxes.forget(self)

    @property
    def _idle(self) -> bool:
        """Whether the task that runs ``send`` is waiting, so that a direct write can't overtake an older message."""
        return self._wake is not None and not self._wake.done()

    def _flush(self) -> None:
        """Send the queued messages in one write, or let the task that runs ``send`` send them."""
        if self._idle and self._end is None and write_now(self._connection, self._outbox):
            self._clear()
        else:
            self._outboxes.enforce(self)
            self._wake_sender()

    def _wake_sender(self) -> None:
        """Let the task that runs ``send`` go on."""
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
