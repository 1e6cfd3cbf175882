"""The public key of a server, and the check of the server's signature of a game record."""

from __future__ import annotations

from uka.records import Log
from uka.records.signature import ForgedSignature, signer

from .known_keys import KnownKeys


class SigningKey:
    """The public key with which anybody can verify the signatures of one server.

    ``origin`` is the address of the server. If a file ``known`` is given, the key is saved there when the client first
    sees it, and must not change after that.
    """

    def __init__(self, origin: str, known: KnownKeys | None) -> None:
        self.key = known.all.get(origin) if known else None
        """The key in hexadecimal. It is None if no key is known; then no signature is checked."""
        self._origin, self._known = origin, known

    def learn(self, key: str) -> None:
        """Check signatures with ``key``, which the server has sent, from now on. Save the key in the file, if any."""
        self.key = key
        if self._known:
            self._known.check_or_save(self._origin, key)

    def check(self, record: bytes, table: str, number: int) -> None:
        """Check that the server signed ``record``, and that it is the record of game ``number`` at ``table``.

        Raise ``ForgedSignature`` if not. Raise ``KeyChanged`` if another key than the saved one signed the record.
        """
        if self.key is None:
            return
        key = signer(record)
        if key is None:
            raise ForgedSignature("the server signs its records, and this one has no signature")
        if self._known:
            self._known.check_or_save(self._origin, key)
        elif key != self.key:
            raise ForgedSignature("the record is signed with another key than the server's")
        about = Log.parse(record).header.about
        if (about.get("gameId"), about.get("game")) != (table, str(number)):
            raise ForgedSignature("the server signed the record of another game")
