"""The clock of a round, and how lines are made: told from the tournament alone, so that any process can drive it."""

from __future__ import annotations

from collections.abc import Callable

from . import entries as en
from .entries import CLOCK, Entries, Line
from .evolve import evolve
from .tournament import Tournament


def due(t: Tournament) -> int | None:
    """When the bell rings, in milliseconds since 1970; None while no clock runs."""
    return t.round.bell_at(t.settings) if t.round else None


def put(t: Tournament, entries: Entries, *, at: int, by: str, id: str = "") -> tuple[Tournament, tuple[Line, ...]]:
    """Lines for some entries; they belong together, and are stored all or none. Times never run back."""
    lines = list[Line]()
    for number, entry in enumerate(entries):
        line = Line.after(t.hash, t.seq + 1, max(at, t.at), by, entry, "" if number else id)
        t = evolve(t, line)
        lines.append(line)
    return t, tuple(lines)


def tick(t: Tournament, now: int) -> tuple[Tournament, tuple[Line, ...]]:
    """The bell, if its time has come."""
    bell = due(t)
    return put(t, (en.Rang(),), at=bell, by=CLOCK) if bell is not None and bell <= now else (t, ())


def act(
    t: Tournament, command: Callable[[Tournament], Entries], *, at: int, by: str, id: str = ""
) -> tuple[Tournament, tuple[Line, ...]]:
    """A command carried out after the bell, if that was due before; nothing if this message was applied already.

    A refusal goes through, and nothing is different then.
    """
    if t.applied(by, id) is not None:
        return t, ()
    t, first = tick(t, at)
    t, then = put(t, command(t), at=at, by=by, id=id)
    return t, first + then
