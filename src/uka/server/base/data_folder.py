"""The folder that holds a server's data: it belongs to one user, and to one server at a time."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .start_errors import ServerStartError

STORE = "uka.db"


LOCK = "serve.lock"


@contextmanager
def own_folder(folder: Path) -> Generator[IO[str]]:
    """A folder made where it is missing, for its user alone, and used by no other server while this lasts.

    What is held is the lock's file, which may say where the server is.
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


def close_to_others(folder: Path) -> str:
    """See to it that nobody but its user reads what a server keeps; a sentence if that was not so, or can't be done."""
    kept = [path for path in sorted(folder.glob(f"{STORE}*")) if os.name == "posix" and path.stat().st_mode & 0o077]
    try:
        for path in kept:
            path.chmod(0o600)
    except OSError as error:
        return f"{kept[0]} holds secrets and others may open it: chmod 600 failed ({error.strerror})"
    return f"{kept[0]} holds secrets and others could open it: now only its user can" if kept else ""


def _lock(file: IO[str], folder: Path) -> None:
    """Lock a file until it is closed or the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        where = file.read(200).strip()
        raise ServerStartError(f"a server runs on {folder} already{where and f', at {where}'}") from None
    except OSError as error:
        raise ServerStartError(f"{folder} can't be locked for one server: {error.strerror}") from None
