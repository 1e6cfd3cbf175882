"""The folder of the server's database: only the user who runs the server can read it, and one server can lock it."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .start_errors import ServerStartError

STORE = "uka.db"
"""The name of the database file."""
LOCK = "serve.lock"
"""The name of the lock file."""
LOCKED_BYTE = 1 << 20
"""The position of the byte that is locked on Windows."""


@contextmanager
def locked_folder(folder: Path) -> Generator[IO[str]]:
    """Create ``folder`` if it is missing, lock it within this context, and yield the open lock file.

    The caller may write the server's URL into the lock file, so that a second server can report it. Raise
    ``ServerStartError`` if the folder can't be used or another server holds the lock.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ServerStartError(f"{folder} can't be used for the server's data: {error.strerror}") from None
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        _lock(file, folder)
        file.truncate()
        yield file


def make_private(folder: Path) -> str:
    """Make the database files in ``folder`` readable only by the user who runs this process.

    Return a warning if other users could read the files before, or still can. Otherwise return an empty text. On
    Windows do nothing.
    """
    if os.name != "posix":
        return ""
    exposed = [path for path in sorted(folder.glob(f"{STORE}*")) if path.stat().st_mode & 0o077]
    if not exposed:
        return ""
    try:
        for path in exposed:
            path.chmod(0o600)
    except OSError as error:
        return f"{exposed[0]} holds secrets and others may open it: chmod 600 failed ({error.strerror})"
    return f"{exposed[0]} holds secrets and others could open it: now only its user can"


if sys.platform == "win32":
    import msvcrt

    def _lock_exclusively(file: IO[str]) -> None:
        """Lock one byte far behind the text of the file, because on Windows others can't read a locked byte."""
        file.seek(LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(0)

else:
    import fcntl

    def _lock_exclusively(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock(file: IO[str], folder: Path) -> None:
    """Lock ``file``, or raise ``ServerStartError``. ``folder`` is named in the error message.

    The operating system releases the lock when the file is closed or the process ends.
    """
    try:
        _lock_exclusively(file)
    except (BlockingIOError, PermissionError):
        url = file.read(200).strip()
        where = f"{folder}, at {url}" if url else f"{folder}"
        raise ServerStartError(f"a server is already running on {where}") from None
    except OSError as error:
        raise ServerStartError(f"{folder} can't be locked for one server: {error.strerror}") from None
