"""How much guests, addresses and holders of links may add: tables, tournaments, lines of logs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from uka.table import Table
from uka.tournament import Tournament
from uka.wire import asks, orders

from ..base.options import Options
from ..base.rate_limits import Buckets, TooMuch
from ..cluster.shared_rate_limits import Shares

FULL = 3
"""A log may be so many times as long as what only chatters may make it: so long goes what is being played."""
CHATTER = (
    asks.Sit, asks.Say, asks.PutBot, asks.Empty, asks.Swap, asks.Pause, asks.HandOver, asks.Change, asks.Begin,
    asks.Undo, asks.Away,
)  # fmt: skip
"""What a table with a long log refuses: a game that is played goes on to its end without it."""
CLERICAL = (
    orders.Agree, orders.GiveLink, orders.GiveLinks, orders.Amend, orders.Rejoin, orders.SetTables, orders.PauseRound,
    orders.ExtendRound, orders.CallToTable, orders.GiveFairPlay, orders.FillIn,
)  # fmt: skip
"""What a tournament with a long log refuses."""
CLOSING = (orders.RingBell, orders.CloseRound, orders.EndTournament)
"""What one does even where the log is full."""


class Opener(NamedTuple):
    """Who opened a table or a tournament, and from where; empty where that is not known."""

    guest: str = ""
    address: str = ""


NOBODY = Opener()


class Quotas:
    """What is left to each; ``TooMuch`` says in a sentence that nothing is."""

    def __init__(self, options: Options, shares: Shares) -> None:
        self._options = options
        new = shares.buckets
        self._tables = Held(
            "tables",
            guest=Bound(new("new tables", options.tables_a_guest), options.open_tables_a_guest),
            address=Bound(new("new tables of an address", options.tables_an_address), options.open_tables_an_address),
        )
        self._tournaments = Held(
            "tournaments",
            guest=Bound(new("new tournaments", options.tournaments_a_guest), options.open_tournaments_a_guest),
            address=Bound(
                new("new tournaments of an address", options.tournaments_an_address),
                options.open_tournaments_an_address,
            ),
        )
        self._seats = shares.buckets("tables of tournaments", options.tables_of_tournaments)
        self._lines = shares.buckets("lines of a guest", options.lines_a_guest)
        self._address_lines = shares.buckets("lines of an address", options.lines_an_address)

    @property
    def tables(self) -> Held:
        """Those of tables."""
        return self._tables

    @property
    def tournaments(self) -> Held:
        """Those of tournaments."""
        return self._tournaments

    def table_of_tournament(self, opener: Opener, tournament: str) -> bool:
        """Whether a tournament may open another table now."""
        return not self._seats.take(opener.address or tournament, time.monotonic())

    def line(self, who: str, address: str) -> None:
        """Count what somebody writes, a guest or who holds a link."""
        now = time.monotonic()
        if wait := self._lines.take(who or address, now):
            raise TooMuch("you do much at once: wait a moment", wait)
        if wait := self._address_lines.take(address, now):
            raise TooMuch("much is done at once from your address: wait a moment", wait)

    def join(self, table: Table, guest: str, address: str) -> None:
        """Count somebody who comes to a table."""
        if table.seq >= self._options.lines_a_table:
            raise TooMuch(self._long("table", "nobody else can come in; open another table"))
        self.line(guest, address)

    def ask(self, table: Table, ask: asks.Command, guest: str, address: str) -> None:
        """Count what a person asks a table for, unless it was done before."""
        if table.applied(guest, ask.id) is not None:
            return
        if self.full(table):
            if not isinstance(ask, asks.Leave):
                raise TooMuch(f"this table's log is full, at {table.seq} lines: open another table")
        elif table.seq >= self._options.lines_a_table and isinstance(ask, CHATTER):
            raise TooMuch(self._long("table", "what is being played goes on; open another table for the next game"))
        self.line(guest, address)

    def full(self, table: Table) -> bool:
        """Whether a table's log takes no more."""
        return table.seq >= FULL * self._options.lines_a_table

    def order(self, t: Tournament, order: object, writer: str, address: str) -> None:
        """Count what somebody orders in a tournament; ``writer`` is the link they hold."""
        most = self._options.lines_a_tournament
        if t.seq >= FULL * most and not isinstance(order, CLOSING):
            raise TooMuch("this tournament's log is full: close the round and end it")
        if t.seq >= most and (isinstance(order, CLERICAL) or (isinstance(order, orders.SeatTeams) and _seated(t))):
            raise TooMuch(self._long("tournament", "what is being played goes on"))
        if isinstance(order, orders.Enter):
            self.teams(t, 1)
        self.line(writer, address)

    def teams(self, t: Tournament, more: int) -> None:
        """Refuse teams that are too many for a tournament."""
        if len(t.teams) + more > (most := self._options.teams):
            raise TooMuch(f"a tournament has {most} teams at most on this server")

    def _long(self, what: str, goes_on: str) -> str:
        most = self._options.lines_a_table if what == "table" else self._options.lines_a_tournament
        return f"this {what}'s log is long, more than {most} lines: {goes_on}"


class Bound(NamedTuple):
    """How many new ones somebody may open, and how many they may have open at once."""

    new: Buckets
    most: int


class Held:
    """How many tables, or tournaments, guests and addresses have open."""

    def __init__(self, what: str, *, guest: Bound, address: Bound) -> None:
        self._bounds = {"guest": guest, "address": address}
        self._open = Counter[tuple[str, str]]()
        self._what = what

    def check(self, opener: Opener) -> None:
        """Count one that is to be opened."""
        for kind, who in _keys(opener):
            if self._open[kind, who] >= (most := self._bounds[kind].most):
                whose = "you have" if kind == "guest" else "from your address there are"
                raise TooMuch(f"{whose} {most} {self._what} open: those that nobody is at are put away in some minutes")
        now = time.monotonic()
        for kind, who in _keys(opener):
            if wait := self._bounds[kind].new.take(who, now):
                many = "you have opened many" if kind == "guest" else "from your address came many"
                raise TooMuch(f"{many} {self._what}: wait a moment", wait)

    def opened(self, opener: Opener) -> None:
        """Take note of one that is open."""
        self._open.update(_keys(opener))

    def closed(self, opener: Opener) -> None:
        """Take note of one that was put away."""
        for key in _keys(opener):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]

    def of(self, opener: Opener) -> int:
        """How many are open of an address."""
        return self._open["address", opener.address]


def _keys(opener: Opener) -> Iterable[tuple[str, str]]:
    return tuple((kind, who) for kind, who in zip(("guest", "address"), opener, strict=True) if who)


def _seated(t: Tournament) -> bool:
    """Whether a round is seated that has not begun: seated anew, it would only make the log longer."""
    return t.round is not None and t.round.started is None
