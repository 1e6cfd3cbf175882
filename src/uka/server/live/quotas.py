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
WHO_HAS = {"guest": "you have", "address": "your address has"}
"""How the sentence of a refusal begins, by whose limit was reached."""


class Quotas:
    """Counts the tables, tournaments and log lines of each guest and address.

    Raises ``LimitExceeded`` if a limit is reached.
    """

    def __init__(self, options: ServerOptions, rate_limits: SharedRateLimits) -> None:
        self._options = options
        limiter = rate_limits.limiter
        self._tables = OpenQuota(
            "tables",
            guest=QuotaBounds(limiter("new tables", options.tables_a_guest), options.open_tables_a_guest),
            address=QuotaBounds(
                limiter("new tables of an address", options.tables_an_address), options.open_tables_an_address
            ),
        )
        self._tournaments = OpenQuota(
            "tournaments",
            guest=QuotaBounds(
                limiter("new tournaments", options.tournaments_a_guest), options.open_tournaments_a_guest
            ),
            address=QuotaBounds(
                limiter("new tournaments of an address", options.tournaments_an_address),
                options.open_tournaments_an_address,
            ),
        )
        self._tournament_tables = limiter("tables of tournaments", options.tables_of_tournaments)
        self._boards = {
            "guest": limiter("new boards", options.boards_a_guest),
            "address": limiter("new boards of an address", options.boards_an_address),
        }
        self._lines = limiter("lines of a guest", options.lines_a_guest)
        self._address_lines = limiter("lines of an address", options.lines_an_address)
        self._chat = limiter("chat of a guest", options.chat_a_guest)

    @property
    def tables(self) -> OpenQuota:
        """The limits on the tables that a guest or an address opens, and has open."""
        return self._tables

    @property
    def tournaments(self) -> OpenQuota:
        """The limits on the tournaments that a guest or an address opens, and has open."""
        return self._tournaments

    def try_opening_tournament_table(self, requester: Requester, tournament: str) -> bool:
        """Count a table that a tournament is about to open, and return True.

        Return False if the tournament must wait, because the rate limit is reached. ``tournament`` is its id, and
        ``requester`` is who opened the tournament.
        """
        return not self._tournament_tables.take(requester.address or tournament, time.monotonic())

    def count_board(self, requester: Requester) -> None:
        """Count a new daily board under changed rules; raise ``LimitExceeded`` if there are too many.

        A daily board lists the results of all who play one day's deals under one ruleset. Rules are changed
        if they differ from the shipped ruleset of the same name in more than how a game ends.
        """
        for kind, who in _keys(requester):
            wait = self._boards[kind].take(who, time.monotonic())
            if wait:
                minutes = ceil(wait / 60)
                when = f"{minutes} minutes" if minutes > 1 else "a minute"
                raise LimitExceeded(
                    f"{WHO_HAS[kind]} opened many boards with changed rules: "
                    f"come again in {when}, or play by a shipped ruleset",
                    wait,
                )

    def count_line(self, who: str, address: str) -> None:
        """Count a line that is added to a log; raise ``LimitExceeded`` if ``who`` or ``address`` adds too many.

        ``who`` is the id of a guest, or of a link to a tournament.
        """
        now = time.monotonic()
        if wait := self._lines.take(who or address, now):
            raise LimitExceeded("you're doing a lot at once: wait a moment", wait)
        if wait := self._address_lines.take(address, now):
            raise LimitExceeded("too much is happening at once from your address: wait a moment", wait)

    def count_join(self, table: Table, guest: str, address: str) -> None:
        """Count a line for a person who joins a table; raise ``LimitExceeded`` if the table's log is too long."""
        if table.seq >= self._options.lines_a_table:
            raise LimitExceeded(self._too_long_message("table", "nobody else can join; open another table"))
        self.count_line(guest, address)

    def count_table_command(
        self, table: Table, command: table_commands.LoggedTableCommand, guest: str, address: str
    ) -> None:
        """Count a person's command at a table, unless it was carried out before.

        Raise ``LimitExceeded`` if a limit is reached.
        """
        if table.applied_line(guest, command.id) is not None:
            return
        if self.is_full(table):
            if not isinstance(command, table_commands.LeaveTable):
                raise LimitExceeded(f"this table's log is full, at {table.seq} lines: open another table")
        elif table.seq >= self._options.lines_a_table and isinstance(command, OPTIONAL_COMMANDS):
            raise LimitExceeded(
                self._too_long_message("table", "the current game can be finished; open another table for the next one")
            )
        self.count_line(guest, address)

    def count_chat(self, guest: str) -> None:
        """Count a command of a guest about the chat of a table; raise ``LimitExceeded`` if there are too many."""
        if self._chat.take(guest, time.monotonic()):
            raise LimitExceeded("you've written a lot: wait a few seconds")

    def is_full(self, table: Table) -> bool:
        """Return whether a table's log is full: whether it has at least ``FULL`` times as many lines as the limit."""
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
            or (isinstance(command, tournament_commands.SeatRound) and _has_seated_round(t))
        ):
            raise LimitExceeded(self._too_long_message("tournament", "the current games can be finished"))
        if isinstance(command, tournament_commands.EnterTeam):
            self.check_team_count(t, 1)
        self.count_line(writer, address)

    def check_team_count(self, t: Tournament, added: int) -> None:
        """Raise ``LimitExceeded`` if a tournament would have too many teams after ``added`` teams are entered."""
        most = self._options.teams
        if len(t.teams) + added > most:
            raise LimitExceeded(f"a tournament can have at most {most} teams on this server")

    def _too_long_message(self, what: str, advice: str) -> str:
        """Return the error message for a log that has too many lines. ``what`` is ``"table"`` or ``"tournament"``."""
        most = self._options.lines_a_table if what == "table" else self._options.lines_a_tournament
        return f"this {what}'s log has more than {most} lines: {advice}"


