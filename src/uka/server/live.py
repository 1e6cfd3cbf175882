"""One table in memory: a single writer, on disk before anyone is told, driven by its own clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, NamedTuple

from uka.core.errors import UkaError
from uka.store import Conflict, Store, StoreUnavailable
from uka.table import Line, Step, Table, act, evolve, parse, people, put
from uka.table.entries import TABLE, Paused, Resumed

from .audience import Attendant, Audience, welcome
from .commands import Command, now
from .driver import Decision, Driver
from .metrics import Metrics
from .options import Options
from .thinkers import Thinkers

TRIES = 5
"""How often a command is decided anew where another process wrote first."""


class Around(NamedTuple):
    """What all tables of a server share."""

    store: Store
    thinkers: Thinkers
    metrics: Metrics
    options: Options
    invitation: Callable[[Live], str]


class Live:
    """A table, its clients and its clock. All that changes it goes through ``change``, one thing at a time."""

    def __init__(self, id: str, table: Table, around: Around) -> None:
        self.id, self.table, self.around = id, table, around
        self.audience = Audience(around.options.remembered)
        self.touched = time.monotonic()
        self.closed = False
        self._driver = Driver(self)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._doubtful = False
        """Whether the store may hold lines that this process has not seen."""
        self._resting = False
        """Whether the table was paused because everyone had left."""

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""
        return now()

    # What changes it

    async def do(self, command: Command, by: str, id: str = "") -> int:
        """Carry a command out and tell everyone; the version that it led to, of a message done before too.

        It is on disk when this returns. ``UkaError`` refuses it, and nothing is different then; after
        ``StoreUnavailable`` it may still turn out to be done, so the message may be sent again under its id.
        """
        await self.change(lambda table: act(table, command, at=self.now(), by=by, id=id))
        done = self.table.applied(by, id)
        return self.table.seq if done is None else done

    async def change(
        self, decide: Callable[[Table], Decision], *, when: Callable[[Table], bool] = lambda table: True
    ) -> None:
        """Keep and tell the steps that are decided on, if ``when`` still holds; the same refusals as ``do``."""
        async with self._lock:
            for _ in range(TRIES):
                await self._catch_up()
                if not when(self.table):
                    return
                _, steps = decide(self.table)
                try:
                    await self._keep(steps)
                except Conflict:
                    self.around.metrics.conflicts.inc()
                else:
                    return
        raise StoreUnavailable("the table is busy elsewhere: try again")

    async def _keep(self, steps: tuple[Step, ...]) -> None:
        if not steps:
            return
        self._doubtful = True  # until it is known what became of them, whatever happens here
        since = time.perf_counter()
        await self.around.store.append(self.id, steps[0].line.seq, [step.line.text for step in steps])
        self.around.metrics.append_seconds.observe(time.perf_counter() - since)
        self._doubtful = False
        self._tell(steps)

    async def _catch_up(self) -> None:
        if self._doubtful:
            lines = parse(await self.around.store.read(self.id, self.table.seq + 1))
            self._doubtful = False
            self._tell(tuple(_follow(self.table, lines)))

    def _tell(self, steps: tuple[Step, ...]) -> None:
        if not steps:
            return
        since, self.table = self.table.seq, steps[-1].table
        self.touched = time.monotonic()
        self.note(step.line for step in steps)
        if self.audience.tell(steps, since, lambda: self.around.invitation(self)):
            self._dismiss()
        self._driver.plan()

    async def lines(self) -> tuple[Line, ...]:
        """The whole log."""
        return parse(await self.around.store.read(self.id))

    # Who is there

    def arrive(self, attendant: Attendant, since: int | None = None) -> None:
        """A client comes: it is told the table, or what it missed, and from here on everything."""
        self.sync(attendant, since)
        first = not self.audience.holds(attendant.player)
        self.audience.add(attendant)
        if first:
            self.spawn(self._return(attendant.player))

    def depart(self, attendant: Attendant) -> None:
        """A client goes."""
        self.audience.discard(attendant)
        self.touched = time.monotonic()
        player, options = attendant.player, self.around.options
        if self.closed or self.audience.holds(player):
            return
        self.spawn(self._quietly(lambda table: people.lost(table, player), player))
        if not self.audience:
            self._in(options.empty_after, self._rest)
        if player == self.table.host:
            self._in(options.heir_after, self._find_host)

    def sync(self, attendant: Attendant, since: int | None) -> None:
        """Tell a client the lines after a version; the whole table where that is too long ago, or never was."""
        player, invitation, metrics = attendant.player, self.around.invitation(self), self.around.metrics
        news = None if since is None else self.audience.missed(self.table, player, since, invitation)
        (metrics.welcomes if news is None else metrics.refills).inc()
        attendant.push(news or welcome(self.id, self.table, player, invitation, self.now()))

    def note(self, lines: Iterable[Line]) -> None:
        """Learn from lines whether the table was paused by itself."""
        for line in lines:
            if isinstance(line.entry, Paused):
                self._resting = line.by == TABLE
            elif isinstance(line.entry, Resumed):
                self._resting = False

    async def freeze(self) -> None:
        """Stop the clocks at the time of the last line, when all connections ended with the server that had them."""
        table = self.table
        if table.playing and table.paused is None:
            gone = [chair.player for chair in table.chairs if chair.player is not None]
            entries = tuple(entry for player in gone for entry in people.lost(table, player))
            entries += people.pause(table, TABLE)
            await self.change(lambda table: put(table, entries, at=table.at, by=TABLE))

    def _dismiss(self) -> None:
        for attendant in self.audience:
            if self.table.member(attendant.player) is None:
                self.audience.discard(attendant)
                sent = attendant.player in self.table.removed
                attendant.farewell("the host has sent you away" if sent else "you have left the table", 4403)

    async def _return(self, player: str) -> None:
        await self._quietly(lambda table: people.returned(table, player), player)
        if self._resting and self.audience:
            await self._quietly(lambda table: people.resume(table, TABLE), TABLE)

    async def _rest(self) -> None:
        if not self.audience and self.table.playing and self.table.paused is None:
            await self._quietly(lambda table: people.pause(table, TABLE), TABLE)

    async def _find_host(self) -> None:
        seated = [chair.player for chair in self.table.chairs if chair.player is not None]
        there = [player for player in seated if self.audience.holds(player)]
        if there and not self.audience.holds(self.table.host):
            await self._quietly(lambda table: people.hand_over(table, TABLE, there[0]), TABLE)

    # Work that nobody waits for

    async def _quietly(self, command: Command, by: str) -> None:
        """Carry out what nobody waits for; a refusal means that it is not needed."""
        try:
            await self.do(command, by)
        except StoreUnavailable:
            self._driver.later()
        except UkaError:
            pass

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Work that goes on beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _in(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        asyncio.get_running_loop().call_later(seconds, lambda: None if self.closed else self.spawn(work()))

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._lock.locked() or bool(self._tasks)

    def close(self) -> None:
        """Stop the clock; what is on disk is all there is."""
        self.closed = True
        self._driver.stop()
        for task in tuple(self._tasks):
            task.cancel()


def _follow(table: Table, lines: Iterable[Line]) -> Iterator[Step]:
    for line in lines:
        table, events = evolve(table, line)
        yield Step(line, events, table)
