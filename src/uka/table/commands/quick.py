"""Quick games: tables of strangers who want the same rules. Such a table has no host and begins by itself.

A game begins as soon as every seat has a connected person. The log's first line holds the longest time to wait. After
this time the game begins with bots in the free seats. A person who leaves or disconnects before the game begins, or
never connects, loses the seat.
"""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.text.confusable import TakenNames

from .. import entries as en
from ..entries import FORMAT, QUICK_HOST, TableEntries, TableLine
from ..evolution import evolve
from ..quick_timers import ARRIVE_MS
from ..settings import SECOND, TableSettings, default_settings
from ..table import Table, TableRefusal, TableStage
from .people import LETTERS, check_not_deserted

WAIT_MS = 20_000
"""The longest time, in milliseconds, that a person waits for others."""
SEATED_IN_TURN = (Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
"""The order in which seats are filled: the first two people are partners."""


def quick_settings(rules: Ruleset, bots: str | None = None) -> TableSettings:
    """Return the settings of a quick game. Nobody can keep strangers waiting for long. ``bots`` is the bots' level."""
    usual = default_settings(rules)
    timed = replace(usual, public=True, move_ms=usual.move_ms or 30 * SECOND, bank_ms=min(usual.bank_ms, 60 * SECOND))
    return replace(timed, away_ms=20 * SECOND, bots=bots or usual.bots)


def open_table(
    rules: Ruleset, settings: TableSettings, player: str, name: str, *, at: int, avatar: str = ""
) -> tuple[Table, tuple[TableLine, ...]]:
    """Open a table for a quick game and give its first person a seat. Return the table and the first lines of its log.

    ``at`` is the time in milliseconds since 1970.
    """
    entry = en.TableOpened(FORMAT, rules, settings, QUICK_HOST, "", WAIT_MS)
    lines = [TableLine.after("", 0, at, QUICK_HOST, entry)]
    table, _ = evolve(None, lines[0])
    for entry in join(table, player, name, at, avatar):
        lines.append(TableLine.after(table.hash, table.seq + 1, at, player, entry))
        table, _ = evolve(table, lines[-1])
    return table, tuple(lines)


def join(table: Table, player: str, name: str, now: int, avatar: str = "") -> TableEntries:
    """Join a quick game that has not begun, and take the next free seat.

    A person counts as disconnected until a client connects. Return no entries if the person has a seat already. Raise
    ``TableRefusal`` if the game has begun, if too little time is left to connect, if no seat is free, or if nobody
    waits any more.
    """
    if table.seat_of(player):
        return ()
    check_not_deserted(table)
    if now > table.quick_at - ARRIVE_MS:
        raise TableRefusal("this quick game is about to start")
    free = [seat for seat in SEATED_IN_TURN if seat in table.rules.seats and table.chair(seat).player is None]
    if not free or table.stage is not TableStage.SEATING:
        raise TableRefusal("this quick game has started, or every seat is taken")
    if player in table.removed:
        raise TableRefusal("you were removed from this table")
    joined = () if table.member(player) else (en.PlayerJoined(player, _unlike(table, name), avatar),)
    return (*joined, en.SeatTaken(player, free[0]), en.ConnectionLost(free[0]))


def check_may_begin(table: Table, player: str) -> None:
    """Raise ``TableRefusal`` if a person may not begin a game.

    In general only the host may. A quick game has no host: a person who waits alone may begin it, and any seated person
    may begin the next game.
    """
    if table.quick and table.stage is TableStage.SEATING:
        seat = table.seat_of(player)
        if seat is None or table.alone is not seat:
            raise TableRefusal("a quick game starts by itself")
    elif table.quick and table.seat_of(player) is not None:
        pass
    elif player != table.host:
        raise TableRefusal("only the host can start the game")
    if table.playing:
        raise TableRefusal("a game is already being played")


def _unlike(table: Table, name: str) -> str:
    """Return the name, with a number if somebody at the table has a name that looks the same."""
    taken = TakenNames(member.name for member in table.members)
    others = (f"{name[: LETTERS - len(str(n)) - 1]} {n}" for n in range(2, len(table.members) + 3))
    return next(one for one in (name, *others) if taken.like(one) is None)
