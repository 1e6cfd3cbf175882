"""Limits on the bytes queued for slow clients: for each guest, for each address, and for all clients together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from ..base.options import ServerOptions
from .direct import unsent_bytes

LimitScope: TypeAlias = tuple[str, str]
"""What a limit applies to, as a pair: ``("guest", <id>)``, ``("address", <address>)`` or ``ALL``."""
ALL: LimitScope = ("all", "")
"""The scope of the limit for all clients together."""


class Recipient(Protocol):
    """A connection for which queued bytes are counted: a client's socket, or an HTTP connection.

    For an HTTP connection, both unsent bytes of responses and the bytes of large unanswered requests are counted.
    """

    guest: str
    """The guest's id; empty if unknown."""
    address: str

    @property
    def queued_bytes(self) -> int:
        """The number of bytes in the outbox and the write buffer, or of an unanswered HTTP request."""
        ...

    def drop(self) -> None:
        """Close the connection. The first call may send the reason; a second call aborts the connection."""
        ...


class OutboxLimits:
    """Counts the bytes queued for each guest, for each address, and for all clients together, and enforces limits.

    If a limit is exceeded, connections are closed one by one until it is met. Each time, the address with the most
    queued bytes is chosen, then the guest with the most at this address, then this guest's connection with the most.
    """

    def __init__(self, options: ServerOptions) -> None:
        self.messages = options.outbox
        """The maximum number of messages in one client's outbox."""
        self.bytes = options.outbox_bytes
        """The maximum number of bytes in one client's outbox."""
        self._limits = {
            "guest": options.outbox_bytes_a_guest,
            "address": options.outbox_bytes_an_address,
            "all": options.outbox_bytes_in_all,
        }
        self._counted: dict[Recipient, int] = {}
        """The recipients with queued bytes, each with the number of these bytes when they were last measured."""
        self._totals = Counter[LimitScope]()
        self._recipients = defaultdict[LimitScope, set[Recipient]](set)

    @property
    def queued_bytes(self) -> int:
        """The number of bytes queued for all clients together, as last measured."""
        return self._totals[ALL]

    def measure_all(self) -> None:
        """Measure the queued bytes of all recipients again. The server calls this method once a second."""
        for recipient in tuple(self._counted):
            self._measure(recipient)

    def enforce(self, recipient: Recipient) -> None:
        """Measure the queued bytes of ``recipient``, and close connections if a limit is exceeded."""
        self._measure(recipient)
        for scope in _scopes(recipient):
            if self._is_exceeded(scope):
                self._drop_largest(scope)

    def remeasure(self, recipient: Recipient) -> None:
        """Measure the queued bytes of ``recipient`` again, after its queue has shrunk."""
        if recipient in self._counted:
            self._measure(recipient)

    def forget(self, recipient: Recipient) -> None:
        """Stop counting the bytes of ``recipient``, whose connection has ended."""
        self._count(recipient, 0)

    def _is_exceeded(self, scope: LimitScope) -> bool:
        kind, _ = scope
        return self._totals[scope] > self._limits[kind]

    def _drop_largest(self, scope: LimitScope) -> None:
        """Close the connections with the most queued bytes in ``scope`` until its limit is met."""
        for recipient in tuple(self._recipients[scope]):
            self._measure(recipient)
        while self._is_exceeded(scope):
            worst = max(self._recipients[scope], key=self._sort_key)
            before = self._counted[worst]
            worst.drop()
            self._measure(worst)
            if self._counted.get(worst, 0) >= before:
                self.forget(worst)  # so that the loop ends

    def _sort_key(self, recipient: Recipient) -> tuple[int, int, int]:
        """Return the sort key of a recipient: the queued bytes of its address, of its guest and of itself."""
        of_address = self._totals["address", recipient.address]
        of_guest = self._totals["guest", recipient.guest]
        return of_address, of_guest, self._counted[recipient]

    def _measure(self, recipient: Recipient) -> None:
        self._count(recipient, recipient.queued_bytes)

    def _count(self, recipient: Recipient, size: int) -> None:
        added = size - self._counted.pop(recipient, 0)
        if size:
            self._counted[recipient] = size
        for scope in _scopes(recipient):
            self._totals[scope] += added
            if size:
                self._recipients[scope].add(recipient)
            else:
                self._recipients[scope].discard(recipient)
            if not self._recipients[scope]:
                del self._recipients[scope], self._totals[scope]


def _scopes(recipient: Recipient) -> Iterable[LimitScope]:
    if recipient.guest:
        yield "guest", recipient.guest
    yield "address", recipient.address
    yield ALL


class ResponseBuffer:
    """The bytes of an HTTP response in a connection's write buffer, which the client has not received yet."""

    guest = ""
    """Empty: the bytes count only for the address."""

    def __init__(self, transport: Any, address: str) -> None:
        self._transport, self.address = transport, address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ResponseBuffer) and other._transport is self._transport

    def __hash__(self) -> int:
        return id(self._transport)

    @property
    def queued_bytes(self) -> int:
        """The number of bytes in the connection's write buffer."""
        return unsent_bytes(self._transport)

    def drop(self) -> None:
        """Close the connection at once, without sending the buffered bytes."""
        self._transport.abort()
