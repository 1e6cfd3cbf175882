"""Relays a client's connection to the process of the cluster that runs the client's table.

So only one process keeps the table in memory. The client and any proxy do not notice the relay. The process to which
the client is connected sends the client's request to the process that runs the table, and from then on passes on bytes
in both directions without reading them. If that process can't be reached, the first process serves the client by
itself: any process may serve any table.
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
from ..cluster.membership import ClusterMembership
from ..cluster.relay_tickets import HEADER, RelayTicket, RelayTickets
from ..live.context import ServerContext
from ..live.farewells import ELSEWHERE, GOING_DOWN
from .direct import SocketConnection, callables_of, connection_of
from .frame_boundary import FrameBoundary
from .uvicorn_protocols import WRITE_BUFFER_LIMIT, WebSocketProtocol, close_frame, text_frame

CONNECT_TIMEOUT = 1.0
"""Seconds within which the process that runs the table must accept a relayed connection."""
AVOID_SECONDS = 5.0
"""Seconds for which no connection is relayed to a process that could not be reached."""
MOST_HEAD = 8_192
"""The maximum size in bytes of the head of the response with which a process accepts a relayed connection."""
RELAYED = "uka.relayed"
"""The key in the ASGI scope of a relayed connection. The value is the id of the process that relays it."""


class RelayPeer(asyncio.Protocol):
    """The connection to the process that runs the table. It sends the client's request, and passes on the answers."""

    def __init__(self, request: bytes, relay: Relay) -> None:
        self._request, self._relay, self._head = request, relay, b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        """Send the client's request."""
        self.transport = transport
        transport.set_write_buffer_limits(high=WRITE_BUFFER_LIMIT)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Pass on bytes to the client. The first bytes must be a response that accepts the connection."""
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
        """Stop reading from the client, because the process that runs the table does not keep up."""
        self._relay.client.pause_reading()

    def resume_writing(self) -> None:
        """Read from the client again."""
        self._relay.client.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ask the client to connect again."""
        self._relay.end(ELSEWHERE)


