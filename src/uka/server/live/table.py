"""A live table: its state in memory, its connected clients, and the driver that runs its timers and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from uka.core.errors import UkaError
from uka.hosting.audience import Audience, changes_members, snapshot_message
from uka.hosting.ids import DAY_HOST, MATCH_HOST, TOURNAMENT_HOST
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_commands import TableOperation
from uka.store import Store, StoreUnavailable
from uka.table import Table, TableLine, TableRefusal, TableTransition, append_entries, due, execute, parse
from uka.table.commands import people
from uka.table.entries import TABLE, ConnectionLost, PlayerLeft, SeatTaken, TablePaused, TableResumed
from uka.table.transitions import transitions_of
from uka.wire.table_commands import ChatCommand

from ..base.clock import LogClock, ServerClock, awake
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..base.requester import UNKNOWN_REQUESTER, Requester
from ..cluster.replicated_log import Cluster, ReplicatedLog
from ..workers.bots import BotWorkers
from .chat import TableChat
from .driver import TableDriver
from .farewells import LEFT, REMOVED, WATCHING_ENDED
from .subscribers import TableSubscriber
from .table_snapshots import due_snapshot, store_snapshot
from .timer import RETRY_AFTER


class UncertainDepartures:
    """Remembers the players whose clients left this process, but may have connected to another process.

    For example, a client may have lost its connection while this process was suspended, and connected to another.
    """

    def __init__(self) -> None:
        self._players: set[str] = set()
        """The ids of the remembered players."""
        self._clients: set[TableSubscriber] = set()
        """Clients that ``discard_ended`` removed, until ``record`` is called for each."""

    def discard_ended(self, audience: Audience[TableSubscriber]) -> None:
        """Remove the clients of ``audience`` whose connections have ended, and remember their players.

        This is done when other processes begin to consider this process alive again. If that happens twice in a short
        time, ``record`` may not have been called yet for clients that were removed the first time.
        """
        ended = {client for client in audience if client.gone}
        for client in ended:
            audience.discard(client)
            self._players.add(client.player)
        self._clients |= ended

    def record(self, client: TableSubscriber, *, suspected: bool) -> bool:
        """Remember the player of a client that has left, if the player may be connected to another process.

        Return whether the player is remembered. ``suspected`` is true if the other processes may consider this process
        dead now.
        """
        uncertain = suspected or client in self._clients
        self._clients.discard(client)
        if uncertain:
            self._players.add(client.player)
        return uncertain

    def take_players(self) -> tuple[str, ...]:
        """Return the ids of the remembered players, and forget these players."""
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
        self.audience = Audience[TableSubscriber](self._options.remembered)
        self._chat = TableChat(self.audience)
        self.touched = awake()
        """The ``awake`` time at which the table last changed or a client last left."""
        self._driver = TableDriver(self, services.bots, self._options, services.metrics)
        self._requester = requester
        """Who opened the table, or the first client after the table was loaded, as far as they are known."""
        self._attended = awake()
        """The ``awake`` time at which a client last left, or at which the table was loaded."""
        self._present_elsewhere = False
        """Whether clients are connected to this table through another process."""
        self._departures = UncertainDepartures()
        self.snapshot_seq = 0
        """The number of the line of the last snapshot that was stored, or 0."""

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
        return self._requester if self._requester.guest or self._requester.address else Requester(self._charged_guest)

    @property
    def _charged_guest(self) -> str:
        """The id of the guest who is charged for bots' CPU time if the opener is unknown: the table's owner.

        The server itself owns the tables for the deals of a day or of a match. The guest is then the first player at
        the table or, if there is none, the table's own id stands for the guest.
        """
        table = self.table
        if table.host not in (DAY_HOST, MATCH_HOST):
            return table.acting_host
        return next((chair.player for chair in table.chairs if chair.player), self.id)

    @property
    def abandoned(self) -> bool:
        """Whether a game is running but nobody has been connected for a while; never in a tournament or a match."""
        table = self.table
        if self.audience or self._present_elsewhere or awake() <= self._attended + self._options.absent_after:
            return False
        goes_on_alone = table.host.startswith((TOURNAMENT_HOST, MATCH_HOST))
        return table.playing and table.paused is None and not goes_on_alone

    def schedule_timer(self) -> None:
        """Set the timer for the next due event, if this process runs the table's timers and bots."""
        self._driver.schedule_timer()

    @property
    def overdue(self) -> bool:
        """Whether something is overdue, such as a bot's turn, and no timer or task of this process will handle it."""
        return self._driver.overdue

    def restart(self) -> None:
        """Cancel the tasks of timers and bots, and set the timer again."""
        self._driver.restart()

    def on_peer_lost(self) -> None:
        """React to the death of another process: soon mark players who have no client here as disconnected."""
        self._present_elsewhere = False
        self.spawn_later(self._options.presence_after, lambda: self._check_presence(self._seated))

    def on_rejoin(self) -> None:
        """React to the first heartbeat after this process was away: soon check the players who left in that time.

        Those who have no client here are then marked as disconnected.
        """
        self.spawn_later(self._options.presence_after, lambda: self._check_presence(self._departures.take_players()))

    def on_alive_again(self) -> None:
        """React to the moment at which this process counts as alive again: remove clients whose connections have ended.

        Their players may be connected to another process, so they are not marked as disconnected yet.
        """
        self._departures.discard_ended(self.audience)

    def check_presence_soon(self, player: str) -> None:
        """Soon mark a seated person as disconnected, unless a client of the person connects before."""
        self.spawn_later(self._options.presence_after, lambda: self._check_presence((player,)))

    # Changes

    async def do(self, command: TableOperation, by: str, id: str = "") -> int:
        """Carry out a command, send updates, and return the number of the first log line that the command wrote.

        ``by`` is the sender's id. A command with the same ``id`` is carried out only once; later calls return the same
        number. If the command wrote no line, or its ``id`` is not stored, return the number of the log's last line.
        Raise ``UkaError`` if the command is refused.
        """

        def decide(table: Table) -> Sequence[TableTransition]:
            timers = self._driver.may_be_due(table)
            _, transitions = execute(table, command, at=self.now(), by=by, id=id, timers=timers)
            return transitions

        await self.change(decide)
        version = self.table.applied_line(by, id)
        return self.table.seq if version is None else version

    def do_chat(self, command: ChatCommand, by: str) -> None:
        """Carry out a command about the chat. ``by`` is the sender's id. Raise ``UkaError`` if it is refused.

        The process that runs the table has the chat. It alone knows at once when a deal begins.
        """
        if not self.driving or self.suspected:
            raise TableRefusal("this table is moving to another server: reload the page, then write again")
        self._chat.carry_out(self.table, command, by, self.now())

    def replay(self, lines: Sequence[bytes]) -> Sequence[TableTransition]:
        """Apply log lines from the store to the present state, and return the transitions without publishing them."""
        return tuple(transitions_of(self.table, parse(lines, start=self.table.seq + 1, previous_hash=self.table.hash)))

    def publish(self, transitions: Sequence[TableTransition]) -> None:
        """Apply transitions, send updates to all clients, and set the timer for the next due event."""
        since, self.value = self.table.seq, transitions[-1].table
        self.touched = awake()
        if any(isinstance(step.line.entry, TableResumed) for step in transitions):
            self.note_resumption()
        if changes_members(transitions):
            self._dismiss_nonmembers(transitions)  # before the others are told the new invitation
        if not self.audience.publish(transitions, since, lambda: self._services.invitation(self.id, self.table)):
            for client in self.audience:
                self.sync(client, None)
        self._chat.follow(transitions)
        self.schedule_timer()
        self._mark_absent_seated(transitions)
        self._correct_other_processes(transitions)
        self._store_snapshot_if_due(transitions)
        if follower := self._services.followers.get(self.id):
            follower(self)

    def _store_snapshot_if_due(self, transitions: Sequence[TableTransition]) -> None:
        """Store a snapshot if a game has begun long after the last snapshot, and this process drives the table."""
        began = due_snapshot(transitions, self.snapshot_seq) if self.driving else None
        if began is not None:
            self.snapshot_seq = began.seq
            self.spawn(store_snapshot(self._services.store, self.id, began))

    async def lines(self) -> tuple[TableLine, ...]:
        """Return all lines of the table's log, read from the store."""
        return parse(await self._services.store.read(self.id))

    # Presence

    def arrive(self, client: TableSubscriber, since: int | None = None) -> None:
        """Add a client, and send it the log lines after version ``since``, or a snapshot, then the chat.

        Later updates follow.
        """
        self.sync(client, since)
        if chat := self._chat.update_for(self.table, client.player):
            client.push(chat)
        self.audience.add(client)
        if not self._requester.address and not self._requester.guest:
            self._requester = Requester(self._charged_guest, client.address)

    def depart(self, client: TableSubscriber) -> None:
        """Remove a client. Its player then counts as disconnected, unless another client of the player is connected."""
        self.audience.discard(client)
        self.touched = self._attended = awake()
        player = client.player
        if (
            self._departures.record(client, suspected=self.suspected)
            or self.closed
            or self.audience.is_connected(player)
        ):
            return
        self.spawn(self._mark_disconnected(player))
        if not self.audience:
            self.spawn_later(self._options.empty_after, self._pause_if_deserted)
        if player == self.table.host:
            self.spawn_later(self._options.heir_after, self._replace_absent_host)

    def sync(self, client: TableSubscriber, since: int | None) -> None:
        """Send a client the log lines after version ``since``, or a snapshot if these lines are not in memory."""
        player, metrics = client.player, self._services.metrics
        invitation = self._services.invitation(self.id, self.table)
        missed = None if since is None else self.audience.missed_update(self.table, player, since, invitation)
        (metrics.welcomes if missed is None else metrics.refills).inc()
        lines = () if missed else self.audience.lines_of_deal(self.table, player)
        client.push(missed or snapshot_message(self.id, self.table, player, invitation, self.now(), lines))

    def note_resumption(self) -> None:
        """Remember whether the game was last resumed because somebody has connected to another process."""
        self._present_elsewhere = self.table.resumed_by == TABLE and not self.audience

    async def freeze(self) -> None:
        """Mark all players as disconnected, and pause the game. The pause gets the time of the log's last line.

        Do nothing if the table changes first or a client connects. The game of a match is resumed at once, so that
        nobody loses time by the pause.
        """
        asked = self.table
        entries = people.pause_after_crash(asked)
        if not entries:
            return

        def pause(table: Table) -> Sequence[TableTransition]:
            at = table.at if table.playing else self.now()
            paused, transitions = append_entries(table, entries, at=at, by=TABLE)
            if not (table.playing and table.host == MATCH_HOST):
                return transitions
            _, resumed = append_entries(paused, people.resume(paused, TABLE), at=self.now(), by=TABLE)
            return transitions + resumed

        await self.change(pause, when=lambda table: table.seq == asked.seq and not self.audience)

    @property
    def _seated(self) -> list[str]:
        """The ids of the people who have a seat."""
        return [chair.player for chair in self.table.chairs if chair.player is not None]

    def _dismiss_nonmembers(self, transitions: Sequence[TableTransition]) -> None:
        """Close the connections of people who have left the table, or whom the host has sent away."""
        host = self.table.host
        watched = {
            line.entry.player
            for line in (step.line for step in transitions)
            if isinstance(line.entry, PlayerLeft) and line.by == host != line.entry.player
        }
        for client in self.audience:
            player = client.player
            if self.table.member(player) is None:
                self.audience.discard(client)
                gone = WATCHING_ENDED if player in watched else LEFT
                client.farewell(*(REMOVED if player in self.table.removed else gone))

    def _mark_absent_seated(self, steps: Sequence[TableTransition]) -> None:
        """Mark players as disconnected who have just been given a seat that they booked before they disconnected."""
        if not self.driving:
            return
        for line in (step.line for step in steps if step.line.by == TABLE):
            entry = line.entry
            if isinstance(entry, SeatTaken) and not self.audience.is_connected(entry.player):
                self.spawn(self._mark_disconnected(entry.player))

    def _correct_other_processes(self, steps: Sequence[TableTransition]) -> None:
        """Undo the mistakes that other processes made because they don't know the clients of this process.

        Mark a player who has a client here as connected again, and resume a game that has any client here.
        """
        if self.cluster is None:
            return
        entries = [step.line.entry for step in steps]
        for seat in {entry.seat for entry in entries if isinstance(entry, ConnectionLost)}:
            player = self.table.chair(seat).player
            if player is not None and self.audience.is_connected(player):
                self.spawn(self.mark_connected(player))
        if any(isinstance(entry, TablePaused) for entry in entries) and self.resting and self.audience:
            self.spawn(self._resume_if_resting())

    async def _check_presence(self, players: Sequence[str]) -> None:
        """Mark players without a client here as disconnected. A process that has a player's client undoes the mark."""
        if not self.driving:
            return
        for player in players:
            if not self.audience.is_connected(player):
                await self._mark_disconnected(player)

    async def _mark_disconnected(self, player: str) -> None:
        """Mark a person as disconnected, unless the person has a client here."""
        connected = self.audience.is_connected
        await self._do_if_needed_and_allowed(
            lambda table: people.record_disconnection(table, player), player, lambda: not connected(player)
        )

    async def mark_connected(self, player: str) -> None:
        """Mark a person who has a client here as connected. Resume a game that was paused when all had disconnected."""
        connected = self.audience.is_connected
        await self._do_if_needed_and_allowed(
            lambda table: people.record_reconnection(table, player), player, lambda: connected(player)
        )
        await self._resume_if_resting()

    async def _resume_if_resting(self) -> None:
        """Resume the game if it was paused because everyone had disconnected, and somebody is connected now."""
        await self._do_if_needed_and_allowed(
            lambda table: people.resume(table, TABLE), TABLE, lambda: self.resting and bool(self.audience)
        )

    async def _pause_if_deserted(self) -> None:
        """Pause the game if nobody is connected to the table any more."""
        await self._do_if_needed_and_allowed(
            lambda table: people.pause(table, TABLE, "nobody"), TABLE, lambda: self._is_deserted
        )

    @property
    def _is_deserted(self) -> bool:
        """Whether a game is running but no player or spectator is connected to any process; never in a match."""
        table = self.table
        attended = self.audience or (self.cluster and any(chair.connected for chair in table.chairs))
        return not attended and table.playing and table.paused is None and table.host != MATCH_HOST

    async def _replace_absent_host(self) -> None:
        """If the host is not connected, make the first connected player the host."""
        if self.cluster is None:
            connected = [player for player in self._seated if self.audience.is_connected(player)]
        else:
            connected = [chair.player for chair in self.table.chairs if chair.player and chair.lost is None]
        if connected and self.table.host not in connected:
            await self._do_if_needed_and_allowed(
                lambda table: people.change_host(table, TABLE, connected[0]),
                TABLE,
                lambda: not self.audience.is_connected(self.table.host),
            )

    # Background commands

    async def _do_if_needed_and_allowed(self, command: TableOperation, by: str, needed: Callable[[], bool]) -> None:
        """Carry out a command if ``needed`` returns true. Ignore a refusal; retry while the store is unavailable."""
        if not needed():
            return
        try:
            await self.do(command, by)
        except StoreUnavailable:
            self.spawn_later(RETRY_AFTER, lambda: self._do_if_needed_and_allowed(command, by, needed))
        except UkaError:  # a refusal means that the command is no longer needed
            pass

    def close(self) -> None:
        """Stop the table's timers and bots, and cancel all of its tasks."""
        self.closed = True
        self._driver.stop()
        self.cancel_tasks()
