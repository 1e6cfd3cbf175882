"""Makes and verifies signed invitations to tables. ``disclosure`` says what they admit to."""

from __future__ import annotations

import base64
import hashlib
import hmac

from uka.table import Table

from .table import LiveTable


class Invitations:
    """Makes and verifies invitations, which are signed with a secret key of the server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, id: str, table: Table) -> str:
        """Return the invitation to a table. It can't be guessed, and changes whenever a person is removed."""
        text = f"invitation/{id}/{len(table.removed)}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self._secret, text, hashlib.sha256)[:15]).decode()

    def of(self, live: LiveTable) -> str:
        """Return the present invitation to a live table."""
        return self.sign(live.id, live.table)

    def verify(self, live: LiveTable, invitation: str) -> bool:
        """Return whether a text is the present invitation to a live table."""
        return hmac.compare_digest(invitation.encode(), self.of(live).encode())
