"""Signed tokens that expire after a short time."""

from __future__ import annotations

import base64
import secrets
from typing import Generic, NamedTuple, TypeVar

import msgspec

from .clock import ServerClock
from .signer import Signer

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

    def __init__(self, key: bytes, purpose: str, content: type[T], lifetime: float, clock: ServerClock) -> None:
        self._signer = Signer(key, purpose)
        self._type, self._lifetime, self._clock = ExpiringToken[content], lifetime, clock

    def write(self, content: T) -> str:
        """Return a new token with this content."""
        token = ExpiringToken(secrets.token_urlsafe(12), self._clock.now(), content)
        text = base64.urlsafe_b64encode(msgspec.json.encode(token)).decode().rstrip("=")
        return f"{text}.{self._signer.sign(text)}"

    def read(self, token: str) -> ExpiringToken[T] | None:
        """Return the content of a token; None if it is too old, or not made with this key for this purpose and type."""
        text, _, signature = token.partition(".")
        if not self._signer.verify(text, signature):
            return None
        try:
            found = msgspec.json.decode(base64.urlsafe_b64decode(f"{text}=="), type=self._type)
        except ValueError:
            return None
        late = abs(self._clock.now() - found.at) > 1_000 * self._lifetime
        return None if late else found
