"""Limits on new tables, tournaments and log lines, for each guest, each network address and each tournament link."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from uka.table import Table
from uka.tournament import Tournament
from uka.wire import table_commands, tournament_commands

from ..base.options import ServerOptions
from ..base.rate_limits import LimitExceeded, RateLimiter
from ..base.requester import Requester
from ..cluster.shared_rate_limits import SharedRateLimits

FULL = 3
"""A log is full when its number of lines reaches ``FULL`` times the limit on lines.

When a log has reached the limit on lines, optional commands are refused. When it is full, a table accepts only
``LeaveTable``, and a tournament accepts only ``CLOSING_COMMANDS``.
"""
OPTIONAL_COMMANDS = (
    table_commands.TakeSeat,
    table_commands.SayPhrase,
    table_commands.SeatBot,
    table_commands.RemoveBot,
    table_commands.SwapSeats,
    table_commands.PauseTable,
    table_commands.ChangeHost,
    table_commands.ChangeSettings,
    table_commands.ChangeRules,
    table_commands.BeginGame,
    table_commands.UndoAction,
    table_commands.TakeBreak,
)
"""Commands that a table refuses when its log has reached the limit on lines. A running game can end without them."""
OPTIONAL_TOURNAMENT_COMMANDS = (
    tournament_commands.ChangeTournamentSettings,
    tournament_commands.GrantLink,
    tournament_commands.GrantLinks,
    tournament_commands.AmendTeam,
    tournament_commands.RejoinTeam,
    tournament_commands.SetTables,
    tournament_commands.PauseRound,
    tournament_commands.ExtendRound,
    tournament_commands.CallForHelp,
    tournament_commands.GiveFairPlay,
    tournament_commands.SubstitutePlayer,
)
"""Commands that a tournament refuses when its log has reached the limit on lines.

A running round can end without these commands.
"""
CLOSING_COMMANDS = (tournament_commands.RingBell, tournament_commands.CloseRound, tournament_commands.EndTournament)
"""Commands that a tournament with a full log still accepts."""


class Quotas:
    """Counts the tables, tournaments and log lines of each guest and address.

    Raises ``LimitExceeded`` if a limit is reached.
    """

    def __init__(self, options: ServerOptions, shares: SharedRateLimits) -> None:
        self._options = options
        new = shares.buckets
        self._tables = OpenQuota(
            "tables",
            guest=QuotaBounds(new("new tables", options.tables_a_guest), options.open_tables_a_guest),
            address=QuotaBounds(
                new("new tables of an address", options.tables_an_address), options.open_tables_an_address
            ),
        )
        self._tournaments = OpenQuota(
            "tournaments",
            guest=QuotaBounds(new("new tournaments", options.tournaments_a_guest), options.open_tournaments_a_guest),
            address=QuotaBounds(
                new("new tournaments of an address", options.tournaments_an_address),
                options.open_tournaments_an_address,
            ),
        )
        self._seats = shares.buckets("tables of tournaments", options.tables_of_tournaments)
        self._boards = {"guest": new("new boards", options.boards_a_guest)}
        self._boards["address"] = new("new boards of an address", options.boards_an_address)
        self._lines = shares.buckets("lines of a guest", options.lines_a_guest)
        self._address_lines = shares.buckets("lines of an address", options.lines_an_address)

    @property
    def tables(self) -> OpenQuota:
        """The limits on open tables."""
        return self._tables

    @property
    def tournaments(self) -> OpenQuota:
        """The limits on open tournaments."""
        return self._tournaments

    def table_of_tournament(self, requester: Requester, tournament: str) -> bool:
        """Count a table that a tournament opens. Return False if the rate limit is reached and the table must wait."""
        return not self._seats.take(requester.address or tournament, time.monotonic())

    def board(self, requester: Requester) -> None:
        """Count a new board of a day, under rules that are not shipped."""
        for kind, who in _keys(requester):
            if wait := self._boards[kind].take(who, time.monotonic()):
                whose = "you have" if kind == "guest" else "your address has"
                when = f"{minutes} minutes" if (minutes := ceil(wait / 60)) > 1 else "a minute"
                why = (
                    f"{whose} opened many boards with changed rules: come again in {when}, or play by a shipped ruleset"
                )
                raise LimitExceeded(why, wait)

    def line(self, who: str, address: str) -> None:
        """Count a line that is added to a log. ``who`` is the id of a guest, or of a link to a tournament."""
        now = time.monotonic()
        if wait := self._lines.take(who or address, now):
            raise LimitExceeded("you're doing a lot at once: wait a moment", wait)
        if wait := self._address_lines.take(address, now):
            raise LimitExceeded("too much is happening at once from your address: wait a moment", wait)

    def join(self, table: Table, guest: str, address: str) -> None:
        """Count a person who joins a table; raise ``LimitExceeded`` if the table's log is too long."""
        if table.seq >= self._options.lines_a_table:
            raise LimitExceeded(self._long("table", "nobody else can join; open another table"))
        self.line(guest, address)

    def count_table_command(
        self, table: Table, command: table_commands.LoggedTableCommand, guest: str, address: str
    ) -> None:
        """Count a person's command at a table, unless it was carried out before.

        Raise ``LimitExceeded`` if a limit is reached.
        """
        if table.applied(guest, command.id) is not None:
            return
        if self.full(table):
            if not isinstance(command, table_commands.LeaveTable):
                raise LimitExceeded(f"this table's log is full, at {table.seq} lines: open another table")
        elif table.seq >= self._options.lines_a_table and isinstance(command, OPTIONAL_COMMANDS):
            raise LimitExceeded(
                self._long("table", "the current game can be finished; open another table for the next one")
            )
        self.line(guest, address)

    def full(self, table: Table) -> bool:
        """Return whether a table's log is full: whether it has ``FULL`` times the limit of lines."""
        return table.seq >= FULL * self._options.lines_a_table

    def count_tournament_command(self, t: Tournament, command: object, writer: str, address: str) -> None:
        """Count a command in a tournament; raise ``LimitExceeded`` if a limit is reached.

        ``writer`` identifies the sender's link, or the guest if the sender has no link.
        """
        most = self._options.lines_a_tournament
        if t.seq >= FULL * most and not isinstance(command, CLOSING_COMMANDS):
            raise LimitExceeded("this tournament's log is full: close the round and end it")
        if t.seq >= most and (
            isinstance(command, OPTIONAL_TOURNAMENT_COMMANDS)
            or (isinstance(command, tournament_commands.SeatRound) and _seated(t))
        ):
            raise LimitExceeded(self._long("tournament", "the current games can be finished"))
        if isinstance(command, tournament_commands.EnterTeam):
            self.teams(t, 1)
        self.line(writer, address)

    def teams(self, t: Tournament, added: int) -> None:
        """Raise ``LimitExceeded`` if a tournament would have too many teams after ``added`` teams are entered."""
        if len(t.teams) + added > (most := self._options.teams):
            raise LimitExceeded(f"a tournament can have at most {most} teams on this server")

    def _long(self, what: str, goes_on: str) -> str:
        most = self._options.lines_a_table if what == "table" else self._options.lines_a_tournament
        return f"this {what}'s log has more than {most} lines: {goes_on}"


