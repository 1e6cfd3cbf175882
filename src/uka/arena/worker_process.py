"""A worker process: it ignores Ctrl-C, and abandons its work when its parent process ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from time import monotonic, sleep
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
UNWIND = 10.0
"""The time that a job has to end after the parent process has ended, in seconds."""
ABANDON_HOOKS: list[Callable[[], None]] = []
"""Functions that are called when the work is abandoned. They free a worker that waits for other processes."""
_working = _abandoned = False


class WorkAbandoned(BaseException):
    """Raised in a job if the parent process has ended or cancelled the work."""


def initialize_worker(parent: Connection) -> None:
    """Let this worker process ignore Ctrl-C, and abandon its work when its parent process ends.

    ``parent`` is this process's end of a pipe. To abandon the work early, the parent process closes the other end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()


def check_abandoned() -> None:
    """Raise ``WorkAbandoned`` if this worker process must abandon its work. A long job calls this again and again."""
    if _abandoned:
        raise WorkAbandoned


def run_job(job: Callable[[T], R], item: T) -> R:
    """Return ``job(item)``. Raise ``WorkAbandoned`` if the work was abandoned before the job started."""
    global _working
    check_abandoned()
    _working = True
    try:
        return job(item)
    finally:
        _working = False


@contextmanager
def uninterrupted() -> Generator[None]:
    """Put off Ctrl-C until the end of a ``with`` block.

    A pool of processes cannot shut down while it starts. Processes that start within the block put off Ctrl-C, too.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch_parent(parent: Connection) -> None:
    """Abandon the work when the parent process closes the pipe or ends. End this process after the parent process."""
    global _abandoned
    with suppress(OSError):
        parent.poll(None)
    _abandoned = True
    _call_hooks()
    process = multiprocessing.parent_process()
    assert process is not None
    process.join()
    deadline = monotonic() + UNWIND
    while _working and monotonic() < deadline:
        sleep(0.02)
    _call_hooks()
    os._exit(1)


def _call_hooks() -> None:
    for action in ABANDON_HOOKS:
        action()
