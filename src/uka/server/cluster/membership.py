"""Membership of a process in the cluster that serves one store: heartbeats, leases, and takeover from dead processes.

Any process may append to any log, and the store decides which append comes first. So a lease does not lock a log. It
only determines which process *drives* the log of a table or tournament, that is, runs its timers and bots.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from uka.core.errors import UkaError
from uka.store import Store, StoreUnavailable
from uka.wire.http_bodies import TableSummary

from ..base.clock import ServerClock, elapsed
from ..base.logs import log
from ..base.metrics import ServerMetrics
from .members import ClusterMembers, MemberState
from .notifications import Notifications
from .replicated_log import ReplicatedLog
from .shared_rate_limits import SharedRateLimits

BEAT = 0.3
"""Seconds between two heartbeats."""
ALIVE = 1.5
"""Seconds without a heartbeat after which the other processes consider a process dead."""
LOOK = 2.0
"""Seconds between two searches for log lines whose notifications were lost. Without notifications it is ``BEAT``."""
ADOPT = 2.0
"""Seconds between two searches for logs whose timers and bots were run by a process that has died."""


class LocalLogs(Protocol):
    """The tables and tournaments in the memory of this process; each of them is a ``ReplicatedLog``."""

    @property
    def all(self) -> Sequence[ReplicatedLog[Any, Any]]:
        """All tables and tournaments in memory."""
        ...

    def public_tables(self) -> tuple[TableSummary, ...]:
        """Return the public tables of this process."""
        ...

    def people_online(self) -> int:
        """Return the number of people who are online at this process."""
        ...

    def get(self, id: str) -> ReplicatedLog[Any, Any] | None:
        """Return the table or tournament with this id; None if it is not in memory."""
        ...

    async def load(self, id: str) -> None:
        """Load the table or tournament with this id from the store into memory."""
        ...

    def forget(self, id: str) -> None:
        """Drop the table or tournament with this id from memory, and ask its clients to reconnect."""
        ...


class ClusterMembership:
    """This process as a member of the cluster: sends heartbeats, takes leases, and receives notifications."""

    def __init__(
        self,
        store: Store,
        database: str,
        clock: ServerClock,
        rate_limits: SharedRateLimits,
        metrics: ServerMetrics,
    ) -> None:
        self.owner = secrets.token_hex(8)
        """The random id of this process in the cluster."""
        self._store, self._clock, self._rate_limits, self._metrics = store, clock, rate_limits, metrics
        self.members = ClusterMembers()
        self.address = ""
        """The host and port at which other processes reach this one; empty while it accepts no relayed connections."""
        self.on_members_lost: Callable[[Set[str]], None] = lambda lost: None
        """The function that is called with the ids of other processes that have died or left."""
        self._beat_at = -LOOK
        """When this process sent its last heartbeat, as ``elapsed`` tells the time."""
        self._looked_at = -LOOK
        """When it last searched for log lines whose notifications were lost."""
        self._adopted_at = -ADOPT
        """When it last searched for logs of dead processes."""
        self._returning = False
        """Whether this process may have been considered dead at its last heartbeat."""
        self._look_now = asyncio.Event()
        """Set to send the next heartbeat, and to search for lost notifications, at once."""
        self._logs: LocalLogs | None = None
        self._store_lost = False
        """Whether the database was unavailable at the last heartbeat."""
        self._notifications = Notifications(database, self._on_notification, self._on_connection_change)
        self._task: asyncio.Task[None] | None = None

    def start(self, logs: LocalLogs) -> None:
        """Start to send heartbeats, and to receive notifications about ``logs``."""
        self._logs = logs
        self._task = asyncio.create_task(self._run(logs))

    @property
    def alive(self) -> bool:
        """Whether this process has sent a heartbeat recently, so that the other processes consider it alive."""
        return elapsed() < self._beat_at + ALIVE

    @property
    def compresses(self) -> bool:
        """Whether this process compresses logs: of all live processes, the one with the first id does."""
        return self.alive and self.owner == min([self.owner, *self.members.states])

    async def driver_of(self, id: str) -> tuple[str, str] | None:
        """Return the id and the address of the other process that runs a log's timers and bots.

        Return None if no other process runs them, if it accepts no relayed connections, or if the store is unavailable.
        """
        if not any(state.address for state in self.members.states.values()):
            return None
        with suppress(StoreUnavailable):
            owner = (await self._store.lease_owners([id])).get(id, "")
            if address := self.members.address(owner):
                return owner, address
        return None

    def announce(self, id: str, seq: int) -> None:
        """Notify the other processes that the log ``id`` has grown; ``seq`` is the number of its last line."""
        self._notifications.publish(id, seq)

    async def join(self, replica: ReplicatedLog[Any, Any]) -> None:
        """Subscribe to the notifications of a loaded log. If no other process runs its timers and bots, run them."""
        self._notifications.subscribe(replica.id)
        await self.try_driving(replica)

    async def try_driving(self, replica: ReplicatedLog[Any, Any]) -> None:
        """Run a log's timers and bots in this process, unless another process runs them."""
        if not replica.driving:
            with suppress(StoreUnavailable):
                await self._take_leases([replica])

    def leave(self, replica: ReplicatedLog[Any, Any]) -> None:
        """Unsubscribe from the notifications of a log, and release this process's lease of the log."""
        self._notifications.unsubscribe(replica.id)
        if replica.driving:
            replica.drive(False)
            replica.spawn(self._release([replica.id]))

    def abandon(self, id: str, why: str) -> None:
        """Drop an unreadable log from memory: it is damaged, or a later version of Uka has appended to it."""
        log.warning("a log can't be read any more", id=id, why=why)
        if self._logs is not None:
            self._logs.forget(id)

    async def close(self) -> None:
        """Leave the cluster, so that the other processes can take over this process's logs at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=ALIVE)
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(ALIVE):
                await self._store.leave(self.owner)
        await self._notifications.close()

    # Heartbeat

    async def _run(self, logs: LocalLogs) -> None:
        while True:
            try:
                await self._beat(logs)
                self._log_availability("")
            except StoreUnavailable as error:
                self._log_availability(str(error))
            except Exception:
                log.exception("the heartbeat failed")
            self._stop_if_suspected(logs)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # asyncio.wait_for may swallow a cancellation
                    await self._look_now.wait()
            self._look_now.clear()

    async def _beat(self, logs: LocalLogs) -> None:
        """Send a heartbeat, then learn what has changed in the cluster meanwhile."""
        since = elapsed()
        state = MemberState(logs.public_tables(), self._rate_limits.taken(), logs.people_online(), self.address)
        known = await self._store.beat(self.owner, ALIVE, msgspec.json.encode(state))
        if self._beat_at > 0 and not (known and (self.alive or self._returning)):
            self._rejoin(logs.all)
            return
        if self._returning:
            self._returning = False
            for replica in logs.all:
                replica.on_alive_again()
        self._beat_at = since
        self._read_members(await self._store.heartbeats(), logs.all)
        await self._balance_leases(logs.all)
        if since > self._looked_at + (LOOK if self._notifications.connected else BEAT):
            self._looked_at = since
            await self._clock.sync_with(self._store)
            await self._find_lost_notifications(logs.all)
        if since > self._adopted_at + ADOPT:
            self._adopted_at = since
            await self._adopt(logs)

    def _rejoin(self, replicas: Sequence[ReplicatedLog[Any, Any]]) -> None:
        """Stop running timers and bots, since other processes may consider this process dead and run them now.

        This process counts as alive again from its next heartbeat on. Until then it has time to notice which of
        its clients' connections have ended; these clients may be connected to another process now.
        """
        log.warning("other processes may have considered this process dead")
        self._returning = True
        for replica in replicas:
            replica.drive(False)
            replica.on_rejoin()

    def _read_members(self, states: Mapping[str, bytes], replicas: Sequence[ReplicatedLog[Any, Any]]) -> None:
        others = {owner: state for owner, state in states.items() if owner != self.owner}
        if lost := self.members.receive(others):
            for replica in replicas:
                replica.on_peer_lost()
            self.on_members_lost(lost)
        self._rate_limits.receive({owner: state.taken for owner, state in self.members.states.items()})
        self._metrics.processes.set(len(states))

    async def _balance_leases(self, replicas: Sequence[ReplicatedLog[Any, Any]]) -> None:
        """Take the leases of logs in use, unless another live process holds them; release the leases of unused logs.

        The process that holds the lease of a log runs the timers and bots of the log's table or tournament.
        """
        await self._take_leases([replica for replica in replicas if replica.in_use and not replica.driving])
        idle = [replica for replica in replicas if replica.driving and not replica.in_use and not replica.busy]
        for replica in idle:
            replica.drive(False)
        await self._release([replica.id for replica in idle])
        self._metrics.driven.set(sum(replica.driving for replica in replicas))

    async def _take_leases(self, wanted: Sequence[ReplicatedLog[Any, Any]]) -> None:
        """Take the lease of each log in ``wanted`` that no other live process holds, and run its timers and bots."""
        if wanted:
            got = await self._store.lease([replica.id for replica in wanted], self.owner)
            for replica in wanted:
                if replica.id in got:
                    self._begin_to_drive(replica)
            if got:
                log.info("took leases", logs=len(got))

    def _begin_to_drive(self, replica: ReplicatedLog[Any, Any]) -> None:
        try:
            replica.on_remote_append(replica.value.seq + 1)  # a notification of a new line may not have arrived
            replica.drive(True)
        except Exception:  # an error in one log must not stop the timers of the other logs
            log.exception("a table or tournament can't be driven", id=replica.id)

    async def _release(self, ids: Sequence[str]) -> None:
        """Give up this process's leases of the logs ``ids``."""
        if ids:
            with suppress(StoreUnavailable):
                await self._store.release(ids, self.owner)

    async def _find_lost_notifications(self, replicas: Iterable[ReplicatedLog[Any, Any]]) -> None:
        """Ask the store how long each log is, and schedule reads of those that have new lines."""
        by_id = {replica.id: replica for replica in replicas}
        if by_id:
            next_numbers = await self._store.next_seqs(list(by_id))
            for id, number in next_numbers.items():
                by_id[id].on_remote_append(number - 1)

    async def _adopt(self, logs: LocalLogs) -> None:
        """Load the logs whose timers and bots a dead process was running, so that this process runs them."""
        here = {replica.id for replica in logs.all}
        for id in await self._store.orphaned_logs():
            if id not in here:
                with suppress(UkaError):
                    await logs.load(id)
                    log.info("took over a log of a dead process", id=id)

    def _stop_if_suspected(self, logs: LocalLogs) -> None:
        """Stop running timers and bots if the other processes may consider this process dead."""
        if not self.alive:
            for replica in logs.all:
                replica.drive(False)

    def _log_availability(self, why: str) -> None:
        """Log a warning when the database becomes unavailable or available again.

        ``why`` is the reason why the database is unavailable; it is empty if the database is available.
        """
        if why and not self._store_lost:
            log.warning("the database is unavailable", why=why)
        elif self._store_lost and not why:
            log.warning("the database is available again")
        self._store_lost = bool(why)

    # Notifications

    def _on_notification(self, id: str, seq: int) -> None:
        self._metrics.notifications.inc()
        if self._logs is not None and (replica := self._logs.get(id)):
            replica.on_remote_append(seq)

    def _on_connection_change(self) -> None:
        self._metrics.notifications_connected.set(self._notifications.connected or False)
        self._looked_at = -LOOK  # search at once: notifications may not have arrived
        self._look_now.set()
