"""A process among those that serve one store: which tables it drives, and what it tells the others and hears of them.

Any process appends anywhere, and the store decides who was first. So leases do not
protect the log: they only say which process runs the timers and bots, so that not all of them do.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from uka.core.errors import UkaError
from uka.store import Store, StoreUnavailable
from uka.wire.http_bodies import TableSummary

from ..base.logs import log
from ..base.metrics import ServerMetrics
from .notifications import NotificationBackend, NotificationBus
from .replicated_log import ReplicatedLog
from .shared_rate_limits import SharedRateLimits, UsageCounts

BEAT = 0.3
"""Seconds from one word to the others to the next."""
ALIVE = 1.5
"""Seconds after which a process that said nothing is taken for dead."""
LOOK = 2.0
"""Seconds from one look for what was missed to the next, while the bus is there."""
ADOPT = 2.0
"""Seconds from one look for what dead processes left to the next."""


class MemberState(msgspec.Struct, frozen=True):
    """What a process tells the others: its public tables, as lines of the lobby, and what its guests took of limits."""

    lobby: tuple[TableSummary, ...] = ()
    taken: UsageCounts = {}


class LocalLogs(Protocol):
    """What a process has in memory."""

    @property
    def kept(self) -> Sequence[ReplicatedLog[Any, Any]]:
        """Its tables and tournaments."""
        ...

    def lines(self) -> tuple[TableSummary, ...]:
        """Its public tables."""
        ...

    def member(self, id: str) -> ReplicatedLog[Any, Any] | None:
        """One of them."""
        ...

    async def adopt(self, id: str) -> None:
        """Take a table or tournament into memory."""
        ...

    def forget(self, id: str) -> None:
        """Let go of one, and tell who is there to come again."""
        ...


class ClusterMembership:
    """This process's part in a fleet."""

    def __init__(
        self, store: Store, bus: Callable[[], NotificationBackend], shares: SharedRateLimits, metrics: ServerMetrics
    ) -> None:
        self.owner = secrets.token_hex(8)
        self._store, self._shares, self._metrics = store, shares, metrics
        self._others = dict[str, MemberState]()
        self._spoke = self._looked = self._adopted = -LOOK
        self._behind = asyncio.Event()
        self._members: LocalLogs | None = None
        self._gone = False
        self._bus = NotificationBus(bus, self._heard, self._bus_changed)
        self._task: asyncio.Task[None] | None = None

    def start(self, members: LocalLogs) -> None:
        """Begin to speak and to listen."""
        self._members = members
        self._task = asyncio.create_task(self._run())

    @property
    def alive(self) -> bool:
        """Whether the others take it for alive; one that slept is not, until it has spoken again."""
        return time.monotonic() < self._spoke + ALIVE

    @property
    def lobbies(self) -> tuple[tuple[TableSummary, ...], ...]:
        """The lobbies' lists of the others."""
        return tuple(note.lobby for note in self._others.values())

    def tell(self, id: str, seq: int) -> None:
        """Tell the others that a log has grown."""
        self._bus.tell(id, seq)

    async def join(self, kept: ReplicatedLog[Any, Any]) -> None:
        """Follow what has come into memory, and drive it if nobody does."""
        self._bus.follow(kept.id)
        with suppress(StoreUnavailable):
            await self._take([kept])

    def part(self, kept: ReplicatedLog[Any, Any]) -> None:
        """Follow no more what is forgotten."""
        self._bus.forget(kept.id)
        if kept.driving:
            kept.drive(False)
            kept.spawn(self._release([kept.id]))

    def let_go(self, kept: ReplicatedLog[Any, Any], why: str) -> None:
        """Leave to others what this process can't read: a later version has gone on with it, or the log is damaged."""
        log.warning("the log can't be followed", id=kept.id, why=why)
        if self._members is not None:
            self._members.forget(kept.id)

    async def close(self) -> None:
        """Leave: the others may drive all that this process drove, at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=ALIVE)
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(ALIVE):
                await self._store.leave(self.owner)
        await self._bus.close()

    # Its beat

    async def _run(self) -> None:
        while True:
            try:
                await self._beat()
                self._trouble("")
            except StoreUnavailable as error:
                self._trouble(str(error))
            except Exception:
                log.exception("the beat failed")
            self._yield()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # not wait_for, which may swallow that it is cancelled
                    await self._behind.wait()
            self._behind.clear()

    async def _beat(self) -> None:
        since = time.monotonic()
        members = self._members
        assert members is not None
        note = MemberState(members.lines(), self._shares.taken())
        known = await self._store.beat(self.owner, ALIVE, msgspec.json.encode(note))
        if not known and self._spoke > 0:
            log.warning("this process was taken for dead")
            for kept in members.kept:
                kept.drive(False)
        self._spoke = since
        self._hear_notes(await self._store.owners(), members.kept)
        await self._share_out(members.kept)
        if since > self._looked + (LOOK if self._bus.there else BEAT):
            self._looked = since
            await self._look(members.kept)
        if since > self._adopted + ADOPT:
            self._adopted = since
            await self._adopt(members)

    def _hear_notes(self, notes: Mapping[str, bytes], all: Sequence[ReplicatedLog[Any, Any]]) -> None:
        if self._others.keys() - notes.keys():
            for kept in all:
                kept.bereaved()
        self._others = {owner: _read(note) for owner, note in notes.items() if owner != self.owner}
        self._shares.hear({owner: note.taken for owner, note in self._others.items()})
        self._metrics.processes.set(len(notes))

    async def _share_out(self, all: Sequence[ReplicatedLog[Any, Any]]) -> None:
        """Take what is wanted here and driven nowhere, and give back what nobody wants here."""
        await self._take([kept for kept in all if kept.wanted and not kept.driving])
        idle = [kept for kept in all if kept.driving and not kept.wanted and not kept.busy]
        for kept in idle:
            kept.drive(False)
        await self._release([kept.id for kept in idle])
        self._metrics.driven.set(sum(kept.driving for kept in all))

    async def _take(self, wanted: Sequence[ReplicatedLog[Any, Any]]) -> None:
        if wanted:
            got = await self._store.lease([kept.id for kept in wanted], self.owner)
            for kept in wanted:
                if kept.id in got:
                    self._drives(kept)
            if got:
                log.info("drives", more=len(got))

    def _drives(self, kept: ReplicatedLog[Any, Any]) -> None:
        try:
            kept.hear(kept.value.seq + 1)  # it may have gone on unheard
            kept.drive(True)
        except Exception:  # a fault of one must not keep the others from being driven
            log.exception("it can't be driven", id=kept.id)

    async def _release(self, ids: Sequence[str]) -> None:
        if ids:
            with suppress(StoreUnavailable):
                await self._store.release(ids, self.owner)

    async def _look(self, all: Iterable[ReplicatedLog[Any, Any]]) -> None:
        """Ask the store how far all has come."""
        kept = {each.id: each for each in all}
        if kept:
            for id, after in (await self._store.seqs(list(kept))).items():
                kept[id].hear(after - 1)

    async def _adopt(self, members: LocalLogs) -> None:
        """Take into memory what dead processes drove, so that its clocks stop or go on as they should."""
        here = {kept.id for kept in members.kept}
        for id in await self._store.forsaken():
            if id not in here:
                with suppress(UkaError):
                    await members.adopt(id)
                    log.info("took over what a dead process drove", id=id)

    def _yield(self) -> None:
        """Drive nothing while the others may take this process for dead."""
        if not self.alive and self._members is not None:
            for kept in self._members.kept:
                kept.drive(False)

    def _trouble(self, why: str) -> None:
        """Say once that the database is gone, and once that it is there again."""
        if why and not self._gone:
            log.warning("the database can't be used", why=why)
        elif self._gone and not why:
            log.warning("the database is there again")
        self._gone = bool(why)

    # The bus

    def _heard(self, id: str, seq: int) -> None:
        self._metrics.heard.inc()
        if self._members is not None and (kept := self._members.member(id)):
            kept.hear(seq)

    def _bus_changed(self) -> None:
        if not self._bus.there:
            log.warning("the bus is gone")
        else:
            log.info("the bus is there")
        self._metrics.bus.set(self._bus.there)
        self._looked = -LOOK  # something may have been missed
        self._behind.set()


def _read(note: bytes) -> MemberState:
    """A note; nothing of one that a later version wrote in another way."""
    try:
        return msgspec.json.decode(note, type=MemberState)
    except msgspec.MsgspecError:
        return MemberState()
