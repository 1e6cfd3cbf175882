"""Work in chunks, on any executor. Each chunk has its own seed, and the results come in the order of the chunks.

The results depend only on the seed, and not on the number, speed or location of the workers. A state file stores the
result of each finished chunk, so that a run that was killed resumes from there.

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
    """A part of some work, such as some deals of a contest."""

    number: int
    """The number of the chunk, from 0."""
    seed: str
    """The seed of all random numbers of the chunk."""
    size: int
    """The number of deals or games in the chunk."""


class WorkersDied(UkaError):
    """Raised if a worker process ends before its work is done."""


class WorkMismatch(UkaError):
    """Raised if a state file holds the results of other work, such as work with another seed or other settings."""


def chunks(seed: str, total: int, size: int) -> tuple[Chunk, ...]:
    """Divide ``total`` deals or games into chunks of ``size`` deals or games. The last chunk may be smaller.

    The seed of each chunk is made of ``seed`` and the number of the chunk.

    >>> [chunk.size for chunk in chunks("a", total=25, size=10)]
    [10, 10, 5]
    """
    starts = range(0, total, size)
    return tuple(Chunk(i, f"{seed}/{i}", min(size, total - start)) for i, start in enumerate(starts))


def run(
    job: Callable[[Chunk], R], todo: Iterable[Chunk], executor: Executor, store: ChunkStore[R] | None = None
) -> Generator[R]:
    """Run ``job`` on each chunk of ``todo`` by ``executor``. Yield the results in the order of the chunks.

    Results that ``store`` already has are not computed again, and new results are added to it. ``job`` and its results
    are pickled: ``job`` must be a function at the top level of a module, or a ``functools.partial`` of such a function,
    and each result must be a msgspec struct. If the generator is closed, the chunks that have not begun are cancelled.
    Raise ``WorkersDied`` if a worker process ends early.
    """
    order = tuple(todo)
    stored = [(chunk, store.results[chunk]) for chunk in order if chunk in store.results] if store else []
    done = {chunk for chunk, _ in stored}
    kept = "a state file holds the results so far" if store else "start it again"
    with closing(_completed(job, [chunk for chunk in order if chunk not in done], executor, kept)) as completed:
        waiting: dict[Chunk, R] = {}
        position = 0
        for chunk, result in chain(stored, completed):
            if store and chunk not in done:
                store.append(chunk, result)
            waiting[chunk] = result
            while position < len(order) and order[position] in waiting:
                yield waiting.pop(order[position])
                position += 1


def _completed(
    job: Callable[[Chunk], R], todo: list[Chunk], executor: Executor, kept: str
) -> Generator[tuple[Chunk, R]]:
    """Yield each chunk with its result, in the order in which the chunks are completed.

    ``kept`` says, in the error of a worker that ended early, what is left of the work.
    """
    futures: dict[Future[R], Chunk] = {}
    ended: SimpleQueue[Future[R]] = SimpleQueue()
    try:
        with uninterrupted():  # an executor that is interrupted during `submit` never releases its locks
            for chunk in todo:
                future = executor.submit(run_job, job, chunk)
                futures[future] = chunk
                future.add_done_callback(ended.put)
        for _ in futures:
            future = ended.get()
            yield futures[future], future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersDied(f"workers ended before their work was done; {kept}") from error
    finally:
        for future in futures:
            future.cancel()


class ChunkStore(Generic[R]):
    """A state file with the results of finished chunks.

    Its first line describes the work, and each further line is a chunk and its result, as JSON. ``results`` maps each
    chunk to its result, as the file had them when it was opened.
    """

    def __init__(self, path: Path, results: dict[Chunk, R]) -> None:
        self._path, self.results = path, results

    @classmethod
    def open(cls, path: str | Path, about: msgspec.Struct, kind: type[R]) -> ChunkStore[R]:
        """Return the store in the file at ``path``, which is created if it is missing.

        ``about`` describes the work, and ``kind`` is the type of a result. An incomplete last line is removed from the
        file. Raise ``WorkMismatch`` if the first line of the file describes other work than ``about`` does, and
        ``UkaError`` if it is no state file of such work. A file that is refused is left as it was.
        """
        path, first_line = Path(path), msgspec.json.encode(about) + b"\n"
        try:
            text = path.read_bytes() if path.exists() else b""
            if text != first_line and first_line.startswith(text):  # a new file, or a run was killed in its first line
                path.write_bytes(first_line)
                text = first_line
            whole = text[: text.rfind(b"\n") + 1]
            results = cls._decoded_results(path, whole, first_line, kind)
            if whole != text:
                os.truncate(path, len(whole))
        except OSError as error:
            raise UkaError(f"{path} can't be used: {error.strerror}") from None
        return cls(path, results)

    @staticmethod
    def _decoded_results(path: Path, whole: bytes, first_line: bytes, kind: type[R]) -> dict[Chunk, R]:
        """Return the results in ``whole``, the complete lines of the file at ``path``.

        ``first_line`` describes the work, as JSON. Raise ``UkaError`` as ``open`` does.
        """
        kept, *lines = whole.splitlines() or [b""]
        try:
            kept_about = msgspec.json.decode(kept, type=dict[str, Any])
            _check_same_work(path, kept_about, msgspec.json.decode(first_line, type=dict[str, Any]))
            pair: Any = tuple[Chunk, kind]  # pyright: ignore[reportInvalidTypeForm]
            return dict(msgspec.json.decode(line, type=pair) for line in lines)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise UkaError(f"{path} is not a state file of such work, or is damaged: give another file") from error

    def append(self, chunk: Chunk, result: R) -> None:
        """Append ``chunk`` and its ``result`` to the file."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode((chunk, result)) + b"\n")


def _check_same_work(path: Path, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise ``WorkMismatch`` if ``kept``, the description of the work in the file at ``path``, is not ``wanted``."""
    for field in sorted(kept.keys() | wanted.keys()):
        if kept.get(field) != wanted.get(field):
            raise WorkMismatch(f"{path} belongs to other work: its {field} differs; give another file")
