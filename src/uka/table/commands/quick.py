"""The commands for quick games, in which strangers meet who want the same rules. A quick game has no host.

The game begins by itself as soon as every seat has a connected person. After ``WAIT_MS`` milliseconds it begins with
bots in the free seats. A person who leaves or disconnects before the game begins, or never connects, loses the seat.
"""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.text.confusable import TakenNames

from .. import entries as en
from ..entries import FORMAT, QUICK_HOST, TableEntries, TableLine
from ..evolution import replayed
from ..quick_timers import ARRIVE_MS
from ..settings import SECOND, TableSettings, default_settings
from ..table import Table, TableRefusal, TableStage
from ..transitions import append_entries
from .free_seats import first_free_seat
from .people import LETTERS, check_not_deserted

WAIT_MS = 20_000
"""The time, in milliseconds, after which a quick game begins even if seats are free."""


def quick_settings(rules: Ruleset, bots: str | None = None) -> TableSettings:
    """Return the settings of a quick game, in which nobody can keep the others waiting for long.

    ``bots`` is the level of the bots; if it is None, they have the usual level.
    """
    usual = default_settings(rules)
    return replace(
        usual,
        public=True,
        bots=bots or usual.bots,
        move_ms=usual.move_ms or 30 * SECOND,
        bank_ms=min(usual.bank_ms, 60 * SECOND),
        away_ms=20 * SECOND,
    )


def open_table(
    rules: Ruleset, settings: TableSettings, player: str, name: str, *, at: int, avatar: str = ""
) -> tuple[Table, tuple[TableLine, ...]]:
    """Open a table for a quick game, and give a seat to its first person, ``player``.

    ``name`` and ``avatar`` are the name and the emblem of this person. ``at`` is the time in milliseconds since 1970.
    Return the table and the first lines of its log.
    """
    opening = en.TableOpened(FORMAT, rules, settings, host=QUICK_HOST, name="", quick_ms=WAIT_MS)
    first = TableLine.after(previous_hash="", seq=0, at=at, by=QUICK_HOST, entry=opening)
    table = replayed([first])
    table, steps = append_entries(table, join(table, player, name, at, avatar), at=at, by=player)
    return table, (first, *(step.line for step in steps))


def join(table: Table, player: str, name: str, now: int, avatar: str = "") -> TableEntries:
    """Join a quick game that has not begun, and take the next free seat.

    The person ``player`` counts as disconnected until a client of the person connects. ``now`` is the time in
    milliseconds since 1970. Return no entries if the person has a seat already. Raise ``TableRefusal`` if the game has
    begun or is about to begin, if no seat is free, or if everybody has left the table.
    """
    if table.seat_of(player):
        return ()
    check_not_deserted(table)
    if now > table.quick_at - ARRIVE_MS:
        raise TableRefusal("this quick game is about to start")
    free = first_free_seat(table)
    if free is None or table.stage is not TableStage.SEATING:
        raise TableRefusal("this quick game has started, or every seat is taken")
    if player in table.removed:
        raise TableRefusal("you were removed from this table")
    seated = (en.SeatTaken(player, free), en.ConnectionLost(free))
    if table.member(player):
        return seated
    return (en.PlayerJoined(player, _distinct_name(table, name), avatar), *seated)


def check_may_begin(table: Table, player: str) -> None:
    """Raise ``TableRefusal`` if the person ``player`` may not begin a game now.

    In general only the host may. A quick game has no host: a person who waits alone may begin the first game, and any
    seated person may begin the next game.
    """
    seat = table.seat_of(player)
    if table.quick and table.stage is TableStage.SEATING:
        if seat is None or table.only_person is not seat:
            raise TableRefusal("a quick game starts by itself")
    elif player != table.host and not (table.quick and seat is not None):
        raise TableRefusal("only the host can start the game")
    if table.playing:
        raise TableRefusal("a game is already being played")


def _distinct_name(table: Table, name: str) -> str:
    """Return ``name``, followed by a number if somebody at the table has a name that looks the same."""
    taken = TakenNames(member.name for member in table.members)
    others = (f"{name[: LETTERS - len(str(n)) - 1]} {n}" for n in range(2, len(table.members) + 3))
    return next(candidate for candidate in (name, *others) if taken.like(candidate) is None)
