"""Appends lines to a tournament's log: for a command, or for the bell of a round.

The time of the bell follows from the state of the tournament alone.
"""

from __future__ import annotations

from collections.abc import Callable

from . import entries as en
from .entries import CLOCK, TournamentEntries, TournamentLine
from .evolve import evolve
from .tournament import Tournament


def due(t: Tournament) -> int | None:
    """Return the time at which the bell rings, in milliseconds since 1970. Return None while no clock runs."""
    return t.round.bell_at(t.settings) if t.round else None


def append_entries(
    t: Tournament, entries: TournamentEntries, *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Append entries to a tournament's log. Return the new tournament and the new lines.

    ``at`` is the time in milliseconds since 1970. If it is earlier than the time of the last line, the new lines get
    the time of the last line. ``by`` is the author, and ``id`` is the id of the author's message. The caller stores the
    new lines in one transaction.
    """
    lines = list[TournamentLine]()
    for number, entry in enumerate(entries):
        line = TournamentLine.after(t.hash, t.seq + 1, max(at, t.at), by, entry, "" if number else id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell of the round if it is due. Return the new tournament and the new log lines.

    ``now`` is the time in milliseconds since 1970.
    """
    bell = due(t)
    return append_entries(t, (en.RoundBellRang(),), at=bell, by=CLOCK) if bell is not None and bell <= now else (t, ())


def execute(
    t: Tournament, command: Callable[[Tournament], TournamentEntries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell if it is due, then execute a command. Return the new tournament and the new log lines.

    Do nothing if the author's message ``id`` was executed before. Raise ``TournamentRefusal`` if the command is
    refused.
    """
    if t.applied(by, id) is not None:
        return t, ()
    t, first = tick(t, at)
    t, then = append_entries(t, command(t), at=at, by=by, id=id)
    return t, first + then
