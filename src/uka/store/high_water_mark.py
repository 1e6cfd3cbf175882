"""The high-water mark of a SQLite store: a file beside the store that says which line was written last.

If this line is missing when the store is opened, the store has lost its last lines. That happens if the write-ahead log
of the store is deleted after its process was killed: SQLite then takes an older state for the present state. The mark
is written after the line is on disk, so a sound store always has the line. The mark is not synced to disk, so after a
power cut it may name an earlier line.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from .interface import InvalidStore
from .queries import AppendRequest, WriteJob, head

log = logging.getLogger("uka.store")

MARK_SUFFIX = "-mark"
"""The name of the mark's file is the name of the store's file, followed by this suffix."""


class _LastLine(NamedTuple):
    """The table and the number of the log line that was written last."""

    table: str
    seq: int


class HighWaterMark:
    """Records in a file which line a SQLite store has written last, and checks later that the store still has it."""

    def __init__(self, path: Path) -> None:
        """``path`` is the file of the store. The file of the mark is beside it."""
        self._path = Path(f"{path}{MARK_SUFFIX}")
        self._file: IO[bytes] | None = None
        self._writable = True
        """Whether the last attempt to write the file succeeded."""

    def check(self, db: sqlite3.Connection) -> None:
        """Raise ``InvalidStore`` if the recorded line is not in the store. ``db`` is a connection to the store."""
        last = self._read()
        if last is None:
            return
        present = head(db, last.table)
        if present is None or present.next_seq <= last.seq:
            raise InvalidStore(
                "the last lines are missing: the file or its write-ahead log was deleted or damaged, or an older file "
                f"was put here. Restore a backup, or delete {self._path.name} to go on without these lines"
            )

    def record(self, jobs: Sequence[WriteJob], outcomes: Sequence[object]) -> None:
        """Record the last line that ``jobs`` have written, if any. ``outcomes`` holds the outcome of each job.

        If the file can't be written, log a warning, once until it can be written again. The lines are on disk already,
        so nobody must be refused. But the file still names an earlier line, so a loss of the lines after that line
        would not be noticed.
        """
        written = zip(reversed(jobs), reversed(outcomes), strict=True)
        job = next((job for job, outcome in written if isinstance(job, AppendRequest) and outcome is None), None)
        if job is None:
            return
        try:
            self._write(_LastLine(job.table, job.seq + len(job.lines) - 1))
        except OSError as error:
            if self._writable:
                log.warning("%s can't be written, so a loss of lines would not be noticed: %s", self._path.name, error)
            self._writable = False
        else:
            self._writable = True

    def close(self) -> None:
        """Close the file of the mark."""
        if self._file is not None:
            self._file.close()

    def _read(self) -> _LastLine | None:
        """Return the recorded line; return None if there is no mark, or only a part of a mark after a power cut."""
        with suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self._path.read_bytes().partition(b"\n")[0], type=_LastLine)
        return None

    def _write(self, last: _LastLine) -> None:
        if self._file is None:
            self._file = os.fdopen(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600), "wb", buffering=0)
        self._file.seek(0)
        self._file.write(msgspec.json.encode(last) + b"\n")