class QuotaBounds(NamedTuple):
    """The limits on the tables, or on the tournaments, of one guest or one address."""

    new: RateLimiter
    """The limit on the rate at which new tables, or tournaments, are opened."""
    most: int
    """The maximum number of tables, or of tournaments, that may be open at a time."""


class OpenQuota:
    """Counts and limits the open tables, or the open tournaments, of each guest and each address."""

    def __init__(self, what: str, *, guest: QuotaBounds, address: QuotaBounds) -> None:
        self._bounds = {"guest": guest, "address": address}
        self._open = Counter[tuple[str, str]]()
        """The number of open tables, or tournaments, by the keys that ``_keys`` returns."""
        self._what = what
        """What is counted, for the sentences of refusals: ``"tables"`` or ``"tournaments"``."""

    def count_request(self, requester: Requester) -> None:
        """Count a request to open a table or tournament towards the rate limits of its requester.

        Raise ``LimitExceeded`` if the requester has too many open, or has recently opened too many.
        """
        for kind, who in _keys(requester):
            most = self._bounds[kind].most
            if self._open[kind, who] >= most:
                raise LimitExceeded(f"{WHO_HAS[kind]} {most} {self._what} open: empty ones close after a few minutes")
        now = time.monotonic()
        for kind, who in _keys(requester):
            wait = self._bounds[kind].new.take(who, now)
            if wait:
                raise LimitExceeded(f"{WHO_HAS[kind]} opened many {self._what}: wait a moment", wait)

    def count_opened(self, requester: Requester) -> None:
        """Count one more table or tournament of the requester as open."""
        self._open.update(_keys(requester))

    def count_closed(self, requester: Requester) -> None:
        """Stop counting one table or tournament of the requester as open."""
        for key in _keys(requester):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]

    def open_at_address(self, requester: Requester) -> int:
        """Return how many tables or tournaments of the requester's address are open."""
        return self._open["address", requester.address]


def _keys(requester: Requester) -> Iterable[tuple[str, str]]:
    """Return the keys under which a requester is counted, such as ``("guest", ID)``; leave out what is unknown."""
    keys = ("guest", requester.guest), ("address", requester.address)
    return [(kind, who) for kind, who in keys if who]


def _has_seated_round(t: Tournament) -> bool:
    """Return whether the teams of a round are assigned to tables and the round has not begun yet.

    To assign the tables again would only lengthen the log.
    """
    return t.round is not None and t.round.started is None
