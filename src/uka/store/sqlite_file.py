"""Opens and checks the SQLite file of a store, and translates SQLite's errors into ``StoreUnavailable``."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from .interface import InvalidStore, StoreUnavailable
from .migrations import migrate, version

LOCK_TIMEOUT = 5.0  # the longest time to wait for the lock of another program, in seconds
WAL_PAGES = 1_000  # pages of 4 KiB after which the write-ahead log is copied into the file
WAL_BYTES = 64 << 20  # bytes; SQLite shrinks a longer write-ahead log to this size, such as after a long backup
STATEMENTS = 256  # the number of compiled statements in the cache of a connection
CHECKED_BYTES = 32 << 20  # the size of the largest file that is searched for damage when it is opened, in bytes
SMALLEST = 512  # the size in bytes of the smallest database that is not empty

SENTENCES = {
    sqlite3.SQLITE_FULL: "the store's disk is full",
    sqlite3.SQLITE_BUSY: "another program has the store locked",
    sqlite3.SQLITE_LOCKED: "another program has the store locked",
    sqlite3.SQLITE_READONLY: "the store can't be written to",
    sqlite3.SQLITE_PERM: "the store may not be opened by this user",
    sqlite3.SQLITE_CANTOPEN: "the store's file can't be opened",
    sqlite3.SQLITE_IOERR: "the store's disk failed",
}
# Finds logs with missing lines. In a sound log, the compressed lines begin at 0 and are as many as the log's row in
# ``tables`` says, the single lines follow without a gap, and there is at least one line.
LOGS_WITH_GAPS = """
    WITH compressed AS (
        SELECT number, min(first) AS first, max(next) AS next, sum(next - first) AS count
        FROM compressed_lines GROUP BY number
    ), single AS (SELECT number, min(seq) AS first, max(seq) AS last, count(*) AS count FROM lines GROUP BY number)
    SELECT 1 FROM tables t LEFT JOIN compressed c USING (number) LEFT JOIN single s USING (number)
    WHERE coalesce(c.next, 0) <> t.compressed OR c.first <> 0 OR c.count <> c.next
        OR s.first <> t.compressed OR s.count <> s.last + 1 - s.first OR coalesce(c.next, s.last) IS NULL
"""
DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def result_code(error: BaseException) -> int | None:
    """Return the primary result code of the SQLite error ``error``; return None if it is an error of another kind."""
    extended: int | None = getattr(error, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF


def translate_error(error: Exception) -> Exception:
    """Return the error to raise instead of ``error``: if SQLite or a file failed, a ``StoreUnavailable`` that says why.

    Return any other error unchanged.
    """
    primary = result_code(error)
    if primary in DAMAGE_CODES:
        explained: StoreUnavailable = InvalidStore("the file is damaged, or is not Uka's store: restore a backup")
    elif primary in SENTENCES:
        explained = StoreUnavailable(SENTENCES[primary])
    elif isinstance(error, sqlite3.OperationalError):
        explained = StoreUnavailable(f"the store failed ({error})")
    elif isinstance(error, OSError):
        explained = StoreUnavailable(f"the file can't be used ({error.strerror})")
    elif isinstance(error, StoreUnavailable):
        explained = error.copy()
    else:
        return error
    explained.__cause__ = error
    return explained


@contextmanager
def translate_errors(path: Path) -> Generator[None]:
    """Within this context, raise ``StoreUnavailable`` instead of SQLite's and the file system's errors.

    Its message begins with ``path``, the file that the errors are about.
    """
    try:
        yield
    except (sqlite3.Error, OSError, StoreUnavailable) as error:
        explained = translate_error(error)
        if isinstance(explained, StoreUnavailable):
            raise type(explained)(f"{path}: {explained}") from error
        raise


def open_to_write(path: Path, patience: float = LOCK_TIMEOUT) -> sqlite3.Connection:
    """Open the file ``path`` for writing. Create it and its folder if they are missing; migrate an older schema.

    ``patience`` is the longest time to wait for the lock of another program, in seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        # The file contains secrets, so only the user who creates it may read it. An existing file is not opened here,
        # since to close it would release the locks of all other connections of this process.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = _connect(path, "rw", patience)
    try:
        version(db)  # raises before the first write, so that a file of another program stays unchanged
        quick_check(db, path)
        _use_wal(db, patience)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # on macOS fsync alone does not reach the disk
        db.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        db.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        migrate(db)
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def open_to_read(path: Path, patience: float = LOCK_TIMEOUT) -> sqlite3.Connection:
    """Open the file ``path`` for reading. Raise ``StoreUnavailable`` if the file is missing.

    ``patience`` is the longest time to wait for the lock of another program, in seconds.
    """
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
    """Open the file ``path``. ``mode`` is "ro" to read or "rw" to write."""
    if path.is_file() and 0 < path.stat().st_size < SMALLEST:  # SQLite would treat such a file as an empty database
        raise InvalidStore("this is not Uka's store")
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    if mode == "ro" and _is_immutable(path):
        uri += "&immutable=1"
    # With isolation_level=None, no version of Python begins transactions by itself.
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, cached_statements=STATEMENTS)


