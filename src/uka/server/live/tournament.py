"""A live tournament: its state in memory, its connected clients, and the bell that ends a round."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from uka.hosting.tournament_audience import TournamentAudience
from uka.hosting.tournament_commands import TournamentOperation
from uka.store import Store, StoreUnavailable
from uka.tournament import Tournament, TournamentLine, due, evolve, execute, tick

from ..base.clock import LogClock, ServerClock, awake, elapsed
from ..base.metrics import ServerMetrics
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.replicated_log import Cluster, ReplicatedLog
from .subscribers import TournamentSubscriber
from .timer import RETRY_AFTER, Timer

BATCH_SECONDS = 0.02
"""Seconds of work on commands that arrived together, after which the rest of them wait, so that others are served."""
LATER = "the tournament is being saved: try again in a moment"


class TournamentTransition(NamedTuple):
    """A line of the tournament's log, and the tournament's state after all lines that were appended with it."""

    line: TournamentLine
    tournament: Tournament


class PendingCommand(NamedTuple):
    """A command whose log lines are not appended yet."""

    command: TournamentOperation
    by: str
    """The id of the sender's grant, or the author of a command of the server itself."""
    id: str
    """The id of the sender's message."""
    done: asyncio.Future[int]
    """Resolves to the tournament's version after the command, or to the command's error."""


class TournamentServices(NamedTuple):
    """The objects that all tournaments of a server share."""

    store: Store
    metrics: ServerMetrics
    clock: ServerClock
    sign: Callable[[str, str], str]
    """A function that signs a tournament link. Its arguments are the ids of the tournament and of the link's grant."""
    follow: Callable[[LiveTournament, Sequence[TournamentLine] | None], None]
    """A callback for new lines of a tournament's log. The lines are None if the tournament was just loaded."""
    cluster: Cluster | None = None
    """The cluster that this process belongs to; None if no other process shares the store."""


