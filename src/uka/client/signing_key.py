"""The key that a server signs records with, and the check of a record's signature against it."""

from __future__ import annotations

from uka.records import Log
from uka.records.signature import ForgedSignature, signer

from .known_keys import KnownKeys


class SigningKey:
    """The signing key of one server. ``key`` is None for a server that signs nothing.

    With ``known`` the key is saved when it is first seen, and must not change after that.
    """

    def __init__(self, origin: str, known: KnownKeys | None) -> None:
        self.key = known.all.get(origin) if known else None
        self._origin, self._known = origin, known

    def learn(self, key: str) -> None:
        """Take the key that the server shows when it is first seen, and save it."""
        self.key = key
        if self._known:
            self._known.meet(self._origin, key)

    def check(self, record: bytes, table: str, number: int) -> None:
        """Check that the server signed a record, and that it is the record of this game.

        Raises ``ForgedSignature``, or ``KeyChanged`` if another key than the saved one signed the record.
        """
        if self.key is None:
            return
        key = signer(record)
        if key is None:
            raise ForgedSignature("the server signs its records, and this one has no signature")
        if self._known:
            self._known.meet(self._origin, key)
        elif key != self.key:
            raise ForgedSignature("the record is signed with another key than the server's")
        about = Log.parse(record).header.about
        if (about.get("gameId"), about.get("game")) != (table, str(number)):
            raise ForgedSignature("the server signed the record of another game")
