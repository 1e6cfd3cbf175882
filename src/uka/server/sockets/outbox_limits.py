"""Limits on the bytes of slow clients, queued or unanswered: for each guest, each address, and all together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from ..base.options import ServerOptions
from .direct import unsent

LimitScope: TypeAlias = tuple[str, str]
"""What a limit applies to: ``("guest", <id>)``, ``("address", <address>)`` or ``ALL``."""
ALL: LimitScope = ("all", "")


class Recipient(Protocol):
    """The receiver of queued bytes: a client's socket, or the connection of an HTTP response.

    An HTTP connection is also one for what it has sent: the bytes of a large request that is not answered yet.
    """

    guest: str
    """The guest's id; empty if unknown."""
    address: str

    @property
    def waiting(self) -> int:
        """The number of bytes queued, in the outbox and in the connection's write buffer, or the unanswered bytes."""
        ...

    def drop(self) -> None:
        """Close the connection. The first call may send the reason; a second call aborts the connection."""
        ...


class OutboxLimits:
    """Limits on the bytes queued for each guest, for each address, and for all clients together.

    If a limit is exceeded, connections are closed one by one until the limit is met. Each time, the address with the
    most queued bytes is chosen, then the guest with the most at this address, then this guest's largest connection.
    """

    def __init__(self, options: ServerOptions) -> None:
        self.messages, self.bytes = options.outbox, options.outbox_bytes
        self._bounds = {
            "guest": options.outbox_bytes_a_guest,
            "address": options.outbox_bytes_an_address,
            "all": options.outbox_bytes_in_all,
        }
        self._held: dict[Recipient, int] = {}
        self._sums = Counter[LimitScope]()
        self._recipients = defaultdict[LimitScope, set[Recipient]](set)

    @property
    def waiting(self) -> int:
        """The number of bytes queued for all clients together, as last measured."""
        return self._sums[ALL]

    def look(self) -> None:
        """Measure the queued bytes of all recipients again. The server calls this method about once a second."""
        for recipient in tuple(self._held):
            self._measure(recipient)

    def note(self, recipient: Recipient) -> None:
        """Measure the queued bytes of a recipient, and close connections if a limit is exceeded."""
        self._measure(recipient)
        for scope in _scopes(recipient):
            if self._over(scope):
                self._relieve(scope)

    def settle(self, recipient: Recipient) -> None:
        """Measure the queued bytes of a recipient again after its queue has shrunk."""
        if recipient in self._held:
            self._measure(recipient)

    def forget(self, recipient: Recipient) -> None:
        """Stop counting the bytes of a recipient whose connection has ended."""
        self._count(recipient, 0)

    def _over(self, scope: LimitScope) -> bool:
        return self._sums[scope] > self._bounds[scope[0]]

    def _relieve(self, scope: LimitScope) -> None:
        for recipient in tuple(self._recipients[scope]):
            self._measure(recipient)
        while self._over(scope):
            worst = max(self._recipients[scope], key=self._weight)
            before = self._held[worst]
            worst.drop()
            self._measure(worst)
            if self._held.get(worst, 0) >= before:
                self.forget(worst)

    def _weight(self, recipient: Recipient) -> tuple[int, int, int]:
        guest, address = self._sums["guest", recipient.guest], self._sums["address", recipient.address]
        return address, guest, self._held[recipient]

    def _measure(self, recipient: Recipient) -> None:
        self._count(recipient, recipient.waiting)

    def _count(self, recipient: Recipient, waiting: int) -> None:
        added = waiting - self._held.pop(recipient, 0)
        if waiting:
            self._held[recipient] = waiting
        for scope in _scopes(recipient):
            self._sums[scope] += added
            if waiting:
                self._recipients[scope].add(recipient)
            else:
                self._recipients[scope].discard(recipient)
            if not self._recipients[scope]:
                del self._recipients[scope], self._sums[scope]


def _scopes(recipient: Recipient) -> Iterable[LimitScope]:
    if recipient.guest:
        yield "guest", recipient.guest
    yield "address", recipient.address
    yield ALL


class ResponseBuffer:
    """The part of an HTTP response that waits in the write buffer, because the client has not received it yet."""

    guest = ""

    def __init__(self, transport: Any, address: str) -> None:
        self._transport, self.address = transport, address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ResponseBuffer) and other._transport is self._transport

    def __hash__(self) -> int:
        return id(self._transport)

    @property
    def waiting(self) -> int:
        """The number of bytes in the connection's write buffer."""
        return unsent(self._transport)

    def drop(self) -> None:
        """Close the connection at once, without sending the buffered bytes."""
        self._transport.abort()