class RelayedClient(asyncio.Protocol):
    """The connection to the client, after the process that runs the table has accepted it."""

    def __init__(self, connection: WebSocketProtocol, peer: asyncio.Transport) -> None:
        self._connection, self._peer = connection, peer

    def data_received(self, data: bytes) -> None:
        """Pass on bytes to the process that runs the table."""
        self._peer.write(data)

    def pause_writing(self) -> None:
        """Stop reading from the process that runs the table, because the client does not keep up."""
        self._peer.pause_reading()

    def resume_writing(self) -> None:
        """Read from the process that runs the table again."""
        self._peer.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection to the process that runs the table, and let uvicorn forget the client."""
        self._peer.close()
        self._connection.connection_lost(exc)


class Relay:
    """Passes on bytes between a client's connection and a connection to the process that runs the client's table."""

    def __init__(self, connection: WebSocketProtocol) -> None:
        self._connection, self.client = connection, connection.transport
        self._boundary = FrameBoundary()
        """Says whether a farewell may be sent to the client: not within a frame of the other process."""
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Resolves to whether the process that runs the table has accepted the connection."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Resolves when the relay has ended."""
        self.begun = False

    def begin(self, peer: asyncio.Transport, head: bytes, first: bytes) -> None:
        """Accept the client's connection, and pass on bytes from now on.

        ``head`` is the response with which the process that runs the table accepts the connection. ``first`` holds the
        bytes after it. ``peer`` is the transport of the connection to that process.
        """
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
        """Send the client the reason ``why``, ask it to connect again, and close both connections."""
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
    """The connections that this process relays to other processes, and those that other processes relay to this one."""

    def __init__(self, context: ServerContext) -> None:
        self._context, self._tickets = context, RelayTickets(context.keys.secret, context.clock)
        self._sent: defaultdict[str, set[Relay]] = defaultdict(set)
        self._received: defaultdict[str, set[asyncio.Transport]] = defaultdict(set)
        self._avoided: dict[str, float] = {}
        """The processes that could not be reached, by id, each with the monotonic time until it is tried again."""
        if context.cluster is not None:
            context.cluster.on_members_lost = self.end_relays_of

    async def relay(self, socket: SocketConnection, table: str) -> bool:
        """If another process runs a table, relay ``socket`` to that process until the connection ends; return True.

        Return False if no other process runs the table, or if the connection can't be relayed. The caller must then
        serve the connection. ``socket`` has not been accepted yet. ``table`` is the table's id.
        """
        cluster = self._context.cluster
        _, send = callables_of(socket)
        connection = connection_of(send)
        if cluster is None or self._context.closing or connection is None or RELAYED in socket.scope:
            return False
        with suppress(UkaError):  # the caller reports that there is no such table, or that the store is unavailable
            driver = await self._find_or_become_driver(cluster, table)
            if driver is not None:
                owner, address = driver
                if self._avoided.get(owner, 0) < time.monotonic():
                    request = self._request(socket.scope, cluster.owner, owner)
                    return await self._relay(connection, request, owner, address)
        return False

    async def _find_or_become_driver(self, cluster: ClusterMembership, table: str) -> tuple[str, str] | None:
        """Return the id and the address of the other process that runs the timers and bots of ``table``.

        If no process runs them, this process runs them from now on, unless another process is faster. Return None if no
        other process runs them.
        """
        live = self._context.tables.get(table)
        if live is not None and live.driving:
            return None
        driver = await cluster.driver_of(table)
        if driver is not None:
            return driver
        live = await self._context.tables.find(table)
        await cluster.try_driving(live)
        return None if live.driving else await cluster.driver_of(table)

    async def _relay(self, connection: WebSocketProtocol, request: bytes, owner: str, address: str) -> bool:
        """Relay a connection to the process ``owner`` at ``address``, and return True when the relay has ended.

        Return False if the process does not accept the connection.
        """
        relay = Relay(connection)
        try:
            accepted = await _connect(relay, request, address)
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

    def _request(self, scope: Any, sender: str, receiver: str) -> bytes:
        """Return the client's request for a WebSocket, with a ticket that proves to ``receiver`` who relays it.

        ``sender`` is the id of this process, and ``receiver`` that of the process that runs the table.
        """
        address, port = scope["client"] or ("", 0)
        ticket = RelayTicket(sender, receiver, address, port, scope["scheme"])
        headers = [(name, value) for name, value in scope["headers"] if name != HEADER]
        headers.append((HEADER, self._tickets.write(ticket)))
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        lines = [b"GET %b%b HTTP/1.1" % (scope["raw_path"], query), *(b"%b: %b" % header for header in headers)]
        return b"\r\n".join([*lines, b"", b""])

    def _avoid(self, owner: str) -> None:
        """Relay no connection to the process ``owner`` for ``AVOID_SECONDS``."""
        log.warning("another process can't be reached, so this one serves its clients", process=owner)
        now = time.monotonic()
        self._avoided = {other: until for other, until in self._avoided.items() if until > now} | {
            owner: now + AVOID_SECONDS
        }

    # Connections that other processes relay to this one

    def admit(self, scope: Scope) -> bool:
        """Return whether a connection is admitted: if it is a relayed connection, its ticket must be valid.

        If the connection is relayed, replace the address in its ASGI ``scope`` by the client's address.
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
    def abort_with_sender(self, scope: Scope, transport: asyncio.Transport | None) -> Generator[None]:
        """Within this context, abort the relayed connection ``transport`` if the process that relays it dies."""
        sender = cast(dict[str, Any], scope).get(RELAYED)
        if sender is None or transport is None:
            yield
            return
        self._received[sender].add(transport)
        try:
            yield
        finally:
            self._received[sender].discard(transport)

    # The end of relays

    def end_relays_of(self, owners: Set[str]) -> None:
        """End the relays to and from the processes ``owners``, which have died."""
        for owner in owners:
            _end_all(self._sent.pop(owner, ()), ELSEWHERE)
            for transport in self._received.pop(owner, ()):
                transport.abort()

    def close(self) -> None:
        """Ask the clients whose connections this process relays to connect again, because this process stops."""
        for relays in tuple(self._sent.values()):
            _end_all(relays, GOING_DOWN)


async def _connect(relay: Relay, request: bytes, address: str) -> bool:
    """Send a client's request to the process at ``address``; return whether the process accepts the connection.

    Raise ``OSError`` if the process can't be reached in time, and ``ValueError`` if ``address`` is invalid.
    """
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


def _end_all(relays: Iterable[Relay], why: str) -> None:
    for relay in tuple(relays):
        relay.end(why)
