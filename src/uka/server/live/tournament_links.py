"""Signed links to a tournament. Each link belongs to a grant, which gives its holder a role, such as director."""

from __future__ import annotations

from uka.tournament import DIRECTOR

from ..base.signer import Signer


class TournamentLinks:
    """Makes and verifies links, which are signed with a secret key of the server."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "tournament")

    def sign(self, id: str, grant: str = DIRECTOR) -> str:
        """Return the link of a grant in the tournament ``id``: the grant's id, a dot and a signature."""
        return f"{grant}.{self._signer.sign(f'{id}/{grant}')}"

    def read(self, id: str, link: str) -> str | None:
        """Return the id of the grant that a link belongs to; None if this server did not sign the link."""
        grant, _, signature = link.partition(".")
        return grant if self._signer.verify(f"{id}/{grant}", signature) else None
