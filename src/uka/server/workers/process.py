"""A worker process, which runs long computations outside the server's event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
START = 30.0
"""Seconds that a process may take to start."""
REST = 2.0
"""The minimum number of seconds between two starts of a process that ended right after its start."""
NICE = 10
"""The niceness (see ``os.nice``) of processes whose work can wait."""


class WorkerFailed(Exception):
    """Raised if a process ended, or was killed because it took too long, before its work was done."""


def set_up_process(nice: int = 0) -> None:
    """Set up the worker process that calls this function.

    The process ignores Ctrl-C, ends when the server ends, and lowers its priority by ``nice``.
    """
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


class WorkerProcess:
    """A process that does one job at a time. It is started when a job needs it, and killed if a job takes too long."""

    def __init__(self, ready: Callable[[], object], nice: int = 0) -> None:
        self._ready, self._nice = ready, nice
        self._pool: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[Any] | None = None
        self._since = 0.0

    @property
    def process(self) -> int | None:
        """The id of the running process; None if no process runs."""
        return next(iter(self._pool._processes or ()), None) if self._pool else None  # pyright: ignore[reportPrivateUsage]

    @property
    def rest(self) -> float:
        """The number of seconds to wait before the next start; 0 unless the last process ended soon after its start."""
        return max(0.0, self._since + REST - time.monotonic()) if self._pool is None and self._since else 0.0

    def start(self) -> tuple[ProcessPoolExecutor, asyncio.Future[Any]]:
        """Start the process if it is not running. Return its pool, and the future of its first job.

        The first job makes the process import the modules that it needs.
        """
        if self._pool is None or self._started is None:
            self._since = time.monotonic()
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=set_up_process, initargs=(self._nice,))
            self._started = _waitable(self._pool.submit(self._ready))
        return self._pool, self._started

    async def do(self, seconds: float, work: Callable[..., T], *about: Any) -> T:
        """Call the function ``work`` in the process; return its result or raise its error.

        ``about`` holds the arguments of ``work``. Raise ``WorkerFailed`` if the process ends, or if the work takes more
        than ``seconds``.
        """
        # This method never awaits a future directly, for two reasons. The pool may cancel the future, and an ``await``
        # would raise the cancellation in the caller. And the caller's task may be cancelled, and an ``await`` would
        # cancel the future; then the pool's thread would fail when the process dies.
        try:
            pool, started = self.start()
            await asyncio.wait([started], timeout=START)
            if not _ended(started):
                raise WorkerFailed
            working = _waitable(pool.submit(work, *about))
            await asyncio.wait([working], timeout=seconds)
            if not _ended(working):
                raise WorkerFailed
        except (WorkerFailed, OSError, RuntimeError) as error:  # RuntimeError: the pool is broken, or closed
            self.kill()
            raise WorkerFailed from error
        return working.result()

    def kill(self) -> None:
        """Kill the process. The next job starts a new process."""
        pool, self._pool, self._started = self._pool, None, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            with suppress(ProcessLookupError):
                process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _ended(future: asyncio.Future[Any]) -> bool:
    """Return whether a job has returned a result or raised an error.

    Return False if the job is unfinished or cancelled, or if its process died.
    """
    return future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool)


def _waitable(future: Future[T]) -> asyncio.Future[T]:
    """Return an asyncio future that gets the result or the error of a pool's future.

    If no code retrieves the error from the asyncio future, asyncio does not log the error.
    """
    waitable = asyncio.wrap_future(future)
    waitable.add_done_callback(lambda done: done.cancelled() or done.exception())
    return waitable
