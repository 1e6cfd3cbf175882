"""Work in chunks on any executor, each with a seed of its own; results come in the order of the chunks.

So the results depend on the seed alone, not on how many workers there are, how fast they are or where they run. A state
file keeps the result of each chunk as it comes, and a run that was killed continues from there.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as executor:
...     [chunk.seed for chunk in run(lambda chunk: chunk, chunks("a", total=25, size=10), executor)]
['a/0', 'a/1', 'a/2']
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import closing
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

import msgspec

from uka.core.errors import UkaError

from .worker_process import run_job, uninterrupted

R = TypeVar("R")


class Chunk(msgspec.Struct, frozen=True):
    """A piece of work: so many of something (deals, games), made from a seed."""

    number: int
    seed: str
    size: int


class WorkersDied(UkaError):
    """Workers ended before their work did."""


class WorkMismatch(UkaError):
    """A state file that is of other work than what is to be done."""


def chunks(seed: str, total: int, size: int) -> tuple[Chunk, ...]:
    """Chunks of a size that come to a total; each has the seed and its number as its seed.

    >>> [chunk.size for chunk in chunks("a", total=25, size=10)]
    [10, 10, 5]
    """
    starts = range(0, total, size)
    return tuple(Chunk(i, f"{seed}/{i}", min(size, total - start)) for i, start in enumerate(starts))


def run(
    job: Callable[[Chunk], R], todo: Iterable[Chunk], executor: Executor, store: ChunkStore[R] | None = None
) -> Generator[R]:
    """The results of a job, in the order of the chunks; those that the store has are not done again.

    ``job`` and what it gives travel between processes: a function of a module (or a ``functools.partial`` of one) and
    a msgspec struct. Close the generator to give up what is not begun. ``WorkersDied`` where workers die.
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
    with uninterrupted():  # an executor that is broken off in the middle of taking work keeps its locks
        for chunk in todo:
            future = executor.submit(run_job, job, chunk)
            futures[future] = chunk
            future.add_done_callback(ended.put)
    try:
        for _ in futures:
            future = ended.get()
            yield futures[future], future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersDied("workers ended before their work was done; a state file has what they found") from error
    finally:
        for future in futures:
            future.cancel()


class ChunkStore(Generic[R]):
    """Results on disk, a line of JSON for each chunk; the first line tells what work they are of."""

    def __init__(self, path: Path, kept: dict[Chunk, R]) -> None:
        self._path, self.kept = path, kept

    @classmethod
    def open(cls, path: str | Path, about: msgspec.Struct, kind: type[R]) -> ChunkStore[R]:
        """The store of a file, made if it is not there. ``WorkMismatch`` if it is not about ``about``.

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
            raise WorkMismatch(f"{path} is of other work: its {field} differs; give another file")
