"""The in-memory state of an event log that several processes append to. A line is on disk before clients receive it."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from uka.core.errors import UkaError
from uka.records import DamagedLog, InvalidRecord, LogLine
from uka.store import Conflict, Store, StoreUnavailable

from ..base.clock import LogClock
from ..base.logs import log
from ..base.metrics import ServerMetrics

PAGE = 100
"""The maximum number of log lines that one read from the store returns."""
TRIES = 20
"""The number of attempts to append to a log before a change fails because other processes keep appending first."""


class LogState(Protocol):
    """The state rebuilt from an event log; ``seq`` and ``at`` are the number and time of the last line."""

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...


class LogTransition(Protocol):
    """A line of an event log, and the state after this line."""

    @property
    def line(self) -> LogLine[Any]: ...


V = TypeVar("V", bound=LogState)
S = TypeVar("S", bound=LogTransition)


class Cluster(Protocol):
    """The methods of ``ClusterMembership`` that a replicated log uses."""

    @property
    def alive(self) -> bool:
        """Whether the other processes consider this process alive."""
        ...

    def announce(self, id: str, seq: int) -> None:
        """Notify the other processes that the log ``id`` has grown; ``seq`` is the number of its last line."""
        ...

    def abandon(self, id: str, why: str) -> None:
        """Drop a log that this process can't read. ``why`` is the reason."""
        ...


