"""A live table: its state in memory, its connected clients, and the driver that runs its timers and bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from uka.core.errors import UkaError
from uka.store import Store, StoreUnavailable
from uka.table import Table, TableLine, TableTransition, append_entries, due, execute, parse
from uka.table.commands import people
from uka.table.entries import TABLE, ConnectionLost, SeatTaken, TablePaused, TableResumed
from uka.table.transitions import transitions_of

from ..base.clock import LogClock, ServerClock, awake
from ..base.ids import DAY_HOST, MATCH_HOST, TOURNAMENT_HOST
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.replicated_log import Cluster, ReplicatedLog
from ..workers.bots import BotWorkers
from .audience import Audience, changes_rules, snapshot_message
from .driver import TableDriver
from .farewells import LEFT, REMOVED
from .pack_secrets import PackSecrets
from .subscribers import TableSubscriber
from .table_commands import TableOperation
from .timer import RETRY_AFTER


class UncertainDepartures:
    """Departures from a table after which the player may be connected to another process.

    The process was suspended, for example, and the client has connected to another process meanwhile.
    """

    def __init__(self) -> None:
        self._players: set[str] = set()
        self._clients: set[TableSubscriber] = set()
        """Clients whose connections ended while this process was away, but have not been handled yet."""

    def discard_ended(self, audience: Audience) -> None:
        """Remove the clients whose connections have ended, when this process begins to count as alive again."""
        self._clients = {client for client in audience if client.gone}
        for client in self._clients:
            audience.discard(client)
            self._players.add(client.player)

    def note(self, client: TableSubscriber, *, asleep: bool) -> bool:
        """Record the departure of a client, and return whether its player may be connected to another process.

        ``asleep`` is whether the other processes may consider this process dead now.
        """
        uncertain = asleep or client in self._clients
        self._clients.discard(client)
        if uncertain:
            self._players.add(client.player)
        return uncertain

    def take(self) -> tuple[str, ...]:
        """Return the players of the recorded departures, and forget them."""
        players, self._players = tuple(self._players), set()
        return players


class TableServices(NamedTuple):
    """The objects that all tables of a server share."""

    store: Store
    bots: BotWorkers
    metrics: ServerMetrics
    options: ServerOptions
    clock: ServerClock
    invitation: Callable[[str, Table], str]
    """A function that returns the invitation to a table, given the table's id and state."""
    packs: PackSecrets
    followers: dict[str, Callable[[LiveTable], None]]
    """Callbacks by table id; a callback runs after each change of its table."""
    cluster: Cluster | None = None
    """The cluster that this process belongs to; None if no other process shares the store."""


