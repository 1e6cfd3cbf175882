"""Numbered lines of a log that grows while it is written: of a table, of a tournament. Each is one JSON object.

The last field of a line is a running hash: SHA-256 of the hash of the line before, as text, and of the line's own
bytes before that field; 32 hexadecimal digits of it are kept. The first line that has a hash follows the empty text. So
whoever reads a log notices a line that was damaged, changed, moved or lost. The hash is no signature: who may write to
the store can compute it anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from .errors import InvalidRecord

E = TypeVar("E")
DIGITS = 32
"""Of a line's hash."""
FIELD, END = b',"hash":"', b'"}'
TAIL = len(FIELD) + DIGITS + len(END)


class DamagedLog(InvalidRecord):
    """A log with a line that is not as it was written, or is missing."""


class LogLine(msgspec.Struct, Generic[E], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One line, and what it says of whom.

    ``at`` is milliseconds since 1970; ``by`` who wrote it; ``id`` the client's own name for its message, by which a
    message sent twice is known; ``hash`` the log's running hash, "" in logs of earlier formats. A kind of log
    subclasses this with the type of its entries.
    """

    log: ClassVar[str] = "a log"

    seq: int
    at: int
    by: str
    entry: E
    id: str = ""
    hash: str = ""

    @classmethod
    def after(cls, before: str, seq: int, at: int, by: str, entry: E, id: str = "") -> Self:
        """The line that follows one with the hash ``before``; "" for the first."""
        text = _encode(cls(seq, at, by, entry, id))
        return cls(seq, at, by, entry, id, _hash(before, text[:-1]))

    @property
    def text(self) -> bytes:
        """The line as it is kept, without its end."""
        return _encode(self)

    @classmethod
    def parse(cls, text: bytes | str) -> Self:
        """A line from its text; ``InvalidRecord`` for anything else. Its hash is not checked."""
        try:
            return _decoder(cls).decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
            raise InvalidRecord(f"this is no line of {cls.log}: {error}") from None

    @classmethod
    def parse_all(cls, lines: Iterable[bytes | str], *, start: int = 0, before: str = "") -> tuple[Self, ...]:
        """The lines of a log from number ``start`` on, after one with the hash ``before``.

        ``DamagedLog`` names the first line that does not follow from the one before it. ``InvalidRecord`` for one that
        does, and can't be read: a later Uka wrote it.
        """
        found = list[Self]()
        for number, line in enumerate(lines, start):
            text = line.encode(errors="surrogatepass") if isinstance(line, str) else line
            before = cls._checked(text, number, before)
            found.append(cls._numbered(text, number, hashed=bool(before)))
        return tuple(found)

    @classmethod
    def _checked(cls, text: bytes, number: int, before: str) -> str:
        """The hash of a line, "" if it has none; ``DamagedLog`` if it does not follow from the one before."""
        body, tail = text[:-TAIL], text[-TAIL:]
        hashed = tail.startswith(FIELD) and tail.endswith(END)
        if not hashed and not before:
            return ""
        found = _hash(before, body)
        if not hashed or tail[len(FIELD) : -len(END)] != found.encode():
            raise DamagedLog(f"{cls.log} is damaged: line {number}, or the one before it, is not as it was written")
        return found

    @classmethod
    def _numbered(cls, text: bytes, number: int, *, hashed: bool) -> Self:
        try:
            line = cls.parse(text)
        except InvalidRecord as error:
            later = "; a later version of Uka wrote it" if hashed else ""
            raise InvalidRecord(f"line {number}: {error}{later}") from None
        if line.seq != number:
            raise DamagedLog(f"{cls.log} is damaged: line {line.seq} stands where line {number} should be")
        return line


def _hash(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()[:DIGITS]


_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