class LiveTournament(ReplicatedLog[Tournament, TournamentTransition]):
    """A tournament with its clients and the bell that ends a round.

    Many officials send commands at the same time. So commands that arrive during an append are appended together.
    """

    def __init__(
        self,
        id: str,
        tournament: Tournament,
        lines: Iterable[TournamentLine],
        services: TournamentServices,
        requester: Requester = UNKNOWN_REQUESTER,
    ) -> None:
        clock = LogClock(tournament.at, services.clock.now, elapsed)
        super().__init__(id, tournament, services.store, services.metrics, clock, services.cluster)
        self.requester = requester
        """The requester who opened the tournament, if known."""
        self.touched = awake()
        """The ``awake`` time at which the tournament last changed or a client last left."""
        self._follower = services.follow
        self._audience = TournamentAudience[TournamentSubscriber](
            id, tournament, lines, lambda grant: services.sign(id, grant)
        )
        self._waiting: list[PendingCommand] = []
        """The commands that wait for the next batch."""
        self._batch: list[PendingCommand] = []
        """The commands that are carried out now."""
        self._working = False
        """Whether a task carries out batches of commands."""
        self._bell = Timer(self)
        self.schedule_timer()
        self._follower(self, None)

    @property
    def in_use(self) -> bool:
        """Whether a client is connected, the bell is going to ring, or an online table has no result yet."""
        return bool(self._audience) or self.due_at is not None or self.value.plays_online

    @property
    def due_at(self) -> int | None:
        """The time of the bell, or None if no round's clock runs."""
        return due(self.value)

    def drive(self, driving: bool) -> None:
        """If ``driving`` is true, ring the bell and run the tables in this process from now on; otherwise stop."""
        changed = driving is not self.driving
        super().drive(driving)
        if changed:
            self._follower(self, None)

    @property
    def tournament(self) -> Tournament:
        """The present state of the tournament."""
        return self.value

    # Changes

    async def do(self, command: TournamentOperation, by: str, id: str = "") -> int:
        """Carry out a command, send updates, and return the number of the first log line that the command wrote.

        ``by`` identifies the sender. A command with the same ``id`` is carried out only once; later calls return the
        same number. If the command wrote no line, or its ``id`` is not stored, return the number of the log's last
        line. Raise ``UkaError`` if the command is refused. After ``StoreUnavailable``, the caller may retry with the
        same ``id``.
        """
        if self.closed:
            raise StoreUnavailable(LATER)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingCommand(command, by, id, done))
        if not self._working:
            self._working = True
            self.spawn(self._run_batches())
        return await done

    async def _run_batches(self) -> None:
        try:
            while self._waiting:
                self._batch, self._waiting = self._waiting, []
                await self._run_batch(self._batch)
                await asyncio.sleep(0)  # nothing else yields if all commands were refused
        finally:
            self._working = False

    async def _run_batch(self, batch: Sequence[PendingCommand]) -> None:
        """Carry out commands, and append their lines together.

        After ``BATCH_SECONDS`` the batch ends: the rest of the commands wait for the next batch.
        """
        refused = dict[int, Exception]()
        """The errors of refused commands, by the command's index in ``batch``."""
        tried = len(batch)
        """The number of commands for which there was time, from the first one on."""

        def decide(t: Tournament) -> Sequence[TournamentTransition]:
            nonlocal tried
            refused.clear()
            tried = len(batch)
            lines = list[TournamentLine]()
            until = time.perf_counter() + BATCH_SECONDS
            for number, pending in enumerate(batch):
                if number and time.perf_counter() > until:
                    tried = number
                    break
                try:
                    t, added = execute(t, pending.command, at=self.now(), by=pending.by, id=pending.id)
                    lines += added
                except Exception as error:
                    refused[number] = error
            return _joint_transitions(t, lines)

        try:
            await self.refresh()
            await self.change(decide)
        except Exception as error:  # any exception must reach the callers, or they would wait for ever
            refused.update(dict.fromkeys(range(tried), error))
        self._batch = [*batch[:tried]]
        self._waiting = [*batch[tried:], *self._waiting]
        for number, pending in enumerate(self._batch):
            if pending.done.done():
                continue
            if error := refused.get(number):
                pending.done.set_exception(error)
            else:
                version = self.value.applied_line(pending.by, pending.id)
                pending.done.set_result(self.value.seq if version is None else version)

    def replay(self, lines: Sequence[bytes]) -> Sequence[TournamentTransition]:
        """Apply log lines from the store to the present state, and return the transitions without publishing them."""
        return tuple(
            self._replay(TournamentLine.parse_all(lines, start=self.value.seq + 1, previous_hash=self.value.hash))
        )

    def _replay(self, lines: Sequence[TournamentLine]) -> Iterator[TournamentTransition]:
        t = self.value
        for line in lines:
            t = evolve(t, line)
            yield TournamentTransition(line, t)

    def publish(self, transitions: Sequence[TournamentTransition]) -> None:
        """Apply transitions that are on disk already, send updates to all clients, and set the timer for the bell."""
        self.value = transitions[-1].tournament
        lines = [each.line for each in transitions]
        self.touched = awake()
        self._audience.publish(self.value, lines)
        self.schedule_timer()
        self._follower(self, lines)

    # Clients

    def arrive(self, watcher: TournamentSubscriber) -> None:
        """Add a client, and send it a snapshot of what its link permits."""
        self._audience.add(watcher, self.now())

    def depart(self, watcher: TournamentSubscriber) -> None:
        """Remove a client, if it is connected."""
        self.touched = awake()
        self._audience.discard(watcher)

    @property
    def watchers(self) -> tuple[TournamentSubscriber, ...]:
        """All connected clients."""
        return tuple(self._audience)

    # The bell

    def schedule_timer(self) -> None:
        """Set the timer for the bell, if this process drives the tournament."""
        self._bell.stop()
        bell = self.due_at if self.driving else None
        if bell is not None:
            self._bell.set(max(bell - self.now(), 0) / 1_000, self._on_bell_time)

    @property
    def overdue(self) -> bool:
        """Whether the bell is overdue, and no timer or task of this process will ring it."""
        if self.closed or not self.driving or self._bell.active:
            return False
        bell = self.due_at
        return bell is not None and bell < self.now()

    def restart(self) -> None:
        """Cancel the task that rings the bell, and set the timer again."""
        self._bell.restart()

    def _on_bell_time(self) -> None:
        if self.suspected:
            self._bell.retry()  # this process was suspended; soon it will know whether another process rings the bell
        else:
            self._bell.begin(self._ring())

    async def _ring(self) -> None:
        def ring_if_due(t: Tournament) -> Sequence[TournamentTransition]:
            after, lines = tick(t, self.now())
            return _joint_transitions(after, lines)

        await self.change(ring_if_due, when=lambda t: due(t) is not None)

    def retry(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start ``work`` in the background after ``RETRY_AFTER`` seconds, unless the tournament is closed by then."""
        self.spawn_later(RETRY_AFTER, work)

    def close(self) -> None:
        """Stop the timer of the bell and cancel all tasks. Waiting commands raise ``StoreUnavailable``."""
        self.closed = True
        self._bell.stop()
        self._audience.close()
        self.cancel_tasks()
        for pending in (*self._batch, *self._waiting):
            if not pending.done.done():
                pending.done.set_exception(StoreUnavailable(LATER))
        self._follower(self, ())


def _joint_transitions(t: Tournament, lines: Sequence[TournamentLine]) -> Sequence[TournamentTransition]:
    """Return the transitions of lines that are appended together. ``t`` is the state after all of them."""
    return [TournamentTransition(line, t) for line in lines]