class LiveTable(ReplicatedLog[Table, TableTransition]):
    """A table with its clients, timers and bots. The game pauses when nobody is connected any more."""

    def __init__(
        self, id: str, table: Table, services: TableServices, requester: Requester = UNKNOWN_REQUESTER
    ) -> None:
        clock = LogClock(table.at, services.clock.now)
        super().__init__(id, table, services.store, services.metrics, clock, services.cluster)
        self._services, self._options, self.packs = services, services.options, services.packs
        self.audience, self.touched = Audience(self._options.remembered), awake()
        self._driver = TableDriver(self, services.bots, self._options, services.metrics)
        self._requester, self._attended = requester, awake()
        self._present_elsewhere = False
        """Whether clients are connected to this table through another process."""
        self._departures = UncertainDepartures()

    @property
    def table(self) -> Table:
        """The present state of the table."""
        return self.value

    @property
    def resting(self) -> bool:
        """Whether the table is paused because everyone has disconnected."""
        return self.table.paused is not None and self.table.paused.why == "nobody"

    @property
    def in_use(self) -> bool:
        """Whether a client is connected, or a timer or a bot's turn is scheduled."""
        return bool(self.audience) or self.due_at is not None

    @property
    def due_at(self) -> int | None:
        """The time of the next due event, or None if no timer runs."""
        return coming.at if (coming := due(self.table)) else None

    @property
    def payer(self) -> Requester:
        """The requester who is charged for bots' CPU time: the table's opener or, if unknown, the table's owner."""
        return self._requester if self._requester.guest or self._requester.address else Requester(self._owner)

    @property
    def _owner(self) -> str:
        """The id of the table's owner. The server hosts the tables of days and matches, but each pays for its own."""
        table = self.table
        if table.host not in (DAY_HOST, MATCH_HOST):
            return table.owner
        return next((chair.player for chair in table.chairs if chair.player), self.id)

    @property
    def abandoned(self) -> bool:
        """Whether a game is running but nobody has been connected for a while; never in a tournament or a match."""
        table, alone = self.table, not self.audience and not self._present_elsewhere
        late, kept = awake() > self._attended + self._options.absent_after, (TOURNAMENT_HOST, MATCH_HOST)
        return alone and late and table.playing and table.paused is None and not table.host.startswith(kept)

    def schedule_timer(self) -> None:
        """Set the timer for the next due event, if this process runs the table's timers and bots."""
        self._driver.schedule_timer()

    @property
    def stuck(self) -> bool:
        """Whether something is overdue, such as a bot's turn, and no timer or task of this process will handle it."""
        return self._driver.stuck

    def restart(self) -> None:
        """Cancel the tasks of timers and bots, and set the timer again."""
        self._driver.restart()

    def on_peer_lost(self) -> None:
        """React to the death of another process: give its players some seconds to reconnect to this process."""
        self._present_elsewhere = False
        self.spawn_later(self._options.presence_after, lambda: self._check_presence(self._seated))

    def on_rejoin(self) -> None:
        """Check soon which of the players who left while this process was away are connected. None is marked yet."""
        self.spawn_later(self._options.presence_after, lambda: self._check_presence(self._departures.take()))

    def on_return(self) -> None:
        """Remove the clients whose connections ended meanwhile: their players may be connected to another process."""
        self._departures.discard_ended(self.audience)

    # Changes

    async def do(self, command: TableOperation, by: str, id: str = "") -> int:
        """Carry out a command, send updates, and return the number of the first line that the command wrote.

        Return the number of the log's last line if the command wrote none, or if the table does not remember ``id``.
        ``by`` is the sender's id. A command with the same ``id`` is carried out only once; later calls return the same
        number.
        """
        await self.change(
            lambda t: execute(t, command, at=self.now(), by=by, id=id, timers=self._driver.may_be_due(t))[1]
        )
        done = self.table.applied(by, id)
        return self.table.seq if done is None else done

    def replay(self, lines: Sequence[bytes]) -> Sequence[TableTransition]:
        """Apply log lines from the store to the present state, and return the transitions without publishing them."""
        return tuple(transitions_of(self.table, parse(lines, start=self.table.seq + 1, before=self.table.hash)))

    def publish(self, transitions: Sequence[TableTransition]) -> None:
        """Apply transitions, send updates to all clients, and set the timer for the next due event."""
        since, self.value = self.table.seq, transitions[-1].table
        self.touched = awake()
        self.note(each.line for each in transitions)
        if self.audience.publish(transitions, since, lambda: self._services.invitation(self.id, self.table)):
            self._dismiss()
        for client in self.audience if changes_rules(transitions) else ():
            self.sync(client, None)
        self.schedule_timer()
        self._check_seated(transitions)
        self._correct(transitions)
        if follower := self._services.followers.get(self.id):
            follower(self)

    async def lines(self) -> tuple[TableLine, ...]:
        """Return all lines of the table's log, read from the store."""
        return parse(await self._services.store.read(self.id))

    # Presence

    def arrive(self, client: TableSubscriber, since: int | None = None) -> None:
        """Add a client, and send it the log lines after version ``since``, or a snapshot. Later updates follow."""
        self.sync(client, since)
        self.audience.add(client)
        if not self._requester.address and not self._requester.guest:
            self._requester = Requester(self._owner, client.address)

    def depart(self, client: TableSubscriber) -> None:
        """Remove a client. Its player then counts as disconnected, unless another client of the player is connected."""
        self.audience.discard(client)
        player, options, self.touched = client.player, self._options, awake()
        self._attended = self.touched
        if self._departures.note(client, asleep=self.asleep) or self.closed or self.audience.is_connected(player):
            return
        self.spawn(self._lose(player))
        if not self.audience:
            self.spawn_later(options.empty_after, self._pause_if_left)
        if player == self.table.host:
            self.spawn_later(options.heir_after, self._find_host)

    def sync(self, client: TableSubscriber, since: int | None) -> None:
        """Send a client the log lines after version ``since``, or a snapshot if these lines are not in memory."""
        player, metrics = client.player, self._services.metrics
        invitation = self._services.invitation(self.id, self.table)
        missed = None if since is None else self.audience.missed_update(self.table, player, since, invitation)
        (metrics.welcomes if missed is None else metrics.refills).inc()
        lines = () if missed else self.audience.lines_of_deal(self.table, player)
        client.push(missed or snapshot_message(self.id, self.table, player, invitation, self.now(), lines))

    def note(self, lines: Iterable[TableLine]) -> None:
        """Record whether the given log lines resumed the game because somebody has connected to another process."""
        for line in lines:
            if isinstance(line.entry, TableResumed):
                self._present_elsewhere = line.by == TABLE and not self.audience

    async def freeze(self) -> None:
        """Mark all players as disconnected, and pause the game as if at the time of the last line.

        A match goes on at once, so that nobody loses time by the pause.
        """
        table = self.table
        entries, goes_on = people.frozen(table), table.playing and table.host == MATCH_HOST

        def freeze(table: Table) -> Sequence[TableTransition]:
            table, first = append_entries(table, entries, at=table.at if table.playing else self.now(), by=TABLE)
            then = people.resume(table, TABLE) if goes_on else ()
            return first + append_entries(table, then, at=self.now(), by=TABLE)[1]

        if entries:
            await self.change(freeze, when=lambda present: present.seq == table.seq and not self.audience)

    @property
    def _seated(self) -> list[str]:
        return [chair.player for chair in self.table.chairs if chair.player is not None]

    def _dismiss(self) -> None:
        for client in self.audience:
            if self.table.member(client.player) is None:
                self.audience.discard(client)
                client.farewell(*(REMOVED if client.player in self.table.removed else LEFT))

    def _check_seated(self, steps: Sequence[TableTransition]) -> None:
        """Mark a player as disconnected if the player booked a seat, disconnected, and was then given the seat."""
        for entry in (step.line.entry for step in steps if step.line.by == TABLE) if self.driving else ():
            if isinstance(entry, SeatTaken) and not self.audience.is_connected(entry.player):
                self.spawn(self._lose(entry.player))

    def _correct(self, steps: Sequence[TableTransition]) -> None:
        """Correct mistakes of other processes: mark players as connected again, and resume the game.

        A player with a client here is not disconnected. A game must not pause while anybody has a client here.
        """
        entries = [step.line.entry for step in steps] if self.cluster is not None else ()
        for seat in {entry.seat for entry in entries if isinstance(entry, ConnectionLost)}:
            player = self.table.chair(seat).player
            if player is not None and self.audience.is_connected(player):
                self.spawn(self.back(player))
        if any(isinstance(entry, TablePaused) for entry in entries) and self.resting and self.audience:
            self.spawn(self._wake())

    async def _check_presence(self, players: Sequence[str]) -> None:
        """Mark players without a client here as disconnected. A process that has a player's client undoes the mark."""
        for player in players if self.driving else ():
            if not self.audience.is_connected(player):
                await self._lose(player)

    async def _lose(self, player: str) -> None:
        connected = self.audience.is_connected
        await self._quietly(lambda table: people.lost(table, player), player, lambda: not connected(player))

    async def back(self, player: str) -> None:
        """Mark a person as connected again. Resume the game if it was paused because everyone had disconnected."""
        connected = self.audience.is_connected
        await self._quietly(lambda table: people.returned(table, player), player, lambda: connected(player))
        await self._wake()

    async def _wake(self) -> None:
        """Resume the game if it was paused because everyone had disconnected, and somebody is connected now."""
        await self._quietly(
            lambda table: people.resume(table, TABLE), TABLE, lambda: self.resting and bool(self.audience)
        )

    async def _pause_if_left(self) -> None:
        """Pause the game if nobody is connected to the table any more."""
        await self._quietly(lambda table: people.pause(table, TABLE, "nobody"), TABLE, lambda: self._left)

    @property
    def _left(self) -> bool:
        """Whether a game that is no match is running but no player or spectator is connected to any process."""
        table = self.table
        attended = self.audience or (self.cluster and any(chair.here for chair in table.chairs))
        return not attended and table.playing and table.paused is None and table.host != MATCH_HOST

    async def _find_host(self) -> None:
        there = [chair.player for chair in self.table.chairs if chair.player and chair.lost is None]
        if self.cluster is None:
            there = [player for player in self._seated if self.audience.is_connected(player)]
        if there and self.table.host not in there:
            await self._quietly(
                lambda table: people.hand_over(table, TABLE, there[0]),
                TABLE,
                lambda: not self.audience.is_connected(self.table.host),
            )

    # Background commands

    async def _quietly(self, command: TableOperation, by: str, needed: Callable[[], bool]) -> None:
        """Carry out a command if ``needed`` returns true. Ignore a refusal; retry while the store is unavailable."""
        if not needed():
            return
        try:
            await self.do(command, by)
        except StoreUnavailable:
            self.spawn_later(RETRY_AFTER, lambda: self._quietly(command, by, needed))
        except UkaError:  # a refusal means that the command is no longer needed
            pass

    def close(self) -> None:
        """Stop the table's timers and bots, and cancel all of its tasks."""
        self.closed = True
        self._driver.stop()
        self.cancel_tasks()
