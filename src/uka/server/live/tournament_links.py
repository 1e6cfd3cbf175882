"""Signed links to a tournament; each gives its holder the role of one grant."""

from __future__ import annotations

import base64
import hashlib
import hmac

from uka.tournament import DIRECTOR


class TournamentLinks:
    """Makes and checks links, which are signed with a secret of the server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, id: str, grant: str = DIRECTOR) -> str:
        """Return the link of a grant: the grant's id and a signature."""
        signed = hmac.digest(self._secret, f"tournament/{id}/{grant}".encode(), hashlib.sha256)[:15]
        return f"{grant}.{base64.urlsafe_b64encode(signed).decode()}"

    def read(self, id: str, link: str) -> str | None:
        """Return the grant that a link is for; None for a link that this server did not sign."""
        grant = link.partition(".")[0]
        return grant if hmac.compare_digest(self.sign(id, grant).encode(), link.encode()) else None
