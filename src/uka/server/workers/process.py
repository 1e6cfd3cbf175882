"""Processes that work for the server, so that nothing long is done on its loop."""

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
"""Seconds from a process that ended at once to the next."""
NICE = 10
"""How far processes stand back behind all others of the machine, whose work can wait."""


class WorkerFailed(Exception):
    """A process ended, or was ended since it took too long, before its work was done."""


def set_up_process(nice: int = 0) -> None:
    """Leave Ctrl-C to the server, and end when it ends, however it ends; ``nice`` as of ``os.nice``."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


class WorkerProcess:
    """A process that does one thing at a time, started when it is needed and killed when that takes too long."""

    def __init__(self, ready: Callable[[], object], nice: int = 0) -> None:
        self._ready, self._nice = ready, nice
        self._pool: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[Any] | None = None
        self._since = 0.0

    @property
    def process(self) -> int | None:
        """The process that runs, by its id."""
        return next(iter(self._pool._processes or ()), None) if self._pool else None  # pyright: ignore[reportPrivateUsage]

    @property
    def rest(self) -> float:
        """Seconds to wait before it is started again: a process that ended at once would end again."""
        return max(0.0, self._since + REST - time.monotonic()) if self._pool is None and self._since else 0.0

    def start(self) -> tuple[ProcessPoolExecutor, asyncio.Future[Any]]:
        """Start the process, if it does not run; its first work is ``ready``."""
        if self._pool is None or self._started is None:
            self._since = time.monotonic()
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=set_up_process, initargs=(self._nice,))
            self._started = _heard(self._pool.submit(self._ready))
        return self._pool, self._started

    async def do(self, seconds: float, work: Callable[..., T], *about: Any) -> T:
        """What some work gives, or raises; ``WorkerFailed`` if the process ended, or it took longer than so."""
        # Waited for, not awaited: a future that is cancelled by the pool must not cancel whoever waits, and one that is
        # cancelled here makes the pool's own thread fail if its process dies.
        try:
            pool, started = self.start()
            await asyncio.wait([started], timeout=START)
            if not _ended(started):
                raise WorkerFailed
            working = _heard(pool.submit(work, *about))
            await asyncio.wait([working], timeout=seconds)
            if not _ended(working):
                raise WorkerFailed
        except (WorkerFailed, OSError, RuntimeError) as error:  # RuntimeError: the pool is broken, or closed
            self.kill()
            raise WorkerFailed from error
        return working.result()

    def kill(self) -> None:
        """End the process; another is started when there is work."""
        pool, self._pool, self._started = self._pool, None, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            with suppress(ProcessLookupError):
                process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _ended(future: asyncio.Future[Any]) -> bool:
    """Whether work was done, well or badly; not if the process ended before it."""
    return future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool)


def _heard(future: Future[T]) -> asyncio.Future[T]:
    """A future to wait for, whose error is no news where nobody waits any more."""
    heard = asyncio.wrap_future(future)
    heard.add_done_callback(lambda done: done.cancelled() or done.exception())
    return heard
