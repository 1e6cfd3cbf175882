"""The signed tokens by which a guest becomes the same person on a second device."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer

from uka.wire.http_bodies import Avatar, Guest

LIFETIME = 600
"""The time in seconds during which a token is valid."""
OFFERS = (0.02, 10.0)
"""The rate limit of new tokens for one guest: tokens per second in the long run, and tokens in one burst."""
USES = (1 / (2 * LIFETIME), 1.0)
"""The rate limit of uses of one token. It allows a single use while the token is valid."""


class Transfer(NamedTuple):
    """The content of a token: a guest, and a random text that differs in every token."""

    player: str
    name: str
    avatar: Avatar | None
    nonce: str


class TransferTokens:
    """Makes and reads the tokens of transfers, which are signed with the server's key. Nothing is stored."""

    def __init__(self, key: bytes) -> None:
        self._signed = URLSafeTimedSerializer(key, salt="uka transfer", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, guest: Guest) -> str:
        """Return a new token for a guest."""
        return str(self._signed.dumps(Transfer(guest.player, guest.name, guest.avatar, secrets.token_urlsafe(9))))

    def read(self, token: str) -> Transfer | None:
        """Return the content of a token; None if the token is expired or was not made by this server."""
        try:
            return msgspec.convert(self._signed.loads(token, max_age=LIFETIME), Transfer)
        except (BadData, ValueError):
            return None
