"""Copies of a store while it is in use, and a store made from such a copy."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from .interface import StoreUnavailable, TargetExists
from .sqlite_file import check, code, open_to_read, said_in_words, sync_folder

if TYPE_CHECKING:
    from os import PathLike

PAGES = 256  # copied between two reports of progress

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how much is copied, of how much."""


def backup(source: str | PathLike[str], target: str | PathLike[str], *, progress: Progress | None = None) -> None:
    """Copy a store, as it is at one moment, into a new file that is then checked; servers may go on writing.

    The write-ahead log can't shrink until the copy is made.
    """
    with moment(Path(source)) as old, _made(Path(target), overwrite=False) as new:
        _copy(old, new, progress)


def restore(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> None:
    """Make a store from a backup that is sound and not of a later Uka; the target is whole or as it was.

    A store that is there is replaced only when told to, and not while a server has it open.
    """
    with moment(Path(source)) as old:
        with said_in_words(Path(source)):
            check(old)
        with _made(Path(target), overwrite=overwrite) as new:
            _copy(old, new, progress)


@contextmanager
def moment(path: Path) -> Generator[sqlite3.Connection]:
    """A store as it is now, for as long as this lasts."""
    with said_in_words(path):
        db = open_to_read(path)
    with closing(db):
        # Without a transaction of our own a copy would begin again whenever a server writes.
        with said_in_words(path):
            db.execute("BEGIN")
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield db


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, progress: Progress | None) -> None:
    def report(_status: int, remaining: int, total: int) -> None:
        if progress:
            progress(total - remaining, total)

    old.backup(new, pages=PAGES, progress=report)
    new.execute("PRAGMA journal_mode = DELETE")  # one file, readable where nothing can be written
    check(new)


@contextmanager
def _made(target: Path, *, overwrite: bool) -> Generator[sqlite3.Connection]:
    """An empty database beside the target, which gets its name at the end if nothing failed."""
    with said_in_words(target):
        _must_be_free(target, overwrite)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
        os.close(handle)
        try:
            with closing(sqlite3.connect(made, isolation_level=None)) as db:
                yield db
            _must_be_free(target, overwrite)
            _remove_beside(target)  # a log left by another file would be read into this one
            os.replace(made, target)
            sync_folder(target.parent)
        finally:
            Path(made).unlink(missing_ok=True)
            _remove_beside(made)


def _remove_beside(path: str | Path) -> None:
    for end in ("-wal", "-shm", "-journal"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _must_be_free(target: Path, overwrite: bool) -> None:
    """Only the sole user of a file can leave its write-ahead log; a damaged file has no users."""
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
