"""The numbered lines of a growing log, such as the log of a table or a tournament. Each line is one JSON object.

The last field of a line is a running hash: the first 32 hexadecimal digits of a SHA-256 digest. The digest covers the
hash of the previous line, as text, and then the bytes of the line before its hash field. The first line has no previous
line, so its digest covers only its own bytes. With the hashes, a reader detects a line that was damaged, changed, moved
or lost. A hash is not a signature: anyone who can write to the store can compute it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from uka.core.malformed import why_malformed
from uka.text.printable import each_text, is_displayed

from .errors import InvalidRecord

E = TypeVar("E")
DIGITS = 32
"""The number of hexadecimal digits of a hash."""
FIELD, END = b',"hash":"', b'"}'
"""The bytes of a line before its hash, and after it."""
TAIL = len(FIELD) + DIGITS + len(END)
"""The number of bytes of the hash field at the end of a line."""


class DamagedLog(InvalidRecord):
    """Raised if a line of a log was changed, or if a line is missing."""


class LogLine(msgspec.Struct, Generic[E], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A numbered line of a log, with its entry. Each kind of log has a subclass with the type of its entries."""

    log: ClassVar[str] = "a log"
    """What the log is called in error messages."""

    seq: int
    """The number of the line, from 0."""
    at: int
    """When the line was written, in milliseconds since 1970."""
    by: str
    """The id of the person or program that caused the entry."""
    entry: E
    """What happened."""
    id: str = ""
    """The id of the client's message that caused the line, or an empty text. It is the idempotency key."""
    hash: str = ""
    """The running hash over this line and all lines before it, as 32 hexadecimal digits."""

    @classmethod
    def after(cls, previous_hash: str, seq: int, at: int, by: str, entry: E, id: str = "") -> Self:
        """Return a new line with ``entry`` and with its running hash.

        ``previous_hash`` is the hash of the previous line, or an empty text if the new line is the first line.
        """
        text = _encode(cls(seq, at, by, entry, id))
        return cls(seq, at, by, entry, id, _hash(previous_hash, text.removesuffix(b"}")))

    @property
    def text(self) -> bytes:
        """The line as JSON, without a newline."""
        return _encode(self)

    @classmethod
    def parse(cls, text: bytes | str) -> Self:
        """Parse a line without a check of its hash. Raise ``InvalidRecord`` if it is not a line of this kind of log."""
        check_displayed(text, cls.log)
        try:
            return _decoder(cls).decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
            raise InvalidRecord(f"this is not a line of {cls.log}: {why_malformed(error, cls)}") from None

    @classmethod
    def parse_all(cls, lines: Iterable[bytes | str], *, start: int = 0, previous_hash: str = "") -> tuple[Self, ...]:
        """Parse consecutive lines of a log, and check their hashes and numbers.

        ``start`` is the number of the first of these lines. ``previous_hash`` is the hash of the line before it, or an
        empty text if there is none. Raise ``DamagedLog`` if a line has a wrong hash or number. Raise ``InvalidRecord``
        if a line with the right hash cannot be read: another version of Uka wrote it.
        """
        parsed = list[Self]()
        for number, line in enumerate(lines, start):
            text = line.encode(errors="surrogatepass") if isinstance(line, str) else line
            previous_hash = cls._checked_hash(text, number, previous_hash)
            parsed.append(cls._parse_numbered(text, number))
        return tuple(parsed)

    @classmethod
    def _checked_hash(cls, text: bytes, number: int, previous_hash: str) -> str:
        """Return the hash of a line. Raise ``DamagedLog`` if the hash does not follow from ``previous_hash``."""
        body, tail = text[:-TAIL], text[-TAIL:]
        if not previous_hash and not (tail.startswith(FIELD) and tail.endswith(END)):
            raise DamagedLog(f"line {number}: this is not a line of {cls.log}")
        expected = _hash(previous_hash, body)
        if tail != FIELD + expected.encode() + END:
            raise DamagedLog(f"{cls.log} is damaged: line {number}, or the one before it, is not as it was written")
        return expected

    @classmethod
    def _parse_numbered(cls, text: bytes, number: int) -> Self:
        try:
            line = cls.parse(text)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}; another version of Uka wrote it") from None
        if line.seq != number:
            raise DamagedLog(f"{cls.log} is damaged: line {line.seq} stands where line {number} should be")
        return line


def without_hashes(lines: Sequence[bytes]) -> list[bytes] | None:
    """Return consecutive lines of a log without their hashes, which saves space. The first line keeps its hash.

    ``with_hashes`` computes the other hashes again. Return None if ``lines`` is empty, or if a line has no hash or a
    wrong one.
    """
    if not lines:
        return None
    first, *others = lines
    shortened = [first, *(line[:-TAIL] for line in others)]
    return shortened if with_hashes(shortened) == list(lines) else None


def with_hashes(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines of a log with their hashes. ``lines`` is a result of ``without_hashes``."""
    first, *bodies = lines
    previous_hash = first[-TAIL:].removeprefix(FIELD).removesuffix(END)
    whole = [first]
    for body in bodies:
        previous_hash = sha256(previous_hash + body).hexdigest()[:DIGITS].encode()
        whole.append(body + FIELD + previous_hash + END)
    return whole


def _hash(previous_hash: str, body: bytes) -> str:
    return sha256(previous_hash.encode() + body).hexdigest()[:DIGITS]


_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def check_displayed(line: bytes | str, log: str) -> None:
    """Raise ``InvalidRecord`` if a text in a line of JSON has a character that is not displayed.

    Such a character may be part of an escape code, which controls a terminal. ``log`` is what the exception calls the
    log, such as "the record". A line that is not JSON is not refused.
    """
    try:
        plain = line if isinstance(line, str) else line.decode()
        if plain.isprintable() and "\\" not in plain:  # nearly always; JSON escapes the other characters
            return
        texts = each_text(msgspec.json.decode(plain))
        hidden = next((text for text in texts if not is_displayed(text)), None)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return
    if hidden is not None:
        raise InvalidRecord(f"a text in a line of {log} has a character that is not displayed: {hidden!r}")


def check_follows(seq: int, last: int | None) -> None:
    """Raise ``InvalidRecord`` unless ``seq`` is the number of the next line of a log.

    ``last`` is the number of the log's last line, or None if the log is empty.
    """
    next_number = 0 if last is None else last + 1
    if seq != next_number:
        raise InvalidRecord(f"line {seq} can't follow line {'none' if last is None else last}")


def check_format(format: int, known: int) -> None:
    """Raise ``InvalidRecord`` unless ``format``, the format version of a log, is the version ``known`` of this Uka."""
    if format != known:
        raise InvalidRecord(f"the log has format {format}; this Uka reads format {known}")
