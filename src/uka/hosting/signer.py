"""Signs texts with a secret key of the host."""

from __future__ import annotations

import base64
import hashlib
import hmac


class Signer:
    """Signs texts for one purpose, such as "invitation". A signature is valid for this purpose and this key only."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key, self._purpose = key, purpose

    def sign(self, text: str) -> str:
        """Return the signature of ``text``: 20 characters, each a letter, a digit, a hyphen or an underscore."""
        signed = hmac.digest(self._key, f"{self._purpose}/{text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(signed[:15]).decode()

    def verify(self, text: str, signature: str) -> bool:
        """Return whether ``signature`` is the signature of ``text``."""
        return hmac.compare_digest(self.sign(text).encode(), signature.encode())
