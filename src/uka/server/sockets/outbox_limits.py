"""How much waits for clients that take it too slowly: bounds for a guest, an address and all clients together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from ..base.options import ServerOptions
from .direct import unsent

LimitScope: TypeAlias = tuple[str, str]
"""What bytes are counted for: a guest, an address, or all clients, and which of them."""
ALL: LimitScope = ("all", "")


class Recipient(Protocol):
    """What bytes wait for: a client's connection, or an answer over HTTP."""

    guest: str
    """Who it is for; empty where that is nobody that the server knows."""
    address: str

    @property
    def waiting(self) -> int:
        """The bytes that wait, in the outbox and in the connection's own buffer."""
        ...

    def drop(self) -> None:
        """End the connection with a reason; a second time without one."""
        ...


class OutboxLimits:
    """The recipients that bytes wait for, and what waits for each guest, for each address and in all.

    Where a bound is passed, connections end, those first whose address, guest and connection make most wait.
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
        """The bytes that wait for all clients, as last looked at."""
        return self._sums[ALL]

    def look(self) -> None:
        """Look at all recipients anew; to be called every second or so."""
        for recipient in tuple(self._held):
            self._measure(recipient)

    def note(self, recipient: Recipient) -> None:
        """Look at what waits for a recipient, and end connections where it is too much."""
        self._measure(recipient)
        for share in _shares(recipient):
            if self._over(share):
                self._relieve(share)

    def settle(self, recipient: Recipient) -> None:
        """Look again at a recipient that took what waited, if it was counted."""
        if recipient in self._held:
            self._measure(recipient)

    def forget(self, recipient: Recipient) -> None:
        """Count a recipient no more."""
        self._count(recipient, 0)

    def _over(self, share: LimitScope) -> bool:
        return self._sums[share] > self._bounds[share[0]]

    def _relieve(self, share: LimitScope) -> None:
        for recipient in tuple(self._recipients[share]):
            self._measure(recipient)
        while self._over(share):
            worst = max(self._recipients[share], key=self._weight)
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
        more = waiting - self._held.pop(recipient, 0)
        if waiting:
            self._held[recipient] = waiting
        for share in _shares(recipient):
            self._sums[share] += more
            if waiting:
                self._recipients[share].add(recipient)
            else:
                self._recipients[share].discard(recipient)
            if not self._recipients[share]:
                del self._recipients[share], self._sums[share]


def _shares(recipient: Recipient) -> Iterable[LimitScope]:
    if recipient.guest:
        yield "guest", recipient.guest
    yield "address", recipient.address
    yield ALL


class ResponseBuffer:
    """An answer over HTTP, as far as the client has not taken it: the buffer of its connection."""

    guest = ""

    def __init__(self, transport: Any, address: str) -> None:
        self._transport, self.address = transport, address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ResponseBuffer) and other._transport is self._transport

    def __hash__(self) -> int:
        return id(self._transport)

    @property
    def waiting(self) -> int:
        """The bytes in the connection's buffer."""
        return unsent(self._transport)

    def drop(self) -> None:
        """End the connection."""
        self._transport.abort()
