"""The pause between two deals: when it ends, whether it lasts until a person is ready, and whether the clock stops."""

from __future__ import annotations

from .table import Table, TableStage

WAIT_MS = 3_600_000
"""The longest time, in milliseconds, for which the next deal waits for a person who plays only with bots."""
LEAST_MS = 5_000
"""The shortest pause, in milliseconds, that is long enough for people. Tables with a shorter pause are for scripts."""


def rest_ends_at(table: Table) -> int:
    """Return the time at which the pause before the next deal ends, in milliseconds since 1970.

    Return 0, which means now, if all connected people are ready.
    """
    present = [chair for chair in table.chairs if chair.connected]
    if present and all(chair.ready for chair in present):
        return 0
    return table.rest_until + (WAIT_MS if waits_for_person(table) else 0)


def waits_for_person(table: Table) -> bool:
    """Return whether the next deal waits until the only seated person, who is connected, is ready.

    Return False if the table's pause between deals is too short for people, as in a game that programs play.
    """
    game, seat, settings = table.game, table.only_person, table.settings
    if game is None or game.over or table.scored is None or settings.reserved or settings.rest_ms < LEAST_MS:
        return False
    return seat is not None and table.chair(seat).connected


def bell_clock_stands(table: Table) -> bool:
    """Return whether the clock of a timed game stands still because the next deal waits for the only seated person.

    So a person who plays only with bots does not lose time on the clock between two deals. Return False while the table
    is paused: when it resumes, the bell (the end of the game's time) is put off by the whole time of the pause.
    """
    shuffling = table.bell_at is not None and table.stage is TableStage.SHUFFLING and table.paused is None
    return shuffling and waits_for_person(table)
