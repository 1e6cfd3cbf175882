"""The pause between two deals: when it ends, whether it waits for a person, and whether the bell waits too."""

from __future__ import annotations

from .table import Table, TableStage

WAIT_MS = 3_600_000
"""The time, in milliseconds, for which the next deal waits for a person who plays with bots only."""
LEAST_MS = 5_000
"""The shortest useful pause for people, in milliseconds. Tables with a shorter pause are for scripts."""


def rest_over(table: Table) -> int:
    """Return when the pause before the next deal ends. Return 0, which means now, if all connected people are ready."""
    present = [chair for chair in table.chairs if chair.here]
    if present and all(chair.ready for chair in present):
        return 0
    return table.rested + (WAIT_MS if waits_for_person(table) else 0)


def waits_for_person(table: Table) -> bool:
    """Return whether the next deal waits for the only person at the table, who plays with bots and is connected.

    The deal does not wait if the pause in the table's settings is too short for people, as in games between scripts.
    """
    game, seat, settings = table.game, table.alone, table.settings
    if game is None or game.over or table.scored is None or settings.reserved or settings.rest_ms < LEAST_MS:
        return False
    return seat is not None and table.chair(seat).here


def bell_stands(table: Table) -> bool:
    """Return whether the clock of a timed game stands still because the next deal waits for the only person.

    A person who plays with bots can thus take as long as they like between two deals. While the table is paused, the
    clock is not advanced here: ``TableResumed`` adds the time of the pause.
    """
    shuffling = table.bell_at is not None and table.stage is TableStage.SHUFFLING and table.paused is None
    return shuffling and waits_for_person(table)
