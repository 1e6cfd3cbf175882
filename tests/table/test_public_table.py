"""Of what every viewer may see of a table, only the parts are computed again whose values have changed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from uka.table import PublicTable, Table, TableViews, parse, public_table
from uka.table.evolution import evolve
from uka.table.transitions import transitions_of
from uka.table.views.public_table import PARTS, scene_fields

LOGS = sorted(Path(__file__).parents[1].joinpath("archive/tables").glob("*.table"))
"""Logs which together hold all types of entries."""
PAIRS = 3_000


def states(log: Path) -> list[Table]:
    """Return the table after each line of a log."""
    first, *lines = parse(log.read_bytes().splitlines())
    table, _ = evolve(None, first)
    return [table, *(step.table for step in transitions_of(table, lines))]


def check(now: Table, before: Table) -> None:
    views = TableViews(now, TableViews(before))
    assert views.scene == public_table(now)
    known, fields = public_table(before), PublicTable.__struct_fields__
    assert views.scene_changes == {
        name: value for name in fields if (value := getattr(views.scene, name)) != getattr(known, name)
    }


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_line_changes_the_parts_that_it_gives_other_values(log: Path) -> None:
    for before, now in pairwise(states(log)):
        check(now, before)


def test_a_part_names_all_values_that_it_follows_from() -> None:
    rng, tables = Random("parts"), [table for log in LOGS for table in states(log)]
    for _ in range(PAIRS):
        check(rng.choice(tables), rng.choice(tables))


def test_each_field_is_of_one_part() -> None:
    table = states(LOGS[0])[-1]
    named = [name for part in PARTS for name in scene_fields(table, (part,))]
    assert sorted(named) == sorted(PublicTable.__struct_fields__)
