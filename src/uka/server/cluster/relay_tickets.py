"""The signed header by which a process of a cluster relays a client's connection to another process."""

from __future__ import annotations

import time
from typing import NamedTuple

from ..base.clock import ServerClock
from ..base.expiring_tokens import ExpiringTokens

HEADER = b"x-uka-relay"
"""The name of the header that holds a ticket."""
LIFETIME = 90.0
"""Seconds for which a ticket is valid. A ticket is used at once, but the clocks of the processes may differ."""
KEPT_TICKETS = 10_000
"""The latest used tickets, this many, are never forgotten: they would be valid again if a clock were set back."""
MOST_TICKETS = 100_000
"""The maximum number of used tickets that are remembered. A process that has so many accepts none for a while."""


class RelayTicket(NamedTuple):
    """What the process ``sender`` tells the process ``receiver`` about a client whose connection it relays."""

    sender: str
    """The id of the process that relays the connection."""
    receiver: str
    """The id of the process that accepts it."""
    address: str
    """The client's network address."""
    port: int
    """The client's port."""
    scheme: str
    """The scheme of the client's connection: ``ws`` or ``wss``."""


class RelayTickets:
    """Writes and redeems tickets, which are signed with the key that all processes of a cluster share.

    A ticket can be used once. It is for one process, so only that process remembers that it has been used.
    """

    def __init__(self, key: bytes, clock: ServerClock) -> None:
        self._tokens = ExpiringTokens(key, "relay", RelayTicket, LIFETIME, clock)
        self._used = dict[str, float]()
        """The nonces of used tickets, the oldest first, each with the time of its use on the monotonic clock."""

    def write(self, ticket: RelayTicket) -> bytes:
        """Return a ticket as the value of the header ``HEADER``."""
        return self._tokens.write(ticket).encode()

    def redeem(self, value: bytes, receiver: str) -> RelayTicket | None:
        """Return the ticket in ``value``, the value of the header ``HEADER``, and mark the ticket as used.

        Return None if the signature or the content is wrong, if the ticket is not for the process ``receiver``, or if
        it is too old or has been used. Also return None while too many used tickets are remembered.
        """
        found = self._tokens.read(value.decode("latin-1"))
        if found is None or found.content.receiver != receiver:
            return None
        self._forget()
        if found.nonce in self._used or len(self._used) >= MOST_TICKETS:
            return None
        self._used[found.nonce] = time.monotonic()
        return found.content

    def _forget(self) -> None:
        """Forget used tickets that are too old to be accepted, except the latest ``KEPT_TICKETS``."""
        expired = time.monotonic() - 2 * LIFETIME
        while len(self._used) > KEPT_TICKETS:
            nonce, used_at = next(iter(self._used.items()))
            if used_at >= expired:
                return
            del self._used[nonce]
