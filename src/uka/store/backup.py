"""Backs up a SQLite store that is in use, and restores a store from a backup."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from .high_water_mark import MARK_SUFFIX
from .interface import StoreUnavailable, TargetExists
from .sqlite_file import check_store, open_to_read, result_code, sync_folder, translate_errors

if TYPE_CHECKING:
    from os import PathLike

PAGES_AT_ONCE = 256  # the number of database pages that are copied between two progress reports

Progress: TypeAlias = Callable[[int, int], None]
"""A function that reports progress: it is called with the amount copied so far and the total amount."""


def backup(source: str | PathLike[str], target: str | PathLike[str], *, progress: Progress | None = None) -> None:
    """Copy the present state of the store in the file ``source`` to the new file ``target``, and check the copy.

    Meanwhile servers can write to the store, but its write-ahead log cannot shrink until the copy is complete. Raise
    ``TargetExists`` if ``target`` exists.
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
    """Copy the backup in the file ``source`` to the file ``target``. If an error occurs, ``target`` does not change.

    Raise ``InvalidStore`` if the backup is damaged or was written by another version of Uka. Raise ``TargetExists`` if
    ``target`` exists, unless ``overwrite`` is true. Raise ``StoreUnavailable`` if a server has ``target`` open.
    """
    with snapshot(Path(source)) as old:
        with translate_errors(Path(source)):
            check_store(old)
        with _new_file(Path(target), overwrite=overwrite) as new:
            _copy(old, new, progress)


@contextmanager
def snapshot(path: Path) -> Generator[sqlite3.Connection]:
    """Yield a read-only connection to the store in the file ``path``, which sees the store in its present state.

    Later writes of other connections are invisible to this connection.
    """
    with translate_errors(path):
        db = open_to_read(path)
    with closing(db):
        # Without this transaction, a copy would start again whenever a server writes.
        with translate_errors(path):
            db.execute("BEGIN")
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield db


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress | None) -> None:
    def report(_status: int, remaining: int, total: int) -> None:
        if progress:
            progress(total - remaining, total)

    source.backup(target, pages=PAGES_AT_ONCE, progress=report)
    target.execute("PRAGMA journal_mode = DELETE")  # one single file, which also works on read-only media
    check_store(target)


@contextmanager
def _new_file(target: Path, *, overwrite: bool) -> Generator[sqlite3.Connection]:
    """Yield a new, empty database in a temporary file beside ``target``. At the end, rename this file to ``target``.

    If ``target`` exists, raise ``TargetExists`` unless ``overwrite`` is true, and ``StoreUnavailable`` if a server has
    it open. If an error occurs, ``target`` does not change.
    """
    with translate_errors(target):
        _check_is_free(target, overwrite)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
        os.close(handle)
        try:
            with closing(sqlite3.connect(temporary, isolation_level=None)) as db:
                yield db
            _check_is_free(target, overwrite)
            _remove_beside(target)  # the write-ahead log and the mark of the old file do not belong to the new one
            os.replace(temporary, target)
            sync_folder(target.parent)
        finally:
            Path(temporary).unlink(missing_ok=True)
            _remove_beside(temporary)


def _remove_beside(path: str | Path) -> None:
    """Delete the files that SQLite and the store keep beside the database file ``path``."""
    for end in ("-wal", "-shm", "-journal", MARK_SUFFIX):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _check_is_free(target: Path, overwrite: bool) -> None:
    """Do nothing if ``target`` does not exist, or exists and may be replaced. Otherwise raise an error.

    Raise ``TargetExists`` if ``overwrite`` is false, and ``StoreUnavailable`` if a server has ``target`` open. As a
    test, switch off the write-ahead log: SQLite refuses this while another connection has the file open.
    """
    if not target.exists():
        return
    if not overwrite:
        raise TargetExists(f"{target} is there already")
    with closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if result_code(error) == sqlite3.SQLITE_BUSY:
                raise StoreUnavailable("it is in use: stop the server first") from None
