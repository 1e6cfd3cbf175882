"""The clock of a round, and how lines are made: told from the tournament alone, so that any process can drive it."""

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
    """Lines for some entries; they belong together, and are stored all or none. Times never run back."""
    lines = list[TournamentLine]()
    for number, entry in enumerate(entries):
        line = TournamentLine.after(t.hash, t.seq + 1, max(at, t.at), by, entry, "" if number else id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """The bell, if its time has come."""
    bell = due(t)
    return append_entries(t, (en.RoundBellRang(),), at=bell, by=CLOCK) if bell is not None and bell <= now else (t, ())


def execute(
    t: Tournament, command: Callable[[Tournament], TournamentEntries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[TournamentLine, ...]]:
    """A command carried out after the bell, if that was due before; nothing if this message was applied already.

    A refusal goes through, and nothing is different then.
    """
    if t.applied(by, id) is not None:
        return t, ()
    t, first = tick(t, at)
    t, then = append_entries(t, command(t), at=at, by=by, id=id)
    return t, first + then
