"""The connections of a server: none is held open, or filled, by a client that sends or takes too little."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXCHANGE = 30.0
"""Seconds for a request to come and its answer to be made."""
CLOSING = 5.0
"""Seconds for the last of an answer to be taken, or for a handshake."""
MOST_HEAD = 65_536
"""Bytes of a request beside its body."""
UNSENT = 16_384
"""Bytes in the buffer of a socket that takes no more for now."""
AHEAD = 4
"""Messages of a socket that are read before the first is answered."""


class HttpProtocol(HttpToolsProtocol):
    """One connection over HTTP, whose requests have a most size and a last moment."""

    since = 0.0
    """When the exchange that is going on could begin."""
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin."""
        self.since = self.loop.time()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request's head has no end: the parser alone would read for ever."""
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, which the routes set bounds to."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The next request may come."""
        self._head = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The next exchange may begin."""
        self.since = self.loop.time()
        super().on_response_complete()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One socket, read on while few messages wait: uvicorn stops and starts reading at each, two system calls."""

    def connection_made(self, transport: Any) -> None:
        """Begin, with a small buffer: what does not fit into it waits in the outbox, where it is counted."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=UNSENT)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client takes no answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_now(self, texts: Iterable[str]) -> bool:
        """Send messages in one write; none of them where the client takes no more for now, or is going."""
        open_ = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not open_ or not self.writable.is_set():
            return False
        for text in texts:
            self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; ``read_paused`` is what keeps uvicorn from pausing."""
        few = not self.read_paused and self.queue.qsize() < AHEAD
        self.read_paused = self.read_paused or few
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False


class ConnectionReaper:
    """Cuts connections off that outstay their time; ``look`` is to be called every second or so."""

    def __init__(self) -> None:
        self._ending: dict[Any, float] = {}

    def look(self, connections: set[Any], now: float) -> None:
        """Look at all connections; ``now`` is the event loop's time."""
        ending = [connection for connection in connections if _ending(connection)]
        self._ending = {connection: self._ending.get(connection, now) for connection in ending}
        late = {connection for connection, since in self._ending.items() if now - since > CLOSING}
        late |= {c for c in connections if isinstance(c, HttpProtocol) and now - c.since > EXCHANGE}
        abort_all(late)


def _ending(connection: Any) -> bool:
    """Whether all that is left to do is to send what was written, or a socket's handshake."""
    return connection.transport.is_closing() or not getattr(connection, "handshake_complete", True)


def abort_all(connections: set[Any]) -> None:
    """End connections without waiting for anybody."""
    for connection in tuple(connections):
        connection.transport.abort()


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's log is worth keeping: text of a client's that is no UTF-8 is not, its socket ends."""
    return record.msg != "Invalid UTF-8 sequence received from client."
