"""Code that runs in a worker process. It ignores Ctrl-C, and abandons its work when its parent process ends."""

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
"""The time that a job has to end after the parent process has died, in seconds."""
ABANDON_HOOKS: list[Callable[[], None]] = []
"""Functions to call when the work is abandoned. They free a worker that is waiting for other processes."""
_working = _abandoned = False


class WorkAbandoned(BaseException):
    """Raised in a job if the parent process has ended or cancelled the work."""


def start_worker(parent: Connection) -> None:
    """Initialise a worker process so that it ignores Ctrl-C and detects the end of its parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def check_abandoned() -> None:
    """Raise ``WorkAbandoned`` if this worker process must abandon its work. Long jobs call this function regularly."""
    if _abandoned:
        raise WorkAbandoned


def run_job(job: Callable[[T], R], item: T) -> R:
    """Run a job and return its result. Raise ``WorkAbandoned`` if the work was abandoned before the job started."""
    global _working
    check_abandoned()
    _working = True
    try:
        return job(item)
    finally:
        _working = False


@contextmanager
def uninterrupted() -> Generator[None]:
    """Defer Ctrl-C until the end of a ``with`` block, because a pool cannot shut down while it starts.

    Processes that are started within the block also defer Ctrl-C.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(parent: Connection) -> None:
    """Abandon the work when the parent process closes the pipe. The death of the parent also closes the pipe."""
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
