"""The numbered lines of a growing log, such as that of a table or a tournament. Each line is one JSON object.

The last field of a line is a running hash. It is the first 32 hexadecimal digits of SHA-256 of the hash of the line
before, as text, and the bytes of this line before that field. For the first line with a hash, the hash before is the
empty text. A reader detects a line that was damaged, changed, moved or lost. The hash is no signature: anyone who can
write to the store can compute it.
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
"""The number of hexadecimal digits of a hash."""
FIELD, END = b',"hash":"', b'"}'
TAIL = len(FIELD) + DIGITS + len(END)


class DamagedLog(InvalidRecord):
    """A line of a log was changed or is missing."""


class LogLine(msgspec.Struct, Generic[E], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A numbered line of a log, with its entry.

    ``at`` is the time in milliseconds since 1970. ``by`` names the author. ``id`` is the idempotency key of the
    client's command. ``hash`` is the running hash of the log, "" in logs of earlier formats. Each kind of log has a
    subclass with the type of its entries.
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
        """Return the line that follows a line with the hash ``before``, which is "" for the first line."""
        text = _encode(cls(seq, at, by, entry, id))
        return cls(seq, at, by, entry, id, _hash(before, text[:-1]))

    @property
    def text(self) -> bytes:
        """The line as JSON, without a line feed."""
        return _encode(self)

    @classmethod
    def parse(cls, text: bytes | str) -> Self:
        """Parse a line. ``InvalidRecord`` if it is not one. The hash is not checked."""
        try:
            return _decoder(cls).decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
            raise InvalidRecord(f"this is no line of {cls.log}: {error}") from None

    @classmethod
    def parse_all(cls, lines: Iterable[bytes | str], *, start: int = 0, before: str = "") -> tuple[Self, ...]:
        """Parse the lines of a log from number ``start`` on. ``before`` is the hash of the line before them.

        ``DamagedLog`` names the first line whose hash or number is wrong. ``InvalidRecord`` if a line has the right
        hash but cannot be read: a later version of Uka wrote it.
        """
        parsed = list[Self]()
        for number, line in enumerate(lines, start):
            text = line.encode(errors="surrogatepass") if isinstance(line, str) else line
            before = cls._checked(text, number, before)
            parsed.append(cls._numbered(text, number, hashed=bool(before)))
        return tuple(parsed)

    @classmethod
    def _checked(cls, text: bytes, number: int, before: str) -> str:
        """Return the hash of a line, "" if it has none. ``DamagedLog`` if it does not follow from ``before``."""
        body, tail = text[:-TAIL], text[-TAIL:]
        hashed = tail.startswith(FIELD) and tail.endswith(END)
        if not hashed and not before:
            return ""
        expected = _hash(before, body)
        if not hashed or tail[len(FIELD) : -len(END)] != expected.encode():
            raise DamagedLog(f"{cls.log} is damaged: line {number}, or the one before it, is not as it was written")
        return expected

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


def check_follows(seq: int, last: int | None) -> None:
    """``InvalidRecord`` unless a line with this number comes next after the ``last`` line, None in an empty log."""
    if seq != (0 if last is None else last + 1):
        raise InvalidRecord(f"line {seq} can't follow line {'none' if last is None else last}")


def check_format(format: int, newest: int) -> None:
    """``InvalidRecord`` unless a log's format is one of those from 1 to the ``newest``."""
    if not 1 <= format <= newest:
        raise InvalidRecord(f"the log has format {format}; this Uka reads 1 to {newest}")
