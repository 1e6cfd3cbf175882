"""The numbered lines of a growing log, such as the log of a table or a tournament. Each line is one JSON object.

The last field of a line is a running hash: the first 32 hexadecimal digits of a SHA-256 digest. The digest covers the
previous line's hash, as text, and then the bytes of this line before the hash field. For the first line, an empty text
replaces the previous hash. So a reader detects a line that was damaged, changed, moved or lost. The hash is not a
signature: anyone who can write to the store can compute it.
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
TAIL = len(FIELD) + DIGITS + len(END)


class DamagedLog(InvalidRecord):
    """A line of a log was changed, or a line is missing."""


class LogLine(msgspec.Struct, Generic[E], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A numbered line of a log, with its entry. Each kind of log has a subclass with the type of its entries.

    ``seq`` is the number of the line, from 0. ``at`` is the time in milliseconds since 1970. ``by`` names the author of
    the entry. ``id`` is the idempotency key of the client's command. ``hash`` is the running hash.
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
        """Return a new line that holds ``entry``.

        ``before`` is the hash of the previous line. It is an empty text if the new line is the first line.
        """
        text = _encode(cls(seq, at, by, entry, id))
        return cls(seq, at, by, entry, id, _hash(before, text[:-1]))

    @property
    def text(self) -> bytes:
        """The line as JSON, without a newline."""
        return _encode(self)

    @classmethod
    def parse(cls, text: bytes | str) -> Self:
        """Parse a line without checking its hash. Raise ``InvalidRecord`` if the text is not a line of this log."""
        check_displayed(text, cls.log)
        try:
            return _decoder(cls).decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
            raise InvalidRecord(f"this is not a line of {cls.log}: {why_malformed(error, cls)}") from None

    @classmethod
    def parse_all(cls, lines: Iterable[bytes | str], *, start: int = 0, before: str = "") -> tuple[Self, ...]:
        """Parse consecutive lines of a log and check their hashes. ``start`` is the number of the first line.

        ``before`` is the hash of the line before the first line. Raise ``DamagedLog`` for the first line with a wrong
        hash or number. Raise ``InvalidRecord`` if a line with a correct hash cannot be read; another version of
        Uka wrote such a line.
        """
        parsed = list[Self]()
        for number, line in enumerate(lines, start):
            text = line.encode(errors="surrogatepass") if isinstance(line, str) else line
            before = cls._checked(text, number, before)
            parsed.append(cls._numbered(text, number))
        return tuple(parsed)

    @classmethod
    def _checked(cls, text: bytes, number: int, before: str) -> str:
        """Return the hash of a line.

        Raise ``DamagedLog`` if the hash does not follow from ``before``, the hash of the previous line.
        """
        body, tail = text[:-TAIL], text[-TAIL:]
        if not before and not (tail.startswith(FIELD) and tail.endswith(END)):
            raise DamagedLog(f"line {number}: this is not a line of {cls.log}")
        expected = _hash(before, body)
        if tail != FIELD + expected.encode() + END:
            raise DamagedLog(f"{cls.log} is damaged: line {number}, or the one before it, is not as it was written")
        return expected

    @classmethod
    def _numbered(cls, text: bytes, number: int) -> Self:
        try:
            line = cls.parse(text)
        except InvalidRecord as error:
            raise InvalidRecord(f"line {number}: {error}; another version of Uka wrote it") from None
        if line.seq != number:
            raise DamagedLog(f"{cls.log} is damaged: line {line.seq} stands where line {number} should be")
        return line


def without_hashes(lines: Sequence[bytes]) -> list[bytes] | None:
    """Return consecutive lines of a log without their hashes, except the first line, which is returned unchanged.

    The hashes follow from the first line: ``with_hashes`` computes them. Return None if a line has no hash or a wrong
    one, or if there is no line.
    """
    bodies = [line[:-TAIL] for line in lines[1:]]
    first = list(lines[:1])
    return first + bodies if first and with_hashes(first + bodies) == list(lines) else None


def with_hashes(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines from which ``without_hashes`` made ``lines``."""
    before, whole = lines[0][-TAIL:][len(FIELD) : -len(END)], [lines[0]]
    for body in lines[1:]:
        before = sha256(before + body).hexdigest()[:DIGITS].encode()
        whole.append(body + FIELD + before + END)
    return whole


def _hash(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()[:DIGITS]


_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def check_displayed(line: bytes | str, log: str) -> None:
    """Raise ``InvalidRecord`` if a text in a line of JSON has a character that is not displayed.

    Such a character may be a terminal's escape code. ``log`` names the log. A line that is not JSON passes.
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
    """Raise ``InvalidRecord`` unless a line with the number ``seq`` can be appended to a log.

    ``last`` is the number of the log's last line, or None if the log is empty.
    """
    if seq != (0 if last is None else last + 1):
        raise InvalidRecord(f"line {seq} can't follow line {'none' if last is None else last}")


def check_format(format: int, known: int) -> None:
    """Raise ``InvalidRecord`` unless a log has the format version ``known``."""
    if format != known:
        raise InvalidRecord(f"the log has format {format}; this Uka reads format {known}")
