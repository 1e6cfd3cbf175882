"""Code that runs in a worker process: it ignores Ctrl-C, and abandons its work when the parent ends."""

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
"""The seconds that a job has to end after the parent has died."""
ABANDON_HOOKS: list[Callable[[], None]] = []
"""Functions that are called when the work is abandoned, so that the worker does not wait for other processes."""
_working = _abandoned = False


class WorkAbandoned(BaseException):
    """The parent has ended or cancelled the work."""


def start_worker(parent: Connection) -> None:
    """Initialise a worker process: ignore Ctrl-C, and watch for the end of the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def check_abandoned() -> None:
    """Raise ``WorkAbandoned`` in a worker process whose work is abandoned; long jobs call this regularly."""
    if _abandoned:
        raise WorkAbandoned


def run_job(job: Callable[[T], R], item: T) -> R:
    """The result of a job; ``WorkAbandoned`` for jobs that an executor still starts after the work is abandoned."""
    global _working
    check_abandoned()
    _working = True
    try:
        return job(item)
    finally:
        _working = False


@contextmanager
def uninterrupted() -> Generator[None]:
    """Hold Ctrl-C back in a ``with`` block: a pool cannot shut down while it starts. New processes inherit this."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(parent: Connection) -> None:
    """Abandon the work when the parent closes the pipe, which also happens when it dies."""
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
