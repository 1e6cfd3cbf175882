"""Evenings for tests of movements: rounds whose winners are chosen at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from uka.tournament.movements import MovementState, PlayedRound, PlayedTable, Seating


def state(count: int, side: int, tables: int | None = None) -> MovementState:
    """Return the state before the first round of an evening, with as many tables as needed or as given."""
    seats = range(1, (count // (2 * side) if tables is None else tables) + 1)
    return MovementState(tuple(seats), tuple(range(1, count + 1)), "0", 2 if side == 2 else 1)


def played(seating: Seating, rng: Random, before: MovementState) -> MovementState:
    """Return the state after a round. A win is worth two, and a round that is sat out one."""
    tables = tuple(PlayedTable(each.table, each.sides, 0 if rng.random() < 0.5 else 1) for each in seating.tables)
    scores = Counter(dict(before.scores))
    for table in tables:
        assert table.winner is not None
        scores.update(dict.fromkeys(table.sides[table.winner], 2))
    scores.update(dict.fromkeys(seating.byes, 1))
    ended = PlayedRound(tables, seating.byes, before.scores)
    secret = str(rng.random())
    return before._replace(rounds=(*before.rounds, ended), scores=dict(scores), secret=secret)


def check(seating: Seating, before: MovementState) -> None:
    """Check that each entry sits at one table or sits out, and that as many tables as possible are full."""
    seated = [entry for table in seating.tables for side in table.sides for entry in side]
    assert sorted((*seated, *seating.byes)) == sorted(before.entries)
    assert len(seating.tables) == before.playing_tables
    assert [table.table for table in seating.tables] == [*before.tables[: before.playing_tables]]
    assert all(len(side) == before.side for table in seating.tables for side in table.sides)


def spread(count: Counter[int], entries: tuple[int, ...]) -> int:
    """Return the difference between the largest and the smallest count of an entry."""
    each = [count[entry] for entry in entries]
    return max(each) - min(each)