def _is_immutable(path: Path) -> bool:
    """Return whether the file ``path`` is complete and nobody can write to it, since its file system is read-only.

    SQLite must be told this, since otherwise it writes the index of a write-ahead log beside the file.
    """
    readonly = getattr(os, "ST_RDONLY", 0)  # not on Windows
    complete = path.is_file() and not Path(f"{path}-wal").exists()
    return complete and bool(readonly) and bool(os.statvfs(path).f_flag & readonly)


def _use_wal(db: sqlite3.Connection, patience: float) -> None:
    """Let SQLite use a write-ahead log for the open file ``db``. Raise ``StoreUnavailable`` if it can't.

    Two servers may create the same file at the same time. Here SQLite does not wait for the lock of the other server,
    so this function tries again for ``patience`` seconds.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            if result_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    if mode != "wal":
        raise StoreUnavailable("the store must be on a disk of this machine: there is no write-ahead log here")


def check_store(db: sqlite3.Connection) -> None:
    """Raise ``InvalidStore`` if the open file ``db`` fails SQLite's integrity check, or if lines of a log are missing.

    The check reads the whole file.
    """
    (finding,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if finding != "ok":
        raise InvalidStore(f"the store is damaged ({finding})")
    if version(db) == 0:
        raise InvalidStore("the store is empty")
    if db.execute("PRAGMA foreign_key_check").fetchone() or db.execute(LOGS_WITH_GAPS).fetchone():
        raise InvalidStore("the store is damaged: lines are missing")


def quick_check(db: sqlite3.Connection, path: Path) -> None:
    """Raise ``InvalidStore`` if SQLite's quick check finds damage in the open file ``db``, whose path is ``path``.

    The check reads the whole file, which takes a minute for a gigabyte on a slow disk, and no SQLite version can
    interrupt it reliably. So a file larger than ``CHECKED_BYTES`` is not checked.
    """
    if path.stat().st_size > CHECKED_BYTES:
        return
    (finding,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise InvalidStore(f"the file is damaged: restore a backup ({' '.join(finding.split())})")


class FileIdentity:
    """Remembers the inodes of a database file and of its write-ahead log, to notice that one was moved or deleted.

    Further writes to a file that was moved or deleted would be lost.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._inodes = [_inode(path) for path in self._paths]

    def check(self) -> None:
        """Raise ``StoreUnavailable`` if one of the files was moved, deleted or replaced."""
        if [_inode(path) for path in self._paths] != self._inodes:
            raise StoreUnavailable("the store's file was moved or deleted")


def _inode(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of a file, which identify the file; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def sync_folder(path: Path) -> None:
    """Write the entries of the folder ``path`` to disk, so that the name of a new file in it survives a crash."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
