"""uvicorn's HTTP and WebSocket protocols, with limits on the time and memory that a slow client can take."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXCHANGE = 30.0
"""Seconds for a request to arrive and its response to be made."""
CLOSING = 5.0
"""Seconds for the rest of a response to be received, or for a handshake."""
MOST_HEAD = 65_536
"""The most bytes of a request without its body."""
UNSENT = 16_384
"""Bytes in a socket's write buffer above which it is not written to."""
AHEAD = 4
"""How many messages of a socket are read ahead of the answers."""


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request's head, and records when an exchange began."""

    since = 0.0
    """When the present exchange could begin, by the event loop's clock."""
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Start the clock of the first exchange."""
        self.since = self.loop.time()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Parse data; abort if the request's head is too long, which the parser does not limit."""
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body; it does not count as head, since the routes limit it."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Count the head of the next request from 0."""
        self._head = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Start the clock of the next exchange."""
        self.since = self.loop.time()
        super().on_response_complete()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that reads a few messages ahead.

    uvicorn pauses and resumes reading at each message, which costs two system calls.
    """

    def connection_made(self, transport: Any) -> None:
        """Set a small write buffer: the rest waits in the outbox, where it is counted."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=UNSENT)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not receive what is sent."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_now(self, texts: Iterable[str]) -> bool:
        """Send messages in one write; return False and send none if the buffer is full or the connection closes."""
        open_ = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not open_ or not self.writable.is_set():
            return False
        for text in texts:
            self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; a set ``read_paused`` keeps uvicorn from pausing the connection."""
        few = not self.read_paused and self.queue.qsize() < AHEAD
        self.read_paused = self.read_paused or few
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False


class ConnectionReaper:
    """Aborts connections that take too long; ``look`` must be called about once a second."""

    def __init__(self) -> None:
        self._ending: dict[Any, float] = {}

    def look(self, connections: set[Any], now: float) -> None:
        """Abort the connections that are over their time; ``now`` is the event loop's time."""
        ending = [connection for connection in connections if _ending(connection)]
        self._ending = {connection: self._ending.get(connection, now) for connection in ending}
        late = {connection for connection, since in self._ending.items() if now - since > CLOSING}
        late |= {c for c in connections if isinstance(c, HttpProtocol) and now - c.since > EXCHANGE}
        abort_all(late)


def _ending(connection: Any) -> bool:
    """Return whether a connection is closing, or in a WebSocket handshake."""
    return connection.transport.is_closing() or not getattr(connection, "handshake_complete", True)


def abort_all(connections: set[Any]) -> None:
    """Abort connections without sending what is buffered."""
    for connection in tuple(connections):
        connection.transport.abort()


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for uvicorn's message about a client that sent invalid UTF-8, whose socket it closes."""
    return record.msg != "Invalid UTF-8 sequence received from client."
