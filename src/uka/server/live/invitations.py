"""Makes and verifies signed invitations to tables. ``disclosure`` says what they admit to."""

from __future__ import annotations

from uka.table import Table

from ..base.signer import Signer
from .table import LiveTable


class Invitations:
    """Makes and verifies invitations, which are signed with a secret key of the server."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "invitation")

    def sign(self, id: str, table: Table) -> str:
        """Return the invitation to a table. It can't be guessed, and changes whenever a person is removed."""
        return self._signer.sign(_signed(id, table))

    def of(self, live: LiveTable) -> str:
        """Return the present invitation to a live table."""
        return self.sign(live.id, live.table)

    def verify(self, live: LiveTable, invitation: str) -> bool:
        """Return whether a text is the present invitation to a live table."""
        return self._signer.verify(_signed(live.id, live.table), invitation)


def _signed(id: str, table: Table) -> str:
    return f"{id}/{len(table.removed)}"
