"""Signed links to a tournament. Each link belongs to a grant, which gives its holder a role, such as director."""

from __future__ import annotations

import base64
import hashlib
import hmac

from uka.tournament import DIRECTOR


class TournamentLinks:
    """Makes and verifies links, which are signed with a secret key of the server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, id: str, grant: str = DIRECTOR) -> str:
        """Return the link of a grant in the tournament ``id``: the grant's id, a dot and a signature."""
        signed = hmac.digest(self._secret, f"tournament/{id}/{grant}".encode(), hashlib.sha256)[:15]
        return f"{grant}.{base64.urlsafe_b64encode(signed).decode()}"

    def read(self, id: str, link: str) -> str | None:
        """Return the id of the grant that a link belongs to; None if this server did not sign the link."""
        grant = link.partition(".")[0]
        return grant if hmac.compare_digest(self.sign(id, grant).encode(), link.encode()) else None
