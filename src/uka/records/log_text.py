"""Functions that append lines to a log file, and that parse the lines and the header of a log."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import from_dict
from uka.text.printable import is_displayed

from .entries import FORMAT, RecordHeader
from .errors import InvalidRecord

_header = msgspec.json.Decoder(RecordHeader)


def append_lines(path: Path, lines: list[str]) -> None:
    """Append ``lines`` to the log file ``path``.

    If a write fails, truncate the file to its old length, and raise ``OSError``.
    """
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        size = os.fstat(file).st_size
        try:
            _write_all(file, "".join(line + "\n" for line in lines).encode())
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, size)  # an incomplete line would corrupt the next line
            raise
    finally:
        os.close(file)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def split_lines(data: str | bytes) -> list[str]:
    """Return the complete lines of ``data``, the contents of a log file. The first line is the header.

    A last line that does not end in a newline was left by an interrupted write, and is dropped, unless it is a whole
    header. Raise ``InvalidRecord`` if there is no complete line.
    """
    text = data if isinstance(data, str) else _text(data)
    *complete, rest = text.split("\n")  # str.splitlines would also split at U+2028 in a note
    if complete:
        return complete
    if not _is_json(rest):
        raise InvalidRecord("the file contains no record", line=1)
    return [rest]


def read_header(line: str) -> RecordHeader:
    """Parse ``line``, the header of a log.

    Raise ``InvalidRecord`` if the header is invalid, or if this version of Uka cannot read the log's format.
    """
    try:
        header = _header.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidRecord("this is not the header of an Uka record", line=1) from None
    if header.format != FORMAT:
        raise InvalidRecord(f"the record has format {header.format}; this Uka reads format {FORMAT}", line=1)
    try:
        rules = from_dict(header.rules)
    except UkaError as error:
        raise InvalidRecord(str(error), line=1) from None
    if len(header.players) != len(rules.seats):
        raise InvalidRecord("the record must name one player for each seat", line=1)
    if header.score is not None and (len(header.score) != len(rules.partnerships) or min(header.score) < 0):
        raise InvalidRecord("the score must be one number for each side, none below 0", line=1)
    return header


def check_texts(header: RecordHeader) -> None:
    """Raise ``InvalidRecord`` if a text in a header has a character that is not displayed, such as an escape code."""
    for name in header.players:
        if not name.isprintable():
            raise InvalidRecord(f"a player's name has a character that is not displayed: {name!r}")
    for key, text in header.about.items():
        if not (is_displayed(key) and is_displayed(text)):
            raise InvalidRecord(f"{key!r} has a character that is not displayed: {text!r}")


def _text(data: bytes) -> str:
    """Decode the bytes of a file as UTF-8. An incomplete character at the end is dropped."""
    head, end, tail = data.rpartition(b"\n")
    try:
        return (head + end).decode() + tail.decode("utf-8", "ignore")
    except UnicodeDecodeError as error:
        raise InvalidRecord("this is not text", line=head[: error.start].count(b"\n") + 1) from None


def _is_json(line: str) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
