"""Signs texts with a secret key of the server."""

from __future__ import annotations

import base64
import hashlib
import hmac


class Signer:
    """Signs texts for one purpose, such as "invitation". A signature is good for no other purpose and no other key."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key, self._purpose = key, purpose

    def sign(self, text: str) -> str:
        """Return the signature of a text: 20 letters, digits, hyphens and underscores."""
        signed = hmac.digest(self._key, f"{self._purpose}/{text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(signed[:15]).decode()

    def verify(self, text: str, signature: str) -> bool:
        """Return whether a signature is that of a text."""
        return hmac.compare_digest(self.sign(text).encode(), signature.encode())
