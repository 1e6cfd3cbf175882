"""Relays a client's connection to the process that runs its table, so that no other process keeps the table.

The client and any proxy know nothing of it. The process to which the client is connected sends the client's request to
the other process, and from then on passes on bytes in both directions without reading them. If the other process can't
be reached, the process serves the client by itself: any process may serve any table.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Set
from contextlib import contextmanager, suppress
from typing import Any, cast

from litestar.types import Scope

from uka.core.errors import UkaError
from uka.wire import socket_updates
from uka.wire.socket_updates import Farewell

from ..base.logs import log
from ..cluster.relay_tickets import HEADER, RelayTicket, RelayTickets
from ..live.context import ServerContext
from ..live.farewells import ELSEWHERE, GOING_DOWN
from .direct import SocketConnection, callables_of, connection_of
from .frame_boundary import FrameBoundary
from .uvicorn_protocols import UNSENT, WebSocketProtocol, close_frame, text_frame

CONNECT_TIMEOUT = 1.0
"""Seconds within which the other process must accept a relayed connection."""
AVOIDED = 5.0
"""Seconds for which no connection is relayed to a process that could not be reached."""
MOST_HEAD = 8_192
"""The maximum size of the response's head, in bytes."""
RELAYED = "uka.relayed"
"""The key in the ASGI scope that marks a connection which another process has relayed to this one."""


class RelayPeer(asyncio.Protocol):
    """The connection to the other process. It sends the client's request, and passes on what the process answers."""

    def __init__(self, request: bytes, relay: Relay) -> None:
        self._request, self._relay, self._head = request, relay, b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        """Send the client's request."""
        self.transport = transport
        transport.set_write_buffer_limits(high=UNSENT)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Pass on bytes to the client. The first bytes must accept the connection."""
        if self._relay.begun:
            self._relay.to_client(data)
            return
        self._head += data
        head, found, first = self._head.partition(b"\r\n\r\n")
        if found and head.startswith(b"HTTP/1.1 101 "):
            assert self.transport is not None
            self._relay.begin(self.transport, head + found, first)
        elif found or len(head) > MOST_HEAD:
            self.abort()

    def abort(self) -> None:
        """Close the connection at once."""
        if self.transport is not None:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Stop reading from the client, because the other process does not keep up."""
        self._relay.client.pause_reading()

    def resume_writing(self) -> None:
        """Read from the client again."""
        self._relay.client.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the client connect again."""
        self._relay.end(ELSEWHERE)


class RelayedClient(asyncio.Protocol):
    """The connection to the client, from the moment at which the other process has accepted it."""

    def __init__(self, connection: WebSocketProtocol, peer: asyncio.Transport) -> None:
        self._connection, self._peer = connection, peer

    def data_received(self, data: bytes) -> None:
        """Pass on bytes to the other process."""
        self._peer.write(data)

    def pause_writing(self) -> None:
        """Stop reading from the other process, because the client does not keep up."""
        self._peer.pause_reading()

    def resume_writing(self) -> None:
        """Read from the other process again."""
        self._peer.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection to the other process, and let uvicorn forget the client."""
        self._peer.close()
        self._connection.connection_lost(exc)


class Relay:
    """A client's connection, and the connection to the process that serves the client."""

    def __init__(self, connection: WebSocketProtocol) -> None:
        self._connection, self.client = connection, connection.transport
        self._boundary = FrameBoundary()
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Whether the other process has accepted the connection."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.begun = False

    def begin(self, peer: asyncio.Transport, head: bytes, first: bytes) -> None:
        """Accept the client's connection with the other process's response, and pass on bytes from now on."""
        if self.answer.done() or self.client.is_closing():
            peer.abort()
            return
        self.begun = self._connection.handshake_complete = True
        self.client.set_protocol(RelayedClient(self._connection, peer))
        self.client.write(head)
        self.to_client(first)
        self.answer.set_result(True)

    def to_client(self, data: bytes) -> None:
        """Pass on bytes to the client."""
        self._boundary.feed(data)
        self.client.write(data)

    def end(self, why: str) -> None:
        """Ask the client to connect again, unless the connection is closing, and close both connections."""
        if not self.answer.done():
            self.answer.set_result(False)
        if self.begun and not self.client.is_closing():
            if self._boundary.reached:
                farewell = socket_updates.write(Farewell(why, again=True))
                self.client.write(text_frame(farewell) + close_frame(1012, why))
            self.client.close()
        if not self.ended.done():
            self.ended.set_result(None)


