"""The key with which a server signs game records, and the check of a record's signature."""

from __future__ import annotations

from uka.records import Log
from uka.records.signature import ForgedSignature, signer

from .known_keys import KnownKeys


class SigningKey:
    """The signing key of one server. ``key`` is None if no key is known; then no signature is checked.

    If a file ``known`` is given, the key is saved in the file when the client first sees it. After that, the key must
    not change.
    """

    def __init__(self, origin: str, known: KnownKeys | None) -> None:
        self.key = known.all.get(origin) if known else None
        self._origin, self._known = origin, known

    def learn(self, key: str) -> None:
        """Save the key that the server sent when this client first saw the server."""
        self.key = key
        if self._known:
            self._known.meet(self._origin, key)

    def check(self, record: bytes, table: str, number: int) -> None:
        """Check that the server signed a record, and that the record is the record of game ``number`` at ``table``.

        Raises ``ForgedSignature`` if the record fails the check. Raises ``KeyChanged`` if a key other than the saved
        key signed the record.
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
