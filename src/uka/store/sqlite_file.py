"""A store's SQLite file: how to open and check it, and its errors in words."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from .interface import InvalidStore, StoreUnavailable
from .migrations import migrate, version

PATIENCE = 5.0  # seconds to wait for another program's lock
WAL_PAGES = 1_000  # of 4 KiB, after which the log is copied into the file
WAL_BYTES = 64 << 20  # what a log that a long backup made grow is cut to afterwards
STATEMENTS = 256  # kept compiled
LOOK = 5.0  # seconds at most to look for damage when a store is opened
STEPS = 10_000  # of SQLite's machine, from one look at the clock to the next
SMALLEST = 512  # bytes; no database is shorter, save an empty one

WORDS = {
    sqlite3.SQLITE_FULL: "the store's disk is full",
    sqlite3.SQLITE_BUSY: "another program has the store locked",
    sqlite3.SQLITE_LOCKED: "another program has the store locked",
    sqlite3.SQLITE_READONLY: "the store can't be written to",
    sqlite3.SQLITE_PERM: "the store may not be opened by this user",
    sqlite3.SQLITE_CANTOPEN: "the store's file can't be opened",
    sqlite3.SQLITE_IOERR: "the store's disk failed",
}
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def code(error: BaseException) -> int | None:
    """SQLite's own number for what failed, without its details."""
    found: int | None = getattr(error, "sqlite_errorcode", None)
    return None if found is None else found & 0xFF


def in_words(error: Exception) -> Exception:
    """What people are told of an error: of the database's troubles one sentence, of our own mistakes the error."""
    found = code(error)
    if found in DAMAGED:
        told: Exception = InvalidStore("the file is damaged, or not a store of Uka's: go on with a backup")
    elif found in WORDS:
        told = StoreUnavailable(WORDS[found])
    elif isinstance(error, sqlite3.OperationalError):
        told = StoreUnavailable(f"the store failed ({error})")
    elif isinstance(error, OSError):
        told = StoreUnavailable(f"the file can't be used ({error.strerror})")
    elif isinstance(error, StoreUnavailable):
        told = type(error)(str(error))  # each who waits raises one of their own
    else:
        return error
    told.__cause__ = error
    return told


@contextmanager
def said_in_words(path: Path) -> Generator[None]:
    """Raise whatever is wrong with a file as a sentence that begins with its path."""
    try:
        yield
    except (sqlite3.Error, OSError, StoreUnavailable) as error:
        told = in_words(error)
        if isinstance(told, StoreUnavailable):
            raise type(told)(f"{path}: {told}") from error
        raise


def open_to_write(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that writes; the file, and its folder, are made where they are missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        # It holds secrets. Never opened where it exists: closing it would drop the locks of every other connection.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = _connect(path, "rw", patience)
    try:
        version(db)  # before anything is written: a file that isn't ours stays as it is
        look(db)
        _use_wal(db, patience)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # on a Mac fsync alone does not reach the disk
        db.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        db.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        migrate(db)
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def open_to_read(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that can't write, nor make a file that is missing."""
    if not path.is_file():
        raise StoreUnavailable("there is no such file")
    db = _connect(path, "ro", patience)
    try:
        version(db)
    except BaseException:
        db.close()
        raise
    return db


def _connect(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    if path.is_file() and 0 < path.stat().st_size < SMALLEST:  # SQLite would take it for an empty one
        raise InvalidStore("this is not a store of Uka's")
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    # Without an isolation level Python begins no transactions of its own, in every version alike.
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, cached_statements=STATEMENTS)


def _use_wal(db: sqlite3.Connection, patience: float) -> None:
    """SQLite does not wait for a lock here, so two servers that begin one file at once would collide."""
    deadline = time.monotonic() + patience
    while True:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            if code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    if mode != "wal":
        raise StoreUnavailable("the store must lie on a disk of this machine: there is no write-ahead log here")


def check(db: sqlite3.Connection) -> None:
    """``InvalidStore`` unless a file is whole: SQLite's own check, every reference, every table's lines in a row."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise InvalidStore(f"the store is damaged ({found})")
    if version(db) == 0:
        raise InvalidStore("the store is empty")
    gaps = "SELECT 1 FROM lines GROUP BY number HAVING count(*) <> max(seq) + 1"
    empty = "SELECT 1 FROM tables WHERE number NOT IN (SELECT number FROM lines WHERE seq = 0)"
    if db.execute("PRAGMA foreign_key_check").fetchone() or db.execute(f"{gaps} UNION ALL {empty}").fetchone():
        raise InvalidStore("the store is damaged: lines are missing")


def look(db: sqlite3.Connection, seconds: float = LOOK) -> None:
    """``InvalidStore`` if SQLite finds damage in a file within some seconds: of a large one it sees a part."""
    deadline = time.monotonic() + seconds
    db.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
    try:
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if code(error) != sqlite3.SQLITE_INTERRUPT:
            raise
        return
    finally:
        db.set_progress_handler(None, 0)
    if found != "ok":
        raise InvalidStore(f"the file is damaged: go on with a backup ({' '.join(found.split())})")


class FileIdentity:
    """The identity of a file and its write-ahead log. If they are moved or deleted, writes are lost."""

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._found = [_inode(path) for path in self._paths]

    def check(self) -> None:
        """``StoreUnavailable`` unless they still lie there."""
        if [_inode(path) for path in self._paths] != self._found:
            raise StoreUnavailable("the store's file was moved or deleted")


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def sync_folder(path: Path) -> None:
    """A new name is on disk only when its folder is."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
