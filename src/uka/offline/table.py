"""A table that this process alone hosts, with its clock and its bots."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Protocol

from uka.bots import bot, check_playable
from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.hosting.audience import Audience, Subscriber, snapshot_message
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.problems import rejection_of
from uka.hosting.table_commands import TableOperation, table_operation
from uka.table import (
    DueTimer,
    Table,
    TableTransition,
    append_entries,
    bot_view,
    choice_seed,
    due,
    evolve,
    execute,
    may_choose,
    parse,
    tick,
)
from uka.table.commands import gameplay, people
from uka.table.entries import BOT, TABLE
from uka.table.transitions import transitions_of
from uka.wire import socket_updates, table_commands
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Ack, Pong, Rejection, SocketAnswer

from .log import HostedLog, Keeper, LogPage

REMEMBERED = 1_000
"""The number of log lines that a table keeps in memory for a page that connects again."""


class Host(Keeper, Protocol):
    """What a table needs of the process that hosts it."""

    @property
    def packs(self) -> PackSecrets:
        """The object that makes the host's secret inputs to the shuffles of packs."""
        ...


class TablePage(Subscriber, LogPage, Protocol):
    """A page that shows a table."""


class HostedTable(HostedLog):
    """A table with its clock, its bots and the pages that show it."""

    def __init__(self, id: str, table: Table, host: Host) -> None:
        super().__init__(id, host)
        self.table = table
        self.packs = host.packs
        """The object that makes the host's secret inputs to the shuffles of packs."""
        self._audience = Audience[TablePage](REMEMBERED)
        self.schedule()

    @classmethod
    def from_log(cls, id: str, lines: Iterable[bytes], host: Host) -> HostedTable:
        """Return the table whose log has these ``lines``. Its pages see all of the present deal again."""
        first, *others = parse(lines)
        table, _ = evolve(None, first)
        last = tuple(deque(transitions_of(table, others), REMEMBERED))
        live = cls(id, last[-1].table if last else table, host)
        live.clients.remember(last)
        return live

    @property
    def written_at(self) -> int:
        """The time of the log's last line, in milliseconds since 1970."""
        return self.table.at

    @property
    def clients(self) -> Audience[TablePage]:
        """The pages that show the table."""
        return self._audience

    def check_bots(self) -> None:
        """Raise ``UnplayableBot`` if a bot of the table cannot play on this device."""
        table = self.table
        for level in {table.settings.bots, *(chair.bot for chair in table.chairs if chair.bot)}:
            check_playable(level)

    # Pages

    async def arrive(self, page: TablePage, since: int | None = None) -> None:
        """Connect a page, and send it the lines after version ``since``, or a snapshot. Later updates follow."""
        self._sync(page, since)
        self._audience.add(page)
        await self._note(lambda table: people.record_reconnection(table, page.player), page.player)
        await self._note(lambda table: people.resume(table, TABLE), TABLE)

    async def depart(self, page: TablePage) -> None:
        """Disconnect a page. Without any page, a game pauses."""
        self._audience.discard(page)
        if not self._audience:
            await self._note(lambda table: people.record_disconnection(table, page.player), page.player)
            await self._note(lambda table: people.pause(table, TABLE, "nobody"), TABLE)

    async def answer(self, page: TablePage, text: str) -> None:
        """Carry out a message of a page, and send the page the answer."""
        page.push(socket_updates.write(await self._answer(page, text)))

    async def _answer(self, page: TablePage, text: str) -> SocketAnswer:
        try:
            command = table_commands.read(text)
        except InvalidMessage as error:
            return Rejection(error.id, str(error))
        match command:
            case table_commands.PingTable():
                return Pong(command.id, self.now())
            case table_commands.SyncTable():
                self._sync(page, command.since)
                return Ack(command.id, self.table.seq)
            case table_commands.WriteChatLine() | table_commands.ReportChatLine():
                return Rejection(command.id, "nobody else is here to read it")
            case _:
                return await self._carry_out(page.player, command)

    async def _carry_out(self, player: str, command: table_commands.LoggedTableCommand) -> SocketAnswer:
        try:
            version = await self.do(table_operation(command, player, self), player, command.id)
        except UkaError as error:
            return rejection_of(command.id, error)
        return Ack(command.id, version)

    def _sync(self, page: TablePage, since: int | None) -> None:
        """Send a page the lines after version ``since``, or a snapshot if they are not in memory."""
        table, player = self.table, page.player
        missed = None if since is None else self._audience.missed_update(table, player, since, "")
        lines = () if missed else self._audience.lines_of_deal(table, player)
        page.push(missed or snapshot_message(self.id, table, player, "", self.now(), lines))

    # Changes

    async def do(self, command: TableOperation, by: str, id: str = "") -> int:
        """Carry out a command, and return the number of the first line that it wrote, or else of the last line.

        A command with the same ``id`` is carried out once. Raise ``UkaError`` if it is refused.
        """
        await self._change(lambda table: execute(table, command, at=self.now(), by=by, id=id)[1])
        version = self.table.applied_line(by, id)
        return self.table.seq if version is None else version

    async def _note(self, command: TableOperation, by: str) -> None:
        """Carry out a command of the host itself, if it is needed: a refusal means that it is not."""
        with suppress(UkaError):
            await self.do(command, by)

    async def _change(self, decide: Callable[[Table], Sequence[TableTransition]]) -> None:
        """Store the lines that ``decide`` returns for the present state, then send them to the pages."""
        async with self._changing:
            steps = decide(self.table)
            if steps:
                await self._keep([step.line for step in steps])
                self._publish(steps)

    def _publish(self, steps: Sequence[TableTransition]) -> None:
        since, self.table = self.table.seq, steps[-1].table
        if not self._audience.publish(steps, since, str):
            for page in self._audience:
                self._sync(page, None)
        self.schedule()

    # The clock and the bots

    def schedule(self) -> None:
        """Set the alarm for what is due next."""
        self._alarm.stop()
        coming, at = due(self.table), self.table
        if coming is not None:
            self._set_alarm(coming.at, lambda: self._on_due(coming, at))

    async def _on_due(self, coming: DueTimer, at: Table) -> None:
        """Do what is due at a table in the state ``at``, unless the table has changed since."""
        if coming.what == "choice" and coming.seat is not None:
            await self._let_bot_choose(coming.seat, at)
            return
        new = coming.what in ("secrets", "begin")
        secrets = self.packs.batch(at, len(at.secrets) if at.playing else 0) if new else b""
        await self._change(lambda table: tick(table, self.now(), secrets)[1] if table is at else ())

    async def _let_bot_choose(self, seat: Seat, at: Table) -> None:
        observation = at.observe(seat)
        if observation is None:
            return
        action = self._choose(at, seat, observation)

        def chosen(table: Table) -> Sequence[TableTransition]:
            if table.moved != at.moved or not may_choose(table, seat, self.now()):
                return ()
            return append_entries(
                table, gameplay.choose(table, seat, action, at.seq, self.now()), at=self.now(), by=BOT
            )[1]

        await self._change(chosen)

    def _choose(self, table: Table, seat: Seat, observation: Observation) -> Action:
        level = table.chair(seat).bot or table.settings.bots
        seen = bot_view(table, observation)
        return bot(level, partnerly=True).choose(seen, Random(choice_seed(table, seen)))
