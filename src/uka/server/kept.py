"""A log in memory with a single writer: what is decided is on disk before anyone is told of it."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, Protocol, TypeVar

from uka.records import Line
from uka.store import Conflict, Store, StoreUnavailable

from .metrics import Metrics

TRIES = 5
"""How often something is decided anew where another process wrote first."""


class Versioned(Protocol):
    """What a log makes; ``seq`` is the number of its last line."""

    @property
    def seq(self) -> int: ...


class Stepped(Protocol):
    """A line, and what is there after it."""

    @property
    def line(self) -> Line[Any]: ...


V = TypeVar("V", bound=Versioned)
S = TypeVar("S", bound=Stepped)


class Kept(ABC, Generic[V, S]):
    """What a log has made so far. All that changes it goes through ``change``, one thing at a time."""

    def __init__(self, id: str, value: V, store: Store, metrics: Metrics) -> None:
        self.id, self.value = id, value
        self._store, self._metrics = store, metrics
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._doubtful = False
        """Whether the store may hold lines that this process has not seen."""

    @abstractmethod
    def follow(self, lines: Sequence[bytes]) -> Sequence[S]:
        """What lines from the store lead to, after ``value``."""

    @abstractmethod
    def tell(self, steps: Sequence[S]) -> None:
        """Take steps for true, ``value`` with them, and tell everyone; they are on disk, and one at least."""

    async def change(self, decide: Callable[[V], Sequence[S]], *, when: Callable[[V], bool] = lambda _: True) -> None:
        """Keep and tell the steps that are decided on, if ``when`` still holds.

        They are on disk when this returns. ``UkaError`` refuses them, and nothing is different then; after
        ``StoreUnavailable`` they may still turn out to be kept.
        """
        async with self._lock:
            for _ in range(TRIES):
                await self._catch_up()
                if not when(self.value):
                    return
                steps = decide(self.value)
                try:
                    await self._keep(steps)
                except Conflict:
                    self._metrics.conflicts.inc()
                else:
                    return
        raise StoreUnavailable("it is busy elsewhere: try again")

    async def _keep(self, steps: Sequence[S]) -> None:
        if not steps:
            return
        self._doubtful = True  # until it is known what became of them, whatever happens here
        since = time.perf_counter()
        await self._store.append(self.id, steps[0].line.seq, [step.line.text for step in steps])
        self._metrics.append_seconds.observe(time.perf_counter() - since)
        self._doubtful = False
        self.tell(steps)

    async def _catch_up(self) -> None:
        if self._doubtful:
            lines = await self._store.read(self.id, self.value.seq + 1)
            self._doubtful = False
            if lines:
                self.tell(self.follow(lines))

    # Work that nobody waits for

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Work that goes on beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._lock.locked() or bool(self._tasks)

    def drop(self) -> None:
        """Stop what goes on beside."""
        for task in tuple(self._tasks):
            task.cancel()
