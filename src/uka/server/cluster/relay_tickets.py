"""The signed header by which a process of a cluster relays a client's connection to another process."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec
from itsdangerous import BadData, URLSafeSerializer

HEADER = b"x-uka-relay"
"""The name of the header that holds a ticket."""


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
    """Writes and reads tickets, which are signed with the key that all processes of a cluster share."""

    def __init__(self, key: bytes) -> None:
        self._signed = URLSafeSerializer(key, salt="uka relay", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, ticket: RelayTicket) -> bytes:
        """Return a ticket as the value of a header."""
        return str(self._signed.dumps(ticket)).encode()

    def read(self, value: bytes) -> RelayTicket | None:
        """Return the ticket in the value of a header; return None if the signature or the content is wrong."""
        try:
            return msgspec.convert(self._signed.loads(value), RelayTicket)
        except (BadData, msgspec.ValidationError):
            return None
