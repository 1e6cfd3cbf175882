"""The signed header by which a process of a cluster relays a client's connection to another process."""

from __future__ import annotations

import time
from typing import NamedTuple

from ..base.clock import ServerClock
from ..base.expiring_tokens import ExpiringTokens

HEADER = b"x-uka-relay"
"""The name of the header that holds a ticket."""
LIFETIME = 90.0
"""The time in seconds during which a ticket is good. A ticket is used at once, but the servers' clocks may differ."""
KEPT_TICKETS = 10_000
"""The number of the latest used tickets that are kept for ever: a clock that is set back makes them good again."""
MOST_TICKETS = 100_000
"""The maximum number of used tickets that are kept. A process that has so many accepts no more for a while."""


class RelayTicket(NamedTuple):
    """What a process tells another about a client whose connection it relays.

    ``sender`` and ``receiver`` are the ids of the two processes. ``address`` and ``port`` are the client's, and
    ``scheme`` is ``ws`` or ``wss``.
    """

    sender: str
    receiver: str
    address: str
    port: int
    scheme: str


class RelayTickets:
    """Writes and redeems tickets, which are signed with the key that all processes of a cluster share.

    Each ticket is for one process, so that process alone remembers that the ticket has been used.
    """

    def __init__(self, key: bytes, clock: ServerClock) -> None:
        self._tokens = ExpiringTokens(key, "relay", RelayTicket, LIFETIME, clock)
        self._used = dict[str, float]()
        """The nonces of used tickets, the oldest first, each with the time of its use on the monotonic clock."""

    def write(self, ticket: RelayTicket) -> bytes:
        """Return a ticket as the value of a header."""
        return self._tokens.write(ticket).encode()

    def redeem(self, value: bytes, receiver: str) -> RelayTicket | None:
        """Return the ticket in the value of a header, and mark it as used.

        Return None if the signature or the content is wrong, if the ticket is for another process than ``receiver``,
        or if it is too old or has been used.
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
        """Forget tickets that are too old to be accepted, but not the latest."""
        oldest = time.monotonic() - 2 * LIFETIME
        while len(self._used) > KEPT_TICKETS and self._used[nonce := next(iter(self._used))] < oldest:
            del self._used[nonce]
