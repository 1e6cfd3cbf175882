"""Appends lines to a tournament's log, for a command or for the bell that ends a round.

The time of the bell follows from the tournament's state alone.
"""

from __future__ import annotations

from collections.abc import Callable

from . import entries as en
from .entries import CLOCK, TournamentEntries, TournamentLine
from .evolve import evolve
from .tournament import Tournament


def due(t: Tournament) -> int | None:
    """Return when the bell ends the round, in milliseconds since 1970, or None while no clock runs."""
    return t.round.bell_at(t.settings) if t.round else None


def append_entries(
    t: Tournament, entries: TournamentEntries, *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Append entries to a tournament's log. Return the new tournament and the new lines.

    The caller stores the lines in one transaction. If ``at`` is earlier than the last line's time, the last line's time
    is used instead.
    """
    lines = list[TournamentLine]()
    for number, entry in enumerate(entries):
        line = TournamentLine.after(t.hash, t.seq + 1, max(at, t.at), by, entry, "" if number else id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell that ends the round if it is due by ``now``, in milliseconds since 1970."""
    bell = due(t)
    return append_entries(t, (en.RoundBellRang(),), at=bell, by=CLOCK) if bell is not None and bell <= now else (t, ())


def execute(
    t: Tournament, command: Callable[[Tournament], TournamentEntries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell if it is due, then apply a command. Do nothing if the message ``id`` was applied before.

    A ``TournamentRefusal`` of the command passes to the caller, who keeps the tournament as it was.
    """
    if t.applied(by, id) is not None:
        return t, ()
    t, first = tick(t, at)
    t, then = append_entries(t, command(t), at=at, by=by, id=id)
    return t, first + then
