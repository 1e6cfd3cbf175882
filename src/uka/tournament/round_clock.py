"""Makes the lines of a tournament's log for commands and for the bell.

The time of the bell follows from the tournament alone, so any process can drive it.
"""

from __future__ import annotations

from collections.abc import Callable

from . import entries as en
from .entries import CLOCK, TournamentEntries, TournamentLine
from .evolve import evolve
from .tournament import Tournament


def due(t: Tournament) -> int | None:
    """When the bell rings, in milliseconds since 1970; None while no clock runs."""
    return t.round.bell_at(t.settings) if t.round else None


def append_entries(
    t: Tournament, entries: TournamentEntries, *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """The tournament after some entries, and their lines.

    Store the lines in one transaction. A time ``at`` before that of the last line counts as that.
    """
    lines = list[TournamentLine]()
    for number, entry in enumerate(entries):
        line = TournamentLine.after(t.hash, t.seq + 1, max(at, t.at), by, entry, "" if number else id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell if it is due by ``now``."""
    bell = due(t)
    return append_entries(t, (en.RoundBellRang(),), at=bell, by=CLOCK) if bell is not None and bell <= now else (t, ())


def execute(
    t: Tournament, command: Callable[[Tournament], TournamentEntries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell if it is due, then apply a command. If the message ``id`` was applied before, nothing happens.

    The command's ``TournamentRefusal`` is raised unchanged; the caller keeps the tournament as it was.
    """
    if t.applied(by, id) is not None:
        return t, ()
    t, first = tick(t, at)
    t, then = append_entries(t, command(t), at=at, by=by, id=id)
    return t, first + then
