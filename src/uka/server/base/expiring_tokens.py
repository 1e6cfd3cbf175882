"""Signed tokens that expire after a given time, such as the cookie that identifies a guest."""

from __future__ import annotations

import base64
import secrets
from typing import Generic, NamedTuple, TypeVar

import msgspec

from uka.hosting.signer import Signer

from .clock import ServerClock

T = TypeVar("T")


class ExpiringToken(NamedTuple, Generic[T]):
    """A token as it was before it was signed and encoded as text."""

    nonce: str
    """A random text that differs in every token."""
    at: int
    """The time at which the token was written, in milliseconds since 1970."""
    content: T
    """What the caller put into the token."""


class ExpiringTokens(Generic[T]):
    """Writes and reads the tokens of one purpose, which are signed with the server's key.

    A token is valid for ``lifetime`` seconds. Because the clock may have been set back since a token was written, a
    token from the future is valid too, unless it is more than ``lifetime`` seconds ahead.
    """

    def __init__(self, key: bytes, purpose: str, content: type[T], lifetime: float, clock: ServerClock) -> None:
        self._signer = Signer(key, purpose)
        self._type, self._lifetime, self._clock = ExpiringToken[content], lifetime, clock

    def write(self, content: T) -> str:
        """Return a new token that holds ``content``."""
        token = ExpiringToken(secrets.token_urlsafe(12), self._clock.now(), content)
        text = base64.urlsafe_b64encode(msgspec.json.encode(token)).decode().rstrip("=")
        return f"{text}.{self._signer.sign(text)}"

    def read(self, token: str) -> ExpiringToken[T] | None:
        """Return the parsed ``token``, or None if it has expired or was not written with this key, purpose and type."""
        text, _, signature = token.partition(".")
        if not self._signer.verify(text, signature):
            return None
        try:
            found = msgspec.json.decode(base64.urlsafe_b64decode(f"{text}=="), type=self._type)
        except ValueError:
            return None
        expired = abs(self._clock.now() - found.at) > 1_000 * self._lifetime
        return None if expired else found
