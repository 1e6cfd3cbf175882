"""uvicorn's HTTP and WebSocket protocols, with limits on the time and memory that a slow client can use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from ..base.rate_limits import TokenBucket, client_network

EXCHANGE_TIMEOUT = 30.0
"""Seconds within which a whole HTTP request must arrive and its response must be sent."""
CLOSING_TIMEOUT = 5.0
"""Seconds within which a closing connection must end, or a WebSocket handshake must be complete."""
MOST_HEAD = 65_536
"""The maximum size of a request's head (its request line and headers), in bytes."""
MOST_PIPELINED = 100
"""The maximum number of requests that may wait in a connection for the response to an earlier request."""
WRITE_BUFFER_LIMIT = 16_384
"""The number of bytes in a WebSocket's write buffer above which further messages wait in the outbox."""
_OPEN = State.OPEN  # looked up once, since Python 3.11 looks up members of enumerations slowly
_FRAME, _LONG_FRAME, _CLOSE = Struct("!BBH"), Struct("!BBQ"), Struct("!BBH")
READ_AHEAD = 4
"""The number of unanswered messages of a WebSocket at which the server pauses reading from it."""
READ_SIZE = 2_048
"""The maximum number of bytes that are read from a connection at once.

A frame or a chunk of a request's body may have only 6 bytes, and a header only 4. So if more bytes of a flood of them
were read at once, the event loop would stop for longer.
"""
LARGE_REQUEST = 16_384
"""If an unanswered request has more bytes than this, they count towards the limits on queued bytes."""
CONTROL_FRAMES = (20.0, 60)
"""The ``Rate`` of a WebSocket's frames that begin no message: pings, pongs and continuations of messages."""


