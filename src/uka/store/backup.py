"""Backs up a SQLite store that is in use, and restores a store from a backup."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from .high_water_mark import ENDING
from .interface import StoreUnavailable, TargetExists
from .sqlite_file import check, code, errors_in_words, open_to_read, sync_folder

if TYPE_CHECKING:
    from os import PathLike

PAGES = 256  # the number of database pages that are copied between two progress reports

Progress: TypeAlias = Callable[[int, int], None]
"""A function that reports progress. Its arguments are the amount copied so far and the total amount."""


def backup(source: str | PathLike[str], target: str | PathLike[str], *, progress: Progress | None = None) -> None:
    """Copy a snapshot of a store to a new file, and check the copy. Meanwhile servers can write to the store.

    The write-ahead log of the source cannot shrink until the copy is complete. Raise ``TargetExists`` if the target
    file exists.
    """
    with snapshot(Path(source)) as old, _new_file(Path(target), overwrite=False) as new:
        _copy(old, new, progress)


def restore(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> None:
    """Restore a store from a backup. If an error occurs, the target file does not change.

    An existing target is replaced only if ``overwrite`` is true. Raise ``InvalidStore`` if the backup is damaged or
    from another version of Uka. Raise ``TargetExists`` if the target exists and ``overwrite`` is false. Raise
    ``StoreUnavailable`` if a server has the target open.
    """
    with snapshot(Path(source)) as old:
        with errors_in_words(Path(source)):
            check(old)
        with _new_file(Path(target), overwrite=overwrite) as new:
            _copy(old, new, progress)


@contextmanager
def snapshot(path: Path) -> Generator[sqlite3.Connection]:
    """Open a connection that sees the store in its present state. Later writes are invisible to this connection."""
    with errors_in_words(path):
        db = open_to_read(path)
    with closing(db):
        # Without this transaction, a copy would start again whenever a server writes.
        with errors_in_words(path):
            db.execute("BEGIN")
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield db


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, progress: Progress | None) -> None:
    def report(_status: int, remaining: int, total: int) -> None:
        if progress:
            progress(total - remaining, total)

    old.backup(new, pages=PAGES, progress=report)
    new.execute("PRAGMA journal_mode = DELETE")  # one single file, which also works on read-only media
    check(new)


@contextmanager
def _new_file(target: Path, *, overwrite: bool) -> Generator[sqlite3.Connection]:
    """Yield a new, empty database in a temporary file beside ``target``. At the end, rename this file to ``target``.

    If ``overwrite`` is true, this replaces an existing target.
    """
    with errors_in_words(target):
        _must_be_free(target, overwrite)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
        os.close(handle)
        try:
            with closing(sqlite3.connect(made, isolation_level=None)) as db:
                yield db
            _must_be_free(target, overwrite)
            _remove_beside(target)  # the write-ahead log and the mark of the old file do not belong to the new one
            os.replace(made, target)
            sync_folder(target.parent)
        finally:
            Path(made).unlink(missing_ok=True)
            _remove_beside(made)


def _remove_beside(path: str | Path) -> None:
    for end in ("-wal", "-shm", "-journal", ENDING):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _must_be_free(target: Path, overwrite: bool) -> None:
    """Raise an error if the target exists and may not be replaced.

    Raise ``TargetExists`` if ``overwrite`` is false, and ``StoreUnavailable`` if a server has the file open. As a test,
    switch off the write-ahead log: SQLite refuses this while another connection has the file open.
    """
    if not target.exists():
        return
    if not overwrite:
        raise TargetExists(f"{target} is there already")
    with closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if code(error) == sqlite3.SQLITE_BUSY:
                raise StoreUnavailable("it is in use: stop the server first") from None
