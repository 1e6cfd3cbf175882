"""Work in chunks, each with a seed of its own, on any executor; its results come in the order of the chunks.

So what is found depends on the seed alone, not on how many workers there are, how fast they are or where they run.
A state file keeps each chunk's result as it comes, and a run that was killed goes on from there.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as executor:
...     [chunk.seed for chunk in run(lambda chunk: chunk, chunks("a", total=25, size=10), executor)]
['a/0', 'a/1', 'a/2']
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any, Generic, TypeVar

import msgspec

from uka.core.errors import UkaError

R = TypeVar("R")
CONNECT = 5.0
"""Seconds within which a cluster's scheduler must be reached."""


class Chunk(msgspec.Struct, frozen=True):
    """A piece of work: so many of something (deals, games), made from a seed."""

    number: int
    seed: str
    size: int


class Broken(UkaError):
    """Workers ended before their work did."""


class OtherWork(UkaError):
    """A state file that is of other work than what is to be done."""


def chunks(seed: str, total: int, size: int) -> tuple[Chunk, ...]:
    """Chunks of a size that come to a total; each has the seed and its number as its seed.

    >>> [chunk.size for chunk in chunks("a", total=25, size=10)]
    [10, 10, 5]
    """
    starts = range(0, total, size)
    return tuple(Chunk(i, f"{seed}/{i}", min(size, total - start)) for i, start in enumerate(starts))


def run(
    job: Callable[[Chunk], R], todo: Iterable[Chunk], executor: Executor, store: Store[R] | None = None
) -> Generator[R]:
    """The results of a job, in the order of the chunks; those that the store has are not done again.

    ``job`` and what it gives travel between processes: a function of a module (or a ``functools.partial`` of one) and
    a msgspec struct. Close the generator to give up what is not begun. ``Broken`` where workers die.
    """
    order = tuple(todo)
    kept = [(chunk, store.kept[chunk]) for chunk in order if chunk in store.kept] if store else []
    have = {chunk for chunk, _ in kept}
    with closing(_worked(job, [chunk for chunk in order if chunk not in have], executor)) as worked:
        waiting: dict[Chunk, R] = {}
        at = 0
        for chunk, result in chain(kept, worked):
            if store and chunk not in have:
                store.keep(chunk, result)
            waiting[chunk] = result
            while at < len(order) and order[at] in waiting:
                yield waiting.pop(order[at])
                at += 1


def _worked(job: Callable[[Chunk], R], todo: list[Chunk], executor: Executor) -> Generator[tuple[Chunk, R]]:
    """Chunks with their results, as they come."""
    futures: dict[Future[R], Chunk] = {}
    ended: SimpleQueue[Future[R]] = SimpleQueue()
    with _uninterrupted():  # an executor that is broken off in the middle of taking work keeps its locks
        for chunk in todo:
            future = executor.submit(_done, job, chunk)
            futures[future] = chunk
            future.add_done_callback(ended.put)
    try:
        for _ in futures:
            future = ended.get()
            yield futures[future], future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise Broken("workers ended before their work was done; a state file has what they found") from error
    finally:
        for future in futures:
            future.cancel()


