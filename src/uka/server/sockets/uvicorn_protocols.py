"""uvicorn's HTTP and WebSocket protocols, with limits on the time and memory that a slow client can use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from struct import Struct
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXCHANGE = 30.0
"""Seconds within which a request must arrive and its response must be sent."""
CLOSING = 5.0
"""Seconds within which a closing connection must end, or a WebSocket handshake must be complete."""
MOST_HEAD = 65_536
"""The maximum size of a request's head (its request line and headers), in bytes."""
UNSENT = 16_384
"""The number of bytes in a socket's write buffer above which nothing more is written to the socket."""
_FRAME, _LONG_FRAME, _CLOSE = Struct("!BBH"), Struct("!BBQ"), Struct("!BBH")
AHEAD = 4
"""The number of unanswered messages of a socket at which the server pauses reading from the socket."""


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request's head.

    It also records when each exchange (a request and its response) began, so that slow exchanges can be aborted.
    """

    since = 0.0
    """The event loop's time when the connection began or its last exchange (a request and its response) ended."""
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Record the time at which the connection begins."""
        self.since = self.loop.time()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes. Abort the connection if a request's head is too long; the parser has no such limit."""
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        """Handle a part of a request's body, without counting it as head. The routes limit the size of bodies."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Handle the end of a request, and reset the size counter for the next request's head."""
        self._head = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Handle the end of a response, and record its time."""
        self.since = self.loop.time()
        super().on_response_complete()


def text_frame(text: str) -> bytes:
    """Return a message as a WebSocket frame of a server without extensions (RFC 6455, section 5.2).

    ``websockets`` makes the same frame, but takes several times as long, since it allows for every kind of frame.
    """
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    return (_FRAME.pack(0x81, 126, size) if size < 65_536 else _LONG_FRAME.pack(0x81, 127, size)) + data


def close_frame(code: int, why: str) -> bytes:
    """Return the frame with which a server closes a connection (RFC 6455, section 5.5.1)."""
    reason = why.encode()[:123]
    return _CLOSE.pack(0x88, len(reason) + 2, code) + reason


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that reads a few messages ahead.

    uvicorn by itself pauses and resumes reading at each message, which costs two system calls.
    """

    def connection_made(self, transport: Any) -> None:
        """Set a small limit for the write buffer. Further messages wait in the outbox, which counts their bytes."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=UNSENT)

    def handle_ping(self) -> None:
        """Answer a ping with a pong, unless the write buffer is full because the client does not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_now(self, texts: Iterable[str]) -> bool:
        """Send messages in one write. If the buffer is full or the connection closes, send none and return False."""
        open_ = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not open_ or not self.writable.is_set():
            return False
        self.transport.write(b"".join([text_frame(text) for text in texts]))
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on to the application, and let uvicorn pause reading only if ``AHEAD`` messages wait.

        uvicorn pauses reading only if ``read_paused`` is false. So to prevent a pause, the method sets ``read_paused``
        to true until uvicorn has passed on the message.
        """
        few = not self.read_paused and self.queue.qsize() < AHEAD
        self.read_paused = self.read_paused or few
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False


class ConnectionReaper:
    """Aborts connections whose requests, handshakes or closings take too long.

    The server must call ``look`` about once a second.
    """

    def __init__(self) -> None:
        self._ending: dict[Any, float] = {}

    def look(self, connections: set[Any], now: float) -> None:
        """Abort the connections that have exceeded a time limit. ``now`` is the event loop's time, in seconds."""
        ending = [connection for connection in connections if _ending(connection)]
        self._ending = {connection: self._ending.get(connection, now) for connection in ending}
        late = {connection for connection, since in self._ending.items() if now - since > CLOSING}
        late |= {c for c in connections if isinstance(c, HttpProtocol) and now - c.since > EXCHANGE}
        abort_all(late)


def _ending(connection: Any) -> bool:
    """Return whether a connection is closing, or in a WebSocket handshake."""
    return connection.transport.is_closing() or not getattr(connection, "handshake_complete", True)


def abort_all(connections: set[Any]) -> None:
    """Close connections at once, without sending the buffered bytes."""
    for connection in tuple(connections):
        connection.transport.abort()


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return whether to log a message of uvicorn. Reports that a client has sent invalid UTF-8 are not logged."""
    return record.msg != "Invalid UTF-8 sequence received from client."
