"""A worker process, which runs long computations outside the server's event loop.

The server writes a job to the process's socket, and reads the result, on the event loop itself. With a process pool of
the standard library, each job would pass through three threads of the server, each of which would wait for the
interpreter's lock. While the event loop is busy, that takes longer than a bot's choice.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")
START = 30.0
"""Seconds that a process may take to start."""
REST = 2.0
"""The minimum number of seconds between two starts of a process that ended right after its start."""
NICE = 10
"""The niceness (see ``os.nice``) of processes whose work can wait."""
HEAD = 4
"""The number of bytes before each result; they hold its length."""
PART = 65_536
"""The maximum number of bytes of a result that are read at once."""


class WorkerFailed(Exception):
    """Raised if a process ended, or was killed because it took too long, before its work was done."""


class RunningProcess(NamedTuple):
    """A running worker process, and the server's end of the socket that connects the server with it."""

    process: SpawnProcess
    socket: socket.socket


# In the process


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
    if server is not None:
        server.join()
        os._exit(0)


def _serve(server: socket.socket, ready: Callable[[], object], nice: int) -> None:
    """Call ``ready``, then do the jobs that arrive on the socket ``server`` until the server closes it."""
    set_up_process(nice)
    with suppress(OSError), server, server.makefile("rb") as jobs:  # an OSError: the server was killed
        _answer(server, ready)
        while jobs.peek(1):
            work, arguments = pickle.load(jobs)
            _answer(server, work, *arguments)


def _answer(server: socket.socket, work: Callable[..., object], *arguments: object) -> None:
    """Call ``work(*arguments)``, and send its result or its error to the server."""
    try:
        result = pickle.dumps((work(*arguments), None))
    except Exception as error:
        result = pickle.dumps((None, error))
    server.sendall(len(result).to_bytes(HEAD) + result)


# In the server


class WorkerProcess:
    """A process that does one job at a time. It is started when a job needs it, and killed if a job takes too long."""

    def __init__(self, ready: Callable[[], object], nice: int = 0) -> None:
        self._ready, self._nice = ready, nice
        self._running: RunningProcess | None = None
        self._is_ready = False
        """Whether the running process has answered its first job, ``ready``."""
        self._started_at = 0.0
        """The monotonic time of the last start; 0 before the first start."""

    @property
    def process_id(self) -> int | None:
        """The id of the running process; None if no process runs."""
        return self._running.process.pid if self._running else None

    @property
    def start_delay(self) -> float:
        """The number of seconds to wait before the next start; 0 unless the last process ended soon after its start."""
        if self._running is not None or not self._started_at:
            return 0.0
        return max(0.0, self._started_at + REST - time.monotonic())

    def start(self) -> RunningProcess:
        """Start the process if it is not running, and let it import the modules that it needs."""
        if self._running is None:
            self._started_at = time.monotonic()
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            with theirs:
                process = multiprocessing.get_context("spawn").Process(
                    target=_serve, args=(theirs, self._ready, self._nice), daemon=True
                )
                process.start()
            self._running, self._is_ready = RunningProcess(process, ours), False
        return self._running

    async def do(self, seconds: float, work: Callable[..., T], *arguments: object) -> T:
        """Call ``work(*arguments)`` in the process; return its result or raise its error.

        Raise ``WorkerFailed`` if the process ends, or if the work takes more than ``seconds``.
        """
        try:
            ours = self.start().socket
            if not self._is_ready:
                async with asyncio.timeout(START):
                    await _receive_result(ours)
                self._is_ready = True
            async with asyncio.timeout(seconds):
                await asyncio.get_running_loop().sock_sendall(ours, pickle.dumps((work, arguments)))
                result, error = await _receive_result(ours)
        except (OSError, EOFError) as failure:  # TimeoutError is an OSError
            self.kill()
            raise WorkerFailed from failure
        except asyncio.CancelledError:  # nobody waits for the result, which must not become that of the next job
            self.kill()
            raise
        if error is not None:
            raise error
        return cast(T, result)

    def kill(self) -> None:
        """Kill the process. The next job starts a new process."""
        running, self._running = self._running, None
        if running is not None:
            running.socket.close()
            running.process.kill()


async def _receive_result(ours: socket.socket) -> tuple[Any, Exception | None]:
    """Return what a process sent to the socket ``ours``: a job's result and None, or None and the job's error.

    Raise ``EOFError`` if the process has ended.
    """
    loop = asyncio.get_running_loop()
    data = bytearray()
    while len(data) < HEAD or len(data) < HEAD + int.from_bytes(data[:HEAD]):
        part = await loop.sock_recv(ours, PART)
        if not part:
            raise EOFError
        data += part
    return pickle.loads(memoryview(data)[HEAD:])
