"""Compresses consecutive lines of a log, and decompresses them.

The lines are joined, without the hashes that follow from the first line, and compressed by Zstandard. A dictionary of
typical lines makes the result a third smaller. Stored lines depend on their dictionary, so a dictionary never changes:
an improved one gets a new number and a new file, and the old file stays.
"""

from __future__ import annotations

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
MOST_BYTES = 256_000  # no more lines are compressed together after the line that reaches this size in bytes
LEAST_BYTES = 2_000  # fewer bytes are not worth compressing
LEVEL = 9  # a game takes 1 ms; level 19 takes 12 ms, and saves another tenth
DICTIONARY = 1  # the number of the dictionary for lines that are compressed from now on


class CompressedLines(NamedTuple):
    """The lines of a log from number ``first`` on, up to ``next``, which is the number of the line after them.

    ``dictionary`` is the number of the dictionary. ``digest`` is the SHA-256 digest of the lines, each of them followed
    by a newline. ``content`` is the compressed text.
    """

    first: int
    next: int
    dictionary: int
    digest: bytes
    content: bytes


class DueLines(NamedTuple):
    """Lines of a log that are to be compressed together. ``number`` is the number of the log.

    ``times`` are the times of the lines, in seconds since 1970.
    """

    number: int
    first: int
    lines: Sequence[bytes]
    times: Sequence[float]

    @classmethod
    def of(cls, number: int, rows: Sequence[tuple[int, float, bytes]]) -> DueLines | None:
        """Return as many of the rows as can be compressed together; return None if they are too short for that.

        A row holds the number of a line, its time, and the line.
        """
        sizes = list(accumulate(len(line) for _, _, line in rows))
        if not sizes or sizes[-1] < LEAST_BYTES:
            return None
        most = 1 + sum(size < MOST_BYTES for size in sizes)
        seqs, times, lines = zip(*rows[:most], strict=True)
        return cls(number, seqs[0], lines, times)


Replacement: TypeAlias = tuple[DueLines, CompressedLines]
"""Lines of a log, and the same lines compressed."""


class _Content(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """``times`` holds the times of the lines in seconds: of the first line, then from each line to the next.

    ``text`` is a list if a line contains a newline. ``hashed`` is true if the hashes are left out.
    """

    hashed: bool
    times: list[int]
    text: bytes | list[bytes]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Content).decode


def compress_all(due: Sequence[DueLines]) -> list[Replacement]:
    """Compress lines of several logs. Leave out lines that cannot be decompressed to the same lines."""
    made = [(each, compress(each)) for each in due]
    return [(each, compressed) for each, compressed in made if _returns(compressed, each.lines)]


def _returns(compressed: CompressedLines, lines: Sequence[bytes]) -> bool:
    try:
        return decompress(compressed) == list(lines)
    except DamagedLog:
        return False


def step(number: int | None, done: Sequence[Replacement]) -> CompressionStep | None:
    """Return what a step of the compression did. ``number`` is the last log that it looked at; if None, return None."""
    if number is None:
        return None
    before = sum(len(line) for due, _ in done for line in due.lines)
    lines, after = sum(len(due.lines) for due, _ in done), sum(len(compressed.content) for _, compressed in done)
    return CompressionStep(number, lines, before, after)


def compress(due: DueLines) -> CompressedLines:
    """Compress lines of a log."""
    lines = list(due.lines)
    bodies = without_hashes(lines)
    kept = bodies or lines
    text = kept if any(b"\n" in line for line in kept) else b"\n".join(kept)
    content = _encode(_Content(bodies is not None, _gaps(due.times), text))
    zstd = _zstd()
    options = {zstd.CompressionParameter.compression_level: LEVEL, zstd.CompressionParameter.checksum_flag: 1}
    packed = zstd.compress(content, options=options, zstd_dict=_dictionary(DICTIONARY))
    return CompressedLines(due.first, due.first + len(lines), DICTIONARY, _digest(lines), packed)


def decompress(compressed: CompressedLines) -> list[bytes]:
    """Return the lines. Raise ``DamagedLog`` if they are not the lines that were compressed."""
    try:
        content = _content(compressed)
        lines = content.text if isinstance(content.text, list) else content.text.split(b"\n")
        whole = with_hashes(lines) if content.hashed else lines
    except (_zstd().ZstdError, msgspec.MsgspecError, OSError, IndexError):
        whole = []
    if len(whole) != compressed.next - compressed.first or _digest(whole) != compressed.digest:
        first, last = compressed.first, compressed.next - 1
        raise DamagedLog(f"the log is damaged: lines {first} to {last}, which are compressed, are not as written")
    return whole


def lines_of(rows: Iterable[Sequence[Any]], start: int) -> list[bytes]:
    """Return the lines of a log from number ``start`` on.

    ``rows`` are rows of the log in order. A row has the fields of ``CompressedLines``. If it is a single line, then
    ``next`` is None, and ``content`` is the line. If ``content`` is None too, all lines before ``first`` must be there.
    Raise ``DamagedLog`` if compressed lines are damaged or lines are missing.
    """
    lines, expected = list[bytes](), start
    for first, following, *rest in rows:
        if first > expected:
            raise DamagedLog(f"the log is damaged: lines {expected} to {first - 1} are missing")
        if following is not None:
            lines += decompress(CompressedLines(first, following, *rest))[expected - first :]
            expected = following
        elif rest[-1] is not None:
            lines.append(rest[-1])
            expected = first + 1
    return lines


def times(compressed: CompressedLines) -> list[int]:
    """Return the times of the lines, in whole seconds."""
    return list(accumulate(_content(compressed).times))


def _content(compressed: CompressedLines) -> _Content:
    return _decode(_zstd().decompress(compressed.content, zstd_dict=_dictionary(compressed.dictionary)))


def _gaps(times: Sequence[float]) -> list[int]:
    return [later - earlier for earlier, later in pairwise([0, *map(int, times)])]


def _digest(lines: Sequence[bytes]) -> bytes:
    return sha256(b"".join(line + b"\n" for line in lines)).digest()


@cache
def _zstd() -> Any:
    """Return Python's module for Zstandard, or before Python 3.14 its backport."""
    require("cli", "a compressed log", ZSTD)
    return import_module(ZSTD)


@cache
def _dictionary(number: int) -> Any:
    path = Path(__file__).with_name(f"dictionary_{number}.txt")
    return _zstd().ZstdDict(path.read_bytes(), is_raw=True)