class Store(Generic[R]):
    """Results on disk, a line of JSON for each chunk; the first line tells what work they are of."""

    def __init__(self, path: Path, kept: dict[Chunk, R]) -> None:
        self._path, self.kept = path, kept

    @classmethod
    def open(cls, path: str | Path, about: msgspec.Struct, kind: type[R]) -> Store[R]:
        """The store of a file, made if it is not there. ``OtherWork`` if it is not about ``about``.

        What a kill left half written at its end is dropped.
        """
        path, wanted = Path(path), msgspec.json.encode(about)
        try:
            text = path.read_bytes() if path.exists() else b""
            whole = text[: text.rfind(b"\n") + 1]
            if not whole:
                whole = wanted + b"\n"
                path.write_bytes(whole)
            elif whole != text:
                os.truncate(path, len(whole))
        except OSError as error:
            raise UkaError(f"{path} can't be used: {error.strerror}") from None
        first, *lines = whole.splitlines()
        try:
            _compare(path, *(msgspec.json.decode(one, type=dict[str, Any]) for one in (first, wanted)))
            found = [msgspec.json.decode(line, type=tuple[Chunk, kind]) for line in lines]  # pyright: ignore[reportInvalidTypeForm]
        except msgspec.MsgspecError as error:
            raise UkaError(f"{path} is no state file of such work: {error}") from None
        return cls(path, dict(found))

    def keep(self, chunk: Chunk, result: R) -> None:
        """Write a result down."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode((chunk, result)) + b"\n")


def _compare(path: Path, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    for field in sorted(kept.keys() | wanted.keys()):
        if kept.get(field) != wanted.get(field):
            raise OtherWork(f"{path} is of other work: its {field} differs; give another file")


# Where it is done


@contextmanager
def workers(jobs: int | None = None, cluster: str | None = None) -> Generator[Executor]:
    """Processes of this machine, one a core if not said, or a Dask cluster at ``dask://HOST:PORT``.

    They end with the block; as soon as their jobs ``check`` where it is left by an error or Ctrl-C.
    """
    if cluster is None:
        with _processes(jobs) as executor:
            yield executor
    else:
        with _dask(cluster) as executor:
            yield executor


@contextmanager
def _processes(jobs: int | None) -> Generator[Executor]:
    context = multiprocessing.get_context("spawn")
    count = jobs or os.cpu_count() or 1
    ours, theirs = context.Pipe()
    with ours, theirs:
        pool = ProcessPoolExecutor(count, context, initializer=begin, initargs=(theirs,))
        try:
            with _uninterrupted():
                for _ in range(count):
                    pool.submit(os.getpid)  # each starts one
            yield pool
        except BaseException:
            ours.close()
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Ctrl-C waits: a pool that is half begun can't be ended, and its processes are born deaf to it too."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _dask(cluster: str) -> Generator[Executor]:
    scheme, _, address = cluster.partition("://")
    if scheme != "dask" or ":" not in address:
        raise UkaError(f"{cluster} is no cluster: write dask://HOST:PORT")
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UkaError("a Dask cluster needs the dask extra: pip install 'uka[dask]'") from None
    try:
        client = distributed.Client(f"tcp://{address}", timeout=CONNECT, set_as_default=False)
    except OSError:
        raise UkaError(f"there is no Dask scheduler at {address}") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # where the cluster is gone we say so ourselves
    with client, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")  # what was learned so far is as large as it is
        executor = client.get_executor(pure=False)  # pure work of one seed would be done once only, and then forgotten
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown()


# In a worker process


class Left(BaseException):
    """Whoever wanted the work is gone."""


LEAVING: list[Callable[[], None]] = []
"""What a worker process does when its work is given up, so that it need not wait for what it asked of others."""
UNWIND = 10.0
"""Seconds that a job has to end when the parent has died."""
_working = _left = False


def begin(parent: Connection) -> None:
    """What a worker process does first: leave Ctrl-C to its parent, and watch for the end of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def check() -> None:
    """``Left`` in a worker process whose work is given up: a long job looks now and then."""
    if _left:
        raise Left


def _watch(parent: Connection) -> None:
    """Give up the work when the parent closes the pipe, which it does when it dies too."""
    global _left
    with suppress(OSError):
        parent.poll(None)
    _left = True
    _leave()
    process = multiprocessing.parent_process()
    assert process is not None
    process.join()
    deadline = monotonic() + UNWIND
    while _working and monotonic() < deadline:
        sleep(0.02)
    _leave()
    os._exit(1)


def _leave() -> None:
    for action in LEAVING:
        action()


def _done(job: Callable[[Chunk], R], chunk: Chunk) -> R:
    """What a job gives, unless it is given up: a worker that is told so has pieces of work before it still."""
    global _working
    check()
    _working = True
    try:
        return job(chunk)
    finally:
        _working = False
