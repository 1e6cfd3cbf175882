"""Appends lines to a tournament's log: for a command, or for the bell that ends a round.

This module reads no clock. The state of the tournament determines when the bell is due, and callers pass the time.
"""

from __future__ import annotations

from collections.abc import Callable

from . import entries as en
from .entries import CLOCK, TournamentEntries, TournamentLine
from .evolve import evolve
from .tournament import Tournament


def due(t: Tournament) -> int | None:
    """Return the time at which the bell of the current round rings, in milliseconds since 1970.

    Return None while the clock of the round does not run.
    """
    return t.round.bell_at(t.settings) if t.round else None


def append_entries(
    t: Tournament, entries: TournamentEntries, *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Return the tournament after ``entries``, and the log lines that hold them. The caller stores the lines together.

    ``at`` is the time in milliseconds since 1970. If it is earlier than the time of the last line, the new lines get
    the time of the last line. ``by`` is the author of the entries. ``id`` is the id of the message that caused them; it
    is kept in the first line.
    """
    lines = list[TournamentLine]()
    for entry in entries:
        message_id = "" if lines else id
        line = TournamentLine.after(t.hash, t.seq + 1, max(at, t.at), by, entry, message_id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell of the current round if it is due. Return the new tournament and the new log lines.

    ``now`` is the time in milliseconds since 1970. If the bell is not due, return ``t`` itself and no lines.
    """
    bell = due(t)
    if bell is None or bell > now:
        return t, ()
    return append_entries(t, (en.RoundBellRang(),), at=bell, by=CLOCK)


def execute(
    t: Tournament, command: Callable[[Tournament], TournamentEntries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """Ring the bell if it is due, then execute ``command``. Return the new tournament and the new log lines.

    ``command`` takes the tournament and returns the entries to append. ``at`` is the time in milliseconds since 1970,
    ``by`` is the author, and ``id`` is the id of the author's message. If this message was executed before, return
    ``t`` itself and no lines. Raise ``TournamentRefusal`` if the command is refused.
    """
    if t.applied_line(by, id) is not None:
        return t, ()
    t, bell_lines = tick(t, at)
    t, command_lines = append_entries(t, command(t), at=at, by=by, id=id)
    return t, bell_lines + command_lines
