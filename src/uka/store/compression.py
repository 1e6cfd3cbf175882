"""Compresses consecutive lines of a log, and decompresses them.

The lines are joined, without the hashes that follow from the first line, and compressed by Zstandard. A dictionary of
typical lines makes the result a third smaller. Stored lines depend on their dictionary, so a dictionary never changes:
an improved one gets a new number and a new file, and the old file stays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from uka.extras import ZSTD, require
from uka.records import DamagedLog, with_hashes, without_hashes

from .interface import CompressionStep

MOST_LINES = 500  # the maximum number of lines that are compressed together; a reader decompresses all of them
MOST_BYTES = 256_000  # after the line with which their size reaches this, no more lines are compressed together
LEAST_BYTES = 2_000  # fewer bytes are not worth compressing
LEVEL = 9  # a game takes 1 ms; level 19 takes 12 ms, and saves another tenth
DICTIONARY = 1  # the number of the dictionary for lines that are compressed from now on


class CompressedLines(NamedTuple):
    """Consecutive lines of a log, compressed together."""

    first: int
    """The number of the first of these lines."""
    next: int
    """The number of the last of these lines, plus 1."""
    dictionary: int
    """The number of the dictionary with which the lines are compressed."""
    digest: bytes
    """The SHA-256 digest of the lines, each of them followed by a newline."""
    content: bytes
    """The compressed lines."""


class DueLines(NamedTuple):
    """Consecutive lines of a log that are to be compressed together."""

    number: int
    """The number of the log, as in ``LogHead``."""
    first: int
    """The number of the first of these lines."""
    lines: Sequence[bytes]
    times: Sequence[float]
    """The time of each line, in seconds since 1970."""

    @classmethod
    def from_rows(cls, number: int, rows: Sequence[tuple[int, float, bytes]]) -> DueLines | None:
        """Return the lines of ``rows``, from the first on, but no more than may be compressed together.

        ``number`` is the number of the log. A row holds the number of a line, its time, and the line. Return None if
        all the lines together have fewer than ``LEAST_BYTES`` bytes, and so are not worth compressing.
        """
        sizes = list(accumulate(len(line) for _, _, line in rows))
        if not sizes or sizes[-1] < LEAST_BYTES:
            return None
        count = 1 + bisect_left(sizes, MOST_BYTES)
        seqs, times, lines = zip(*rows[:count], strict=True)
        return cls(number, seqs[0], lines, times)


Replacement: TypeAlias = tuple[DueLines, CompressedLines]
"""A pair: lines of a log, and the same lines compressed, which are to replace them."""


class _Content(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The content of ``CompressedLines`` before compression: lines of a log and their times."""

    hashed: bool
    """Whether the hashes of the lines are left out, because they follow from the first line."""
    times: list[int]
    """The time of the first line in seconds since 1970, then the seconds from each line to the next."""
    text: bytes | list[bytes]
    """The lines, joined by newlines; a list of them if a line contains a newline."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Content).decode


def compress_all(due: Sequence[DueLines]) -> list[Replacement]:
    """Compress each item of ``due``. Leave out an item whose lines cannot be restored from the compressed lines."""
    replacements = [(each, compress(each)) for each in due]
    return [(each, compressed) for each, compressed in replacements if _decompresses_to(compressed, each.lines)]


def _decompresses_to(compressed: CompressedLines, lines: Sequence[bytes]) -> bool:
    try:
        return decompress(compressed) == list(lines)
    except DamagedLog:
        return False


def compression_step(number: int | None, done: Sequence[Replacement]) -> CompressionStep | None:
    """Return a report of one step of compression: the number of lines compressed, and their bytes before and after.

    ``done`` holds the replacements made in the step. ``number`` is the number of the last log that the step examined.
    If it is None, no log was left: return None.
    """
    if number is None:
        return None
    before = sum(len(line) for due, _ in done for line in due.lines)
    after = sum(len(compressed.content) for _, compressed in done)
    count = sum(len(due.lines) for due, _ in done)
    return CompressionStep(number, count, before, after)


def compress(due: DueLines) -> CompressedLines:
    """Return the lines of ``due``, compressed with the present dictionary."""
    lines = list(due.lines)
    bodies = without_hashes(lines)
    kept = bodies or lines
    text = kept if any(b"\n" in line for line in kept) else b"\n".join(kept)
    content = _encode(_Content(bodies is not None, _differences(due.times), text))
    zstd = _zstd()
    options = {zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
    packed = zstd.compress(content, options=options, zstd_dict=_dictionary(DICTIONARY))
    return CompressedLines(due.first, due.first + len(lines), DICTIONARY, _digest(lines), packed)


def decompress(compressed: CompressedLines) -> list[bytes]:
    """Return the lines that were compressed. Raise ``DamagedLog`` if they can't be restored."""
    try:
        content = _decompressed_content(compressed)
        lines = content.text if isinstance(content.text, list) else content.text.split(b"\n")
        whole = with_hashes(lines) if content.hashed else lines
    except (_zstd().ZstdError, msgspec.MsgspecError, OSError, IndexError):
        whole = []
    if len(whole) != compressed.next - compressed.first or _digest(whole) != compressed.digest:
        first, last = compressed.first, compressed.next - 1
        raise DamagedLog(f"the log is damaged: lines {first} to {last}, which are compressed, are not as written")
    return whole


def lines_of(rows: Iterable[Sequence[Any]], start: int) -> list[bytes]:
    """Return the lines of a log from number ``start`` on, decompressed.

    ``rows`` are rows of the database in the order of the lines. Each row has the fields of ``CompressedLines``. In the
    row of a single line, ``next`` is None and ``content`` is the line. In the last row, ``content`` is None too, and
    all lines before ``first`` must be there. Raise ``DamagedLog`` if lines are missing or damaged.
    """
    lines, expected = list[bytes](), start
    for first, following, dictionary, digest, content in rows:
        if first > expected:
            raise DamagedLog(f"the log is damaged: lines {expected} to {first - 1} are missing")
        if following is not None:
            compressed = CompressedLines(first, following, dictionary, digest, content)
            lines += decompress(compressed)[expected - first :]
            expected = following
        elif content is not None:
            lines.append(content)
            expected = first + 1
    return lines


def times(compressed: CompressedLines) -> list[int]:
    """Return the times of the lines in ``compressed``, in whole seconds since 1970."""
    return list(accumulate(_decompressed_content(compressed).times))


def _decompressed_content(compressed: CompressedLines) -> _Content:
    return _decode(_zstd().decompress(compressed.content, zstd_dict=_dictionary(compressed.dictionary)))


def _differences(times: Sequence[float]) -> list[int]:
    return [later - earlier for earlier, later in pairwise([0, *map(int, times)])]


def _digest(lines: Sequence[bytes]) -> bytes:
    return sha256(b"".join(line + b"\n" for line in lines)).digest()


@cache
def _zstd() -> Any:
    """Return Python's module for Zstandard; before Python 3.14, the backport of this module."""
    require("cli", "a compressed log", ZSTD)
    return import_module(ZSTD)


@cache
def _dictionary(number: int) -> Any:
    path = Path(__file__).with_name(f"dictionary_{number}.txt")
    return _zstd().ZstdDict(path.read_bytes(), is_raw=True)
