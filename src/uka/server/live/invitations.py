"""Makes and verifies signed invitations to tables. ``disclosure`` decides what a person with an invitation may do."""

from __future__ import annotations

from uka.hosting.signer import Signer
from uka.table import Table

from .table import LiveTable


class Invitations:
    """Makes and verifies invitations, which are signed with a secret key of the server."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "invitation")

    def sign(self, id: str, table: Table) -> str:
        """Return the invitation to a table. It can't be guessed, and changes whenever the host removes a person."""
        return self._signer.sign(_signed_text(id, table))

    def of(self, live: LiveTable) -> str:
        """Return the present invitation to a live table."""
        return self.sign(live.id, live.table)

    def verify(self, live: LiveTable, invitation: str) -> bool:
        """Return whether ``invitation`` is the present invitation to a live table."""
        return self._signer.verify(_signed_text(live.id, live.table), invitation)


def _signed_text(id: str, table: Table) -> str:
    return f"{id}/{len(table.removed)}"