class QuotaBounds(NamedTuple):
    """The limits on the tables, or on the tournaments, of a requester.

    The field ``new`` limits the rate at which the requester opens them. The field ``most`` is the maximum number that
    may be open at a time.
    """

    new: RateLimiter
    most: int


class OpenQuota:
    """Counts and limits the open tables, or the open tournaments, of each guest and each address."""

    def __init__(self, what: str, *, guest: QuotaBounds, address: QuotaBounds) -> None:
        self._bounds = {"guest": guest, "address": address}
        self._open = Counter[tuple[str, str]]()
        self._what = what

    def check(self, requester: Requester) -> None:
        """Count a new table or tournament towards the rate limits of its requester.

        Raise ``LimitExceeded`` if the requester has too many open, or has recently opened too many.
        """
        for kind, who in _keys(requester):
            if self._open[kind, who] >= (most := self._bounds[kind].most):
                whose = "you have" if kind == "guest" else "your address has"
                raise LimitExceeded(f"{whose} {most} {self._what} open: empty ones close after a few minutes")
        now = time.monotonic()
        for kind, who in _keys(requester):
            if wait := self._bounds[kind].new.take(who, now):
                whose = "you have" if kind == "guest" else "your address has"
                raise LimitExceeded(f"{whose} opened many {self._what}: wait a moment", wait)

    def opened(self, requester: Requester) -> None:
        """Count one more table or tournament of the requester as open."""
        self._open.update(_keys(requester))

    def closed(self, requester: Requester) -> None:
        """Stop counting one table or tournament of the requester as open."""
        for key in _keys(requester):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]

    def of(self, requester: Requester) -> int:
        """Return how many tables or tournaments of the requester's address are open."""
        return self._open["address", requester.address]


def _keys(requester: Requester) -> Iterable[tuple[str, str]]:
    return tuple((kind, who) for kind, who in zip(("guest", "address"), requester, strict=True) if who)


def _seated(t: Tournament) -> bool:
    """Return whether the teams of a round are assigned to tables and the round has not begun yet.

    To assign the tables again would only lengthen the log.
    """
    return t.round is not None and t.round.started is None
