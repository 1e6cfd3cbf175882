"""A log in memory with a single writer: what is decided is on disk before anyone is told of it."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from uka.core.errors import UkaError
from uka.records import DamagedLog, InvalidRecord, LogLine
from uka.store import Conflict, Store, StoreUnavailable

from ..base.clock import now
from ..base.logs import log
from ..base.metrics import ServerMetrics

if TYPE_CHECKING:
    from .membership import ClusterMembership

MISSED = 100
"""Lines of other processes that are read and followed at once."""
TRIES = 20
"""How often something is decided anew where another process wrote first."""


class LogState(Protocol):
    """What a log makes; ``seq`` is the number of its last line."""

    @property
    def seq(self) -> int: ...


class LogTransition(Protocol):
    """A line, and what is there after it."""

    @property
    def line(self) -> LogLine[Any]: ...


V = TypeVar("V", bound=LogState)
S = TypeVar("S", bound=LogTransition)


class ReplicatedLog(ABC, Generic[V, S]):
    """What a log has made so far. All that changes it goes through ``change``, one thing at a time."""

    def __init__(
        self, id: str, value: V, store: Store, metrics: ServerMetrics, fleet: ClusterMembership | None = None
    ) -> None:
        self.id, self.value, self.fleet = id, value, fleet
        self.driving = fleet is None
        """Whether this process runs its timers and bots: of a fleet only one does."""
        self._store, self._metrics = store, metrics
        self.closed = False
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._doubtful = self._hearing = False
        """Whether the store may hold lines that this process has not seen, and whether it is about to look."""

    @abstractmethod
    def follow(self, lines: Sequence[bytes]) -> Sequence[S]:
        """What lines from the store lead to, after ``value``."""

    @property
    @abstractmethod
    def wanted(self) -> bool:
        """Whether somebody is there, or a timer or a bot is due some time."""

    @abstractmethod
    def plan(self) -> None:
        """Set the timer for what is due next; not where another process drives."""

    @property
    @abstractmethod
    def stuck(self) -> bool:
        """Whether something that this process must do is overdue, and no timer or task will do it."""

    @abstractmethod
    def restart(self) -> None:
        """Cancel the tasks of timers and bots, and do again what is due."""

    @abstractmethod
    def tell(self, steps: Sequence[S]) -> None:
        """Commit steps, which are on disk and at least one: set ``value``, and tell everyone."""

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
                try:
                    steps = decide(self.value)
                except UkaError:
                    if not await self._has_moved():
                        raise
                    continue
                try:
                    await self._keep(steps)
                except Conflict:
                    self._metrics.conflicts.inc()
                else:
                    return
        raise StoreUnavailable("it is busy elsewhere: try again")

    async def _has_moved(self) -> bool:
        """Whether another process wrote what was not known when something was refused."""
        since = self.value.seq
        await self._look()
        return self.value.seq != since

    async def _keep(self, steps: Sequence[S]) -> None:
        if not steps:
            return
        self._doubtful = True  # until it is known what became of them, whatever happens here
        since = time.perf_counter()
        await self._store.append(self.id, steps[0].line.seq, [step.line.text for step in steps])
        self._metrics.append_seconds.observe(time.perf_counter() - since)
        self._doubtful = False
        if self.fleet is not None:
            self.fleet.tell(self.id, steps[-1].line.seq)
        self.tell(steps)

    # In a fleet

    @property
    def asleep(self) -> bool:
        """Whether others may take this process for dead, and do what it would do; a lone one is never asleep."""
        return self.fleet is not None and not self.fleet.alive

    def drive(self, driving: bool) -> None:
        """Let this process drive it, or no more."""
        if driving is not self.driving:
            self.driving = driving
            self.plan()

    def bereaved(self) -> None:
        """Learn that another process is gone."""

    def hear(self, seq: int) -> None:
        """Learn that another process wrote up to a line; one that is known is no news."""
        if seq > self.value.seq and not self._hearing:
            self._hearing = True
            self.spawn(self._hear())

    async def refresh(self) -> None:
        """Read what other processes wrote, before anything is told to somebody who may come from one of them.

        Where the store can't be used, what is known is all there is.
        """
        if self.fleet is not None and not self.asleep:
            async with self._lock:
                await self._look()

    async def _hear(self) -> None:
        self._hearing = False
        await self.refresh()

    async def _look(self) -> None:
        if self.fleet is not None and not self.asleep:
            self._doubtful = True
            with suppress(StoreUnavailable):  # it is asked again before anything is decided
                await self._catch_up()

    async def _catch_up(self) -> None:
        if self._doubtful:
            while lines := await self._store.read(self.id, self.value.seq + 1, MISSED):
                self._doubtful = len(lines) == MISSED
                steps = self._understood(lines)
                self._metrics.behind.observe(max(now() - steps[-1].line.at, 0) / 1_000)
                self.tell(steps)
                if not self._doubtful:
                    return
            self._doubtful = False

    def _understood(self, lines: Sequence[bytes]) -> Sequence[S]:
        """What lines lead to; where they can't be read, this process lets go of it all."""
        try:
            return self.follow(lines)
        except InvalidRecord as error:
            if self.fleet is not None:
                self.fleet.let_go(self, str(error))
            if isinstance(error, DamagedLog):
                raise StoreUnavailable(f"this can't go on: {error}") from None
            raise StoreUnavailable("a later version of Uka has gone on with it: come again in a moment") from None

    # Work that nobody waits for

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work that goes on beside; a failure of it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreUnavailable):
            log.error("work of a table or tournament failed", id=self.id, exc_info=error)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._lock.locked() or bool(self._tasks)

    def drop(self) -> None:
        """Stop what goes on beside."""
        for task in tuple(self._tasks):
            task.cancel()
