"""uvicorn's HTTP and WebSocket protocols, with limits on the time and memory that a slow client can use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from ..base.rate_limits import TokenBucket, client_network

EXCHANGE = 30.0
"""Seconds within which a request must arrive and its response must be sent."""
CLOSING = 5.0
"""Seconds within which a closing connection must end, or a WebSocket handshake must be complete."""
MOST_HEAD = 65_536
"""The maximum size of a request's head (its request line and headers), in bytes."""
MOST_PIPELINED = 100
"""The maximum number of requests that may wait in a connection for the response to an earlier request."""
UNSENT = 16_384
"""The number of bytes in a socket's write buffer above which nothing more is written to the socket."""
_FRAME, _LONG_FRAME, _CLOSE = Struct("!BBH"), Struct("!BBQ"), Struct("!BBH")
AHEAD = 4
"""The number of unanswered messages of a socket at which the server pauses reading from the socket."""
AT_ONCE = 2_048
"""The maximum number of bytes that are read from a connection at once.

A frame, or a chunk of a request's body, may have only 6 bytes, and a header 4. So a larger part of a flood of them
would stop the event loop for longer.
"""
LARGE_REQUEST = 16_384
"""If an unanswered request has more bytes than this, they count towards the limits on bytes."""
FRAMES = (20.0, 60)
"""The maximum rate of a socket's frames that are no messages: pings, pongs and continuations of messages."""


class TooManyRequests(Exception):
    """A client sends further requests although many wait in its connection; the connection has been aborted."""


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request's head and the number of requests that wait.

    It reads few bytes at once. It also records when each exchange (a request and its response) began, so that slow
    exchanges can be aborted, and how many bytes of requests it has received that are not answered yet.
    """

    guest = ""
    """Empty, since the head that tells the guest may not have arrived."""
    address = ""
    """The address of the other end: the client's, or that of a proxy which passes on requests."""

    since = 0.0
    """The event loop's time when the connection began or its last exchange (a request and its response) ended."""
    _head = _unanswered = 0
    _running: Any = None
    """The request that is being answered, or that was answered last."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Record the time at which the connection begins, and read few bytes at once from now on."""
        self.since = self.loop.time()
        super().connection_made(transport)
        self.address = client_network(self.client[0]) if self.client else ""
        transport.set_protocol(SmallReads(self, transport))

    def data_received(self, data: bytes) -> None:
        """Parse received bytes. Abort the connection if a request's head is too long; the parser has no such limit."""
        self._head += len(data)
        self._unanswered += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.transport.abort()
        elif self._unanswered > LARGE_REQUEST:
            self.note_bytes(self)

    def note_bytes(self, connection: HttpProtocol) -> None:
        """Count the bytes of a connection's unanswered requests. ``http_protocol`` says how; here nothing is done."""

    @property
    def waiting(self) -> int:
        """The number of bytes of large requests that are not answered yet."""
        large = self._unanswered > LARGE_REQUEST and not self.transport.is_closing()
        return self._unanswered if large else 0

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def on_headers_complete(self) -> None:
        """Handle the end of a request's head. Abort the connection if too many requests wait in it."""
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            self._disconnect()
            self.transport.abort()
            raise TooManyRequests  # so that the parser ignores the bytes that were received already

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._disconnect()
        super().connection_lost(exc)
        self._forget_bytes()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _disconnect(self) -> None:
        """Let the request that is being answered write nothing more. uvicorn does so for the last request only."""
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on to a WebSocket protocol, which gets few bytes at once too."""
        super().handle_websocket_upgrade()
        self._forget_bytes()
        self.transport.set_protocol(SmallReads(self.transport.get_protocol(), self.transport))

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
        self._forget_bytes()
        super().on_response_complete()

    def _forget_bytes(self) -> None:
        large, self._unanswered = self._unanswered > LARGE_REQUEST, 0
        if large:
            self.note_bytes(self)


def http_protocol(note: Callable[[HttpProtocol], None]) -> type[HttpProtocol]:
    """Return the protocol of connections that call ``note`` when the number of their unanswered bytes has changed."""

    class NotingHttpProtocol(HttpProtocol):
        def note_bytes(self, connection: HttpProtocol) -> None:
            note(connection)

    return NotingHttpProtocol


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


class SmallReads(asyncio.BufferedProtocol):
    """Passes on what a connection receives, ``AT_ONCE`` bytes at most in each iteration of the event loop."""

    def __init__(self, protocol: Any, transport: Any) -> None:
        self._protocol, self._transport, self._buffer = protocol, transport, bytearray(AT_ONCE)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next bytes."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on the received bytes. If there may be more, let the next iteration read them.

        uvloop by itself fills the buffer up to 32 times in one iteration.
        """
        self._protocol.data_received(bytes(self._buffer[:nbytes]))
        if nbytes == AT_ONCE and self._transport.is_reading():  # otherwise the protocol itself has paused reading
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._read_on)

    def _read_on(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> None:
        """Pass on that the client sends no more."""
        self._protocol.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the write buffer is full."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the write buffer has room again."""
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on that the connection has ended."""
        self._protocol.connection_lost(exc)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that reads a few messages ahead, and limits the rate of frames that are no messages.

    uvicorn by itself pauses and resumes reading at each message, which costs two system calls.
    """

    def connection_made(self, transport: Any) -> None:
        """Set a small limit for the write buffer. Further messages wait in the outbox, which counts their bytes."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=UNSENT)
        self._frames = TokenBucket(*FRAMES)

    def handle_ping(self) -> None:
        """Answer a ping with a pong, unless the write buffer is full because the client does not read."""
        if self._counted() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong."""
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a continuation of a message; ignore an empty one, which would only take memory."""
        if self._counted() and (event.data or event.fin):
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        """Handle bytes that are no frames. Before the handshake is complete, there is no frame to answer them with."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def _counted(self) -> bool:
        """Count a frame that is no message. If there are too many, close the connection and return False."""
        if self._frames.take(self.loop.time()):
            return True
        if not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames that are no messages")
            self.handle_parser_exception()
        return False

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
