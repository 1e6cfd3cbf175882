"""Signed links to a tournament. Each link belongs to a grant, which gives its holder a role, such as director."""

from __future__ import annotations

from uka.tournament import DIRECTOR, Role, Tournament

from .errors import Withheld
from .signer import Signer

NO_LONGER_WORKS = "this link no longer works: ask the director for another"


class TournamentLinks:
    """Makes and verifies links, which are signed with a secret key of the host."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "tournament")

    def sign(self, id: str, grant: str = DIRECTOR) -> str:
        """Return the link of a grant in the tournament ``id``: the grant's id, a dot and a signature."""
        return f"{grant}.{self._signer.sign(f'{id}/{grant}')}"

    def read(self, id: str, link: str) -> str | None:
        """Return the id of the grant that a link belongs to; None if this host did not sign the link."""
        grant, _, signature = link.partition(".")
        return grant if self._signer.verify(f"{id}/{grant}", signature) else None

    def grant_of(self, id: str, t: Tournament, link: str) -> str:
        """Return the id of the grant that a link gives in the tournament ``id``. Without a link it is an empty text.

        ``t`` is the tournament's state. Raise ``Withheld`` if the link does not work, or no longer.
        """
        grant = t.grant(self.read(id, link) or "") if link else None
        if link and (grant is None or grant.revoked):
            raise Withheld(NO_LONGER_WORKS)
        return grant.id if grant else ""

    def director_of(self, id: str, t: Tournament, link: str) -> str:
        """Return the id of the grant that makes the holder of ``link`` a director. Raise ``Withheld`` if none does."""
        grant = t.grant(self.read(id, link) or "") if link else None
        if grant is None or grant.revoked or grant.role is not Role.DIRECTOR:
            raise Withheld("only the director can do that: use the director's link")
        return grant.id