class TooManyRequests(Exception):
    """Raised when a client sends requests although too many wait in its connection, which has been aborted."""


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request's head and the number of requests that wait.

    It reads few bytes at once. It also records when its last exchange (a request and its response) ended, so that a
    slow exchange can be aborted, and how many bytes of requests it has received that are not answered yet.
    """

    guest = ""
    """The guest's id for ``OutboxLimits``: empty, since the head with the guest's cookie may not have arrived."""
    address = ""
    """The address of the other end, which is the client or a proxy in front of the server."""

    since = 0.0
    """The event loop's time when the connection began or its last exchange (a request and its response) ended."""
    _head = 0
    """The number of bytes of the present request's head so far."""
    _unanswered = 0
    """The number of bytes received since the last response ended."""
    _running: Any = None
    """uvicorn's object for the request that is being answered, or that was answered last."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Record the time at which the connection begins, and read at most ``READ_SIZE`` bytes at once from now on."""
        self.since = self.loop.time()
        super().connection_made(transport)
        self.address = client_network(self.client[0]) if self.client else ""
        transport.set_protocol(SmallReads(self, transport))

    def data_received(self, data: bytes) -> None:
        """Parse received bytes. If a request's head is too long, abort the connection."""
        self._head += len(data)
        self._unanswered += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.transport.abort()
        elif self._unanswered > LARGE_REQUEST:
            self.queued_bytes_changed()

    def queued_bytes_changed(self) -> None:
        """Do nothing. The subclass that ``http_protocol`` returns reports here that ``queued_bytes`` has changed."""

    @property
    def queued_bytes(self) -> int:
        """The number of bytes of large requests that are not answered yet, which ``OutboxLimits`` counts."""
        large = self._unanswered > LARGE_REQUEST and not self.transport.is_closing()
        return self._unanswered if large else 0

    def drop(self) -> None:
        """Close the connection at once, without sending the buffered bytes."""
        self.transport.abort()

    def on_headers_complete(self) -> None:
        """Handle the end of a request's head. Abort the connection if too many requests wait in it."""
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            self._disconnect()
            self.transport.abort()
            raise TooManyRequests  # so that the parser ignores the remaining bytes that were received

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._disconnect()
        super().connection_lost(exc)
        self._forget_bytes()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _disconnect(self) -> None:
        """Let nothing more be written to the client. uvicorn ensures this only for the connection's last request."""
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket protocol, which also gets at most ``READ_SIZE`` bytes at once."""
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
        """Count the received bytes as answered."""
        was_large = self._unanswered > LARGE_REQUEST
        self._unanswered = 0
        if was_large:
            self.queued_bytes_changed()


def http_protocol(report: Callable[[HttpProtocol], None]) -> type[HttpProtocol]:
    """Return a subclass of ``HttpProtocol``; each instance calls ``report(self)`` when its ``queued_bytes`` change."""

    class ReportingHttpProtocol(HttpProtocol):
        def queued_bytes_changed(self) -> None:
            report(self)

    return ReportingHttpProtocol


def text_frame(text: str) -> bytes:
    """Return the message ``text`` as a WebSocket frame from a server to a client (RFC 6455, section 5.2).

    The frame uses no extensions. ``websockets`` makes the same frame, but takes several times as long, since it allows
    for every kind of frame.
    """
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 65_536:
        return _FRAME.pack(0x81, 126, size) + data
    return _LONG_FRAME.pack(0x81, 127, size) + data


def close_frame(code: int, why: str) -> bytes:
    """Return a frame that closes a WebSocket with the code ``code`` and the reason ``why`` (RFC 6455, 5.5.1)."""
    reason = why.encode()[:123]
    return _CLOSE.pack(0x88, len(reason) + 2, code) + reason


_READ_BUFFERS = WeakKeyDictionary[asyncio.AbstractEventLoop, bytearray]()
"""For each event loop, the buffer of all connections: received bytes leave it before the loop reads again."""


class SmallReads(asyncio.BufferedProtocol):
    """Passes on received bytes to a protocol, at most ``READ_SIZE`` bytes in each iteration of the event loop."""

    def __init__(self, protocol: Any, transport: Any) -> None:
        self._protocol, self._transport = protocol, transport
        self._buffer = _READ_BUFFERS.setdefault(asyncio.get_running_loop(), bytearray(READ_SIZE))

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next bytes."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on the received bytes. If there may be more bytes, read them in the next event loop iteration.

        uvloop by itself fills the buffer up to 32 times in one iteration.
        """
        self._protocol.data_received(bytes(self._buffer[:nbytes]))
        if nbytes == READ_SIZE and self._transport.is_reading():  # otherwise the protocol itself has paused reading
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
    """A WebSocket connection that reads a few messages ahead, and limits the rate of pings, pongs and continuations.

    uvicorn by itself pauses and resumes reading at each message, which costs two system calls.
    """

    def connection_made(self, transport: Any) -> None:
        """Set a small limit for the write buffer. Further messages wait in the outbox, which counts their bytes."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITE_BUFFER_LIMIT)
        self._frames = TokenBucket(*CONTROL_FRAMES)

    def start_keepalive(self) -> None:
        """Begin to send pings. The handshake is complete now, so its request and response are dropped from memory."""
        super().start_keepalive()
        del self.request, self.response

    def handle_ping(self) -> None:
        """Answer a ping with a pong, unless the write buffer is full because the client does not read."""
        if self._allow_frame() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # drops the pong that the parser has prepared

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong."""
        if self._allow_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a continuation of a message; ignore an empty one, which would only take memory."""
        if self._allow_frame() and (event.data or event.fin):
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        """Handle bytes that are no valid frame. Before the handshake is complete, the answer can't be a close frame."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def _allow_frame(self) -> bool:
        """Count a ping, a pong or a continuation of a message, and return True.

        If there are too many such frames, close the connection and return False.
        """
        if self._frames.take(self.loop.time()):
            return True
        if not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames that are no messages")
            self.handle_parser_exception()
        return False

    def send_now(self, texts: Iterable[str]) -> bool:
        """Send the messages ``texts`` in one write, and return True.

        If the write buffer is full or the connection is closing, send nothing and return False.
        """
        is_open = self.conn.state is _OPEN and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on to the application, and let uvicorn pause reading only if ``READ_AHEAD`` messages wait.

        uvicorn pauses reading only if ``read_paused`` is false. So to prevent a pause, this method sets ``read_paused``
        to true until uvicorn has passed on the message.
        """
        must_not_pause = not self.read_paused and self.queue.qsize() < READ_AHEAD
        if must_not_pause:
            self.read_paused = True
        super().send_receive_event_to_app()
        if must_not_pause:
            self.read_paused = False


class ConnectionReaper:
    """Aborts connections whose requests, WebSocket handshakes or closings take too long.

    The server must call ``abort_late`` about once a second.
    """

    def __init__(self) -> None:
        self._short_lived_since: dict[Any, float] = {}
        """The connections that are closing or in a WebSocket handshake, each with the time when that was noticed."""

    def abort_late(self, connections: set[Any], now: float) -> None:
        """Abort those of ``connections`` that are too late. ``now`` is the event loop's time, in seconds."""
        self._short_lived_since = {
            connection: self._short_lived_since.get(connection, now)
            for connection in connections
            if _is_short_lived(connection)
        }
        late = {connection for connection, since in self._short_lived_since.items() if now - since > CLOSING_TIMEOUT}
        for connection in connections:
            if isinstance(connection, HttpProtocol) and now - connection.since > EXCHANGE_TIMEOUT:
                late.add(connection)
        abort_all(late)


def _is_short_lived(connection: Any) -> bool:
    """Return whether a connection is closing, or in a WebSocket handshake."""
    return connection.transport.is_closing() or not getattr(connection, "handshake_complete", True)


def abort_all(connections: set[Any]) -> None:
    """Close connections at once, without sending the buffered bytes."""
    for connection in tuple(connections):
        connection.transport.abort()


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return whether to log ``record``, a message of uvicorn: not if it reports that a client sent invalid UTF-8."""
    return record.msg != "Invalid UTF-8 sequence received from client."