class Relays:
    """The connections that this process relays to others, and those that others relay to it."""

    def __init__(self, context: ServerContext) -> None:
        self._context, self._tickets = context, RelayTickets(context.keys.secret, context.clock)
        self._sent: defaultdict[str, set[Relay]] = defaultdict(set)
        self._received: defaultdict[str, set[asyncio.Transport]] = defaultdict(set)
        self._avoided: dict[str, float] = {}
        """Until when no connection is relayed to a process, by the process's id, on the monotonic clock."""
        if context.cluster is not None:
            context.cluster.on_members_lost = self.forget

    async def relay(self, socket: SocketConnection, table: str) -> bool:
        """Relay a connection until it ends if another process runs the table; return False if none does.

        ``socket`` is a connection that has not been accepted yet.
        """
        connection = connection_of(callables_of(socket)[1])
        if connection is None or RELAYED in socket.scope:
            return False
        with suppress(UkaError):  # the caller reports that there is no such table, or that the store is unavailable
            if driver := await self._driver_of(table):
                return await self._relay(connection, socket.scope, *driver)
        return False

    async def _driver_of(self, table: str) -> tuple[str, str] | None:
        """Return the id and address of the process that runs a table, if it is another one that can be reached.

        If no process runs the table, this process does from now on, unless another one is faster.
        """
        tables, cluster = self._context.tables, self._context.cluster
        live = tables.get(table)
        if cluster is None or self._context.closing or (live is not None and live.driving):
            return None
        driver = await cluster.driver_of(table)
        if driver is None:
            live = await tables.find(table)
            await cluster.try_driving(live)
            driver = None if live.driving else await cluster.driver_of(table)
        return driver if driver and self._avoided.get(driver[0], 0) < time.monotonic() else None

    async def _relay(self, connection: WebSocketProtocol, scope: Any, owner: str, address: str) -> bool:
        relay = Relay(connection)
        try:
            accepted = await _connect(relay, self._request(scope, owner), address)
        except (OSError, ValueError):  # TimeoutError is an OSError; a wrong address is a ValueError
            self._avoid(owner)
            return False
        if not accepted:
            return False
        self._sent[owner].add(relay)
        self._context.metrics.relayed.inc()
        try:
            await relay.ended
        finally:
            self._context.metrics.relayed.dec()
            self._sent[owner].discard(relay)
        return True

    def _request(self, scope: Any, owner: str) -> bytes:
        """Return the client's request for a WebSocket, with a ticket for the process ``owner``."""
        assert self._context.cluster is not None
        address, port = scope["client"] or ("", 0)
        ticket = RelayTicket(self._context.cluster.owner, owner, address, port, scope["scheme"])
        headers = [(name, value) for name, value in scope["headers"] if name != HEADER]
        headers.append((HEADER, self._tickets.write(ticket)))
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        lines = [b"GET %b%b HTTP/1.1" % (scope["raw_path"], query), *(b"%b: %b" % header for header in headers)]
        return b"\r\n".join([*lines, b"", b""])

    def _avoid(self, owner: str) -> None:
        log.warning("another process can't be reached, so this one serves its clients", process=owner)
        now = time.monotonic()
        self._avoided = {other: until for other, until in self._avoided.items() if until > now} | {owner: now + AVOIDED}

    # The receiving side

    def admit(self, scope: Scope) -> bool:
        """Replace the address in a relayed connection's scope by the client's; return False if the ticket is wrong.

        A connection without a ticket is always admitted.
        """
        value = next((value for name, value in scope["headers"] if name == HEADER), None)
        if value is None:
            return True
        cluster = self._context.cluster
        ticket = self._tickets.redeem(value, cluster.owner) if cluster else None
        if ticket is None:
            return False
        changes = {"client": (ticket.address, ticket.port) if ticket.address else None, "scheme": ticket.scheme}
        cast(dict[str, Any], scope).update(changes | {RELAYED: ticket.sender})
        return True

    @contextmanager
    def received(self, scope: Scope, transport: asyncio.Transport | None) -> Generator[None]:
        """Within this context, end a relayed connection if the process dies that relays it."""
        sender = cast(dict[str, Any], scope).get(RELAYED)
        if sender is None or transport is None:
            yield
            return
        self._received[sender].add(transport)
        try:
            yield
        finally:
            self._received[sender].discard(transport)

    # Ends

    def forget(self, owners: Set[str]) -> None:
        """End the connections to and from processes that have died."""
        for owner in owners:
            _end(self._sent.pop(owner, ()), ELSEWHERE)
            for transport in self._received.pop(owner, ()):
                transport.abort()

    def close(self) -> None:
        """Ask all clients whose connections this process relays to connect again, because the process stops."""
        for relays in tuple(self._sent.values()):
            _end(relays, GOING_DOWN)


async def _connect(relay: Relay, request: bytes, address: str) -> bool:
    """Send a client's request to another process; return whether the process accepts the connection."""
    host, _, port = address.rpartition(":")
    peer = RelayPeer(request, relay)
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            await asyncio.get_running_loop().create_connection(lambda: peer, host.strip("[]"), int(port))
            return await relay.answer
    finally:
        if not relay.begun:
            relay.answer.cancel()
            peer.abort()


def _end(relays: Iterable[Relay], why: str) -> None:
    for relay in tuple(relays):
        relay.end(why)
