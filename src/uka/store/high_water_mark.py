"""The high-water mark of a SQLite store: a file beside it that names the last line which the store has written.

If that line is not in the store when it is opened, the store has lost its last lines. This happens if its write-ahead
log is deleted after a kill: SQLite then takes an older state for the present one. The mark is written after the line is
on disk, so it is never ahead of a sound store. It is not synced itself, so after a power cut it may be behind.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from .interface import InvalidStore
from .queries import AppendRequest, WriteJob, head

ENDING = "-mark"
"""What the name of the mark's file has after the name of the store's file."""


class _LastLine(NamedTuple):
    table: str
    seq: int


class HighWaterMark:
    """The high-water mark of the store in the file ``path``."""

    def __init__(self, path: Path) -> None:
        self._path = Path(f"{path}{ENDING}")
        self._file: IO[bytes] | None = None

    def check(self, db: sqlite3.Connection) -> None:
        """Raise ``InvalidStore`` if the marked line is not in the store. ``db`` is a connection to the store."""
        last = self._read()
        now = head(db, last.table) if last else None
        if last and (now is None or now.next_seq <= last.seq):
            raise InvalidStore(
                "the last lines are missing: the file or its write-ahead log was deleted or damaged, or an older file "
                f"was put here. Restore a backup, or delete {self._path.name} to go on without these lines"
            )

    def note(self, jobs: Sequence[WriteJob], outcomes: Sequence[object]) -> None:
        """Mark the last line that jobs of the writer have written, if any.

        If the mark can't be written, it stays behind the store, and reveals less.
        """
        done = zip(reversed(jobs), reversed(outcomes), strict=True)
        last = next((job for job, outcome in done if isinstance(job, AppendRequest) and outcome is None), None)
        if last is not None:
            with suppress(OSError):
                self._write(_LastLine(last.table, last.seq + len(last.lines) - 1))

    def close(self) -> None:
        """Close the file of the mark."""
        if self._file is not None:
            self._file.close()

    def _read(self) -> _LastLine | None:
        """Return the marked line; return None if there is no mark, or only a part of one after a power cut."""
        with suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self._path.read_bytes().partition(b"\n")[0], type=_LastLine)
        return None

    def _write(self, last: _LastLine) -> None:
        if self._file is None:
            self._file = os.fdopen(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600), "wb", buffering=0)
        self._file.seek(0)
        self._file.write(msgspec.json.encode(last) + b"\n")