class ReplicatedLog(ABC, Generic[V, S]):
    """An event log in the store, and in memory its present state ``value``. ``change`` makes all changes, one by one.

    In a cluster, several processes may hold the same log; each reads the lines that the others append.
    """

    def __init__(
        self,
        id: str,
        value: V,
        store: Store,
        metrics: ServerMetrics,
        clock: LogClock,
        cluster: Cluster | None = None,
    ) -> None:
        self.id, self.value, self.cluster = id, value, cluster
        self.driving = cluster is None
        """Whether this process runs the log's timers and bots. In a cluster, one process at a time runs them."""
        self._store, self._metrics = store, metrics
        self.closed = False
        """Whether the log was dropped from memory."""
        self._clock = clock
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stale = False
        """Whether the store may have lines that this process has not read."""
        self._refreshing = False
        """Whether a task was started that will read new lines from the store."""

    @abstractmethod
    def replay(self, lines: Sequence[bytes]) -> Sequence[S]:
        """Apply log lines from the store to ``value``, and return the transitions without publishing them."""

    @property
    @abstractmethod
    def in_use(self) -> bool:
        """Whether a client is connected, or a timer or a bot's turn is scheduled."""

    @property
    @abstractmethod
    def due_at(self) -> int | None:
        """The time of the next due event, or None if no timer runs."""

    def now(self) -> int:
        """Return the present time of the log in milliseconds since 1970, never earlier than its last line's time."""
        return self._clock.now(lambda: self.due_at is not None)

    async def sleep_until(self, at: int) -> None:
        """Sleep until the time of the log is ``at``, in milliseconds since 1970."""
        while (ms := at - self.now()) > 0:
            await asyncio.sleep(ms / 1_000)

    @abstractmethod
    def schedule_timer(self) -> None:
        """Set the timer for the next due event, if this process runs the log's timers and bots."""

    @property
    @abstractmethod
    def overdue(self) -> bool:
        """Whether something is overdue, such as a bot's turn, and no timer or task of this process will handle it."""

    @abstractmethod
    def restart(self) -> None:
        """Cancel the tasks of timers and bots, and set the timer again."""

    @abstractmethod
    def publish(self, transitions: Sequence[S]) -> None:
        """Apply transitions that are on disk already: set ``value``, and send updates to all connected clients."""

    async def change(self, decide: Callable[[V], Sequence[S]], *, when: Callable[[V], bool] = lambda _: True) -> None:
        """Append and publish the transitions that ``decide`` returns for the present state.

        If ``when`` returns false for the present state, change nothing. When this method returns, the transitions are
        on disk. If ``decide`` raises a ``UkaError``, raise it and change nothing. After ``StoreUnavailable``, the lines
        may or may not be stored.
        """
        async with self._lock:
            for _ in range(TRIES):
                await self._catch_up()
                if not when(self.value):
                    return
                try:
                    transitions = decide(self.value)
                except UkaError:
                    if not await self._catch_up_after_refusal():
                        raise
                    continue
                try:
                    await self._append(transitions)
                except Conflict:
                    self._metrics.conflicts.inc()
                else:
                    return
        raise StoreUnavailable("it is busy elsewhere: try again")

    async def _catch_up_after_refusal(self) -> bool:
        """Read the lines that other processes have appended; return whether there were any.

        If so, the refused change was checked against an old state and must be checked again.
        """
        since = self.value.seq
        await self._read_new()
        return self.value.seq != since

    async def _append(self, transitions: Sequence[S]) -> None:
        if not transitions:
            return
        self._stale = True  # if the append fails, its lines may be stored nevertheless
        since = time.perf_counter()
        await self._store.append(self.id, transitions[0].line.seq, [each.line.text for each in transitions])
        self._metrics.append_seconds.observe(time.perf_counter() - since)
        self._stale = False
        if self.cluster is not None:
            self.cluster.announce(self.id, transitions[-1].line.seq)
        self._publish(transitions)

    def _publish(self, transitions: Sequence[S]) -> None:
        self._clock.note(transitions[-1].line.at)
        self.publish(transitions)

    # In a cluster

    @property
    def suspected(self) -> bool:
        """Whether the other processes may consider this process dead and run its timers; false without a cluster."""
        return self.cluster is not None and not self.cluster.alive

    def drive(self, driving: bool) -> None:
        """If ``driving`` is true, run the log's timers and bots in this process from now on; otherwise stop."""
        if driving is not self.driving:
            self.driving = driving
            self.schedule_timer()

    def on_peer_lost(self) -> None:
        """React to the death of another process of the cluster. This default implementation does nothing."""

    def on_rejoin(self) -> None:
        """React to this process's first heartbeat after a gap in which others may have declared the process dead.

        This default implementation does nothing.
        """

    def on_alive_again(self) -> None:
        """React to the moment at which this process counts as alive again. This default implementation does nothing."""

    def on_remote_append(self, seq: int) -> None:
        """Schedule a read of new lines, since another process has appended line ``seq``, unless it was read before."""
        if seq > self.value.seq and not self._refreshing:
            self._refreshing = True
            self.spawn(self._refresh())

    async def refresh(self) -> None:
        """Read the lines that other processes have appended.

        So a client that moves from another process to this one is not shown an older state than before. If the store is
        unavailable, the state does not change.
        """
        if self.cluster is not None and not self.suspected:
            async with self._lock:
                await self._read_new()

    async def _refresh(self) -> None:
        self._refreshing = False
        await self.refresh()

    async def _read_new(self) -> None:
        if self.cluster is not None and not self.suspected:
            self._stale = True
            with suppress(StoreUnavailable):  # the log stays stale, so the next change reads the new lines
                await self._catch_up()

    async def _catch_up(self) -> None:
        """If the store may have unread lines, read them and publish their transitions."""
        while self._stale:
            lines = await self._next_lines()
            self._stale = len(lines) == PAGE
            if lines:
                transitions = self._replay_or_abandon(lines)
                self._metrics.behind.observe(max(self.now() - transitions[-1].line.at, 0) / 1_000)
                self._publish(transitions)

    async def _next_lines(self) -> Sequence[bytes]:
        try:
            return await self._store.read(self.id, self.value.seq + 1, PAGE)
        except InvalidRecord as error:
            raise self._abandon_unreadable(error) from None

    def _replay_or_abandon(self, lines: Sequence[bytes]) -> Sequence[S]:
        """Return the transitions of log lines. If a line can't be read, drop the log and raise ``StoreUnavailable``."""
        try:
            return self.replay(lines)
        except InvalidRecord as error:
            raise self._abandon_unreadable(error) from None

    def _abandon_unreadable(self, error: InvalidRecord) -> StoreUnavailable:
        """Drop this log, which can't be read because of ``error``, and return the error for its clients."""
        if self.cluster is not None:
            self.cluster.abandon(self.id, str(error))
        if isinstance(error, DamagedLog):
            return StoreUnavailable(f"this can't go on: {error}")
        return StoreUnavailable("a newer version of Uka is now running it: try again in a moment")

    # Background tasks

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task. If the task fails, write its error to the server's diagnostic log."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def spawn_later(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a background task after ``seconds``, unless the log is closed by then."""

        def spawn_unless_closed() -> None:
            if not self.closed:
                self.spawn(work())

        asyncio.get_running_loop().call_later(seconds, spawn_unless_closed)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreUnavailable):
            log.error("a background task of a table or tournament failed", id=self.id, exc_info=error)

    @property
    def busy(self) -> bool:
        """Whether a change or a background task is in progress."""
        return self._lock.locked() or bool(self._tasks)

    def cancel_tasks(self) -> None:
        """Cancel all background tasks."""
        for task in tuple(self._tasks):
            task.cancel()
