"""Signed tokens that expire after a short time."""

from __future__ import annotations

import hashlib
import secrets
from typing import Generic, NamedTuple, TypeVar

import msgspec
from itsdangerous import BadData, URLSafeSerializer

from .clock import ServerClock

T = TypeVar("T")


class ExpiringToken(NamedTuple, Generic[T]):
    """The content of a token. ``nonce`` is a random text that differs in every token.

    ``at`` is when the token was written, in milliseconds since 1970.
    """

    nonce: str
    at: int
    content: T


class ExpiringTokens(Generic[T]):
    """Writes and reads tokens, which are signed with the server's key.

    A token is good for ``lifetime`` seconds. The clock may have been set back since the token was written. So a token
    from the future is good too, unless it is more than ``lifetime`` seconds ahead.
    """

    def __init__(self, key: bytes, salt: str, content: type[T], lifetime: float, clock: ServerClock) -> None:
        self._signed = URLSafeSerializer(key, salt=salt, signer_kwargs={"digest_method": hashlib.sha256})
        self._type, self._lifetime, self._clock = ExpiringToken[content], lifetime, clock

    def write(self, content: T) -> str:
        """Return a new token with this content."""
        token = ExpiringToken(secrets.token_urlsafe(12), self._clock.now(), content)
        return str(self._signed.dumps(msgspec.to_builtins(token)))

    def read(self, token: str | bytes) -> ExpiringToken[T] | None:
        """Return the content of a token; None if the token is too old or was not made with this key."""
        try:
            found = msgspec.convert(self._signed.loads(token), self._type)
        except (BadData, ValueError):
            return None
        late = abs(self._clock.now() - found.at) > 1_000 * self._lifetime
        return None if late else found
