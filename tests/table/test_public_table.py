"""Of what every viewer may see of a table, only the parts are computed again whose values have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise, product
from pathlib import Path
from random import Random
from types import MethodType
from typing import Any, cast

import pytest
from msgspec.structs import replace

from uka.core.game import Game
from uka.core.rubber import Rubber
from uka.table import PublicTable, Table, TableViews, parse, public_table
from uka.table.evolution import evolve
from uka.table.transitions import transitions_of
from uka.table.views.public_table import PARTS, scene_fields

LOGS = sorted(Path(__file__).parents[1].joinpath("archive/tables").glob("*.table"))
"""Logs which together hold all types of entries."""
PAIRS = 3_000
OWNERS = (Table, Game, Rubber)


class Watched:
    """A table or game that adds the path of each field that is read to ``read``."""

    def __init__(self, value: object, read: set[str], path: str = "") -> None:
        self._value, self._read, self._path = value, read, path

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._value)

    def __getattr__(self, name: str) -> Any:
        if isinstance(derived := getattr(type(self._value), name, None), property):
            assert derived.fget
            return derived.fget(self)
        if callable(derived):
            return MethodType(derived, self)
        self._read.add(f"{self._path}.{name}")
        return self._watched(getattr(self._value, name), f"{self._path}.{name}")

    def _watched(self, value: object, path: str) -> Any:
        if isinstance(value, tuple) and value and isinstance(value[0], OWNERS):
            return tuple(self._watched(each, path) for each in value)
        return Watched(value, self._read, path) if isinstance(value, OWNERS) else value


def read_by(function: Callable[[Table], object], table: Table) -> set[str]:
    read = set[str]()
    function(cast(Table, Watched(table, read)))
    return read


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


def test_the_scene_of_any_table_follows_from_that_of_any_other() -> None:
    rng, tables = Random("parts"), [table for log in LOGS for table in states(log)]
    for _ in range(PAIRS):
        check(rng.choice(tables), rng.choice(tables))


def ways_to_end(table: Table) -> Iterator[Table]:
    """Yield a table, and the same one with a game that also a bell ends, and with one that ends after two deals."""
    yield table
    if isinstance(game := table.game, Game):
        yield replace(table, game=replace(game, bell=True))
        yield replace(table, game=replace(game, rules=replace(game.rules, deals=2, target=0)))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_part_names_all_values_that_it_follows_from(log: Path) -> None:
    for table, part in product(chain.from_iterable(map(ways_to_end, states(log))), PARTS):
        named = read_by(part.sources, table)
        assert named == {".hash"} or read_by(part.fields, table) <= named


def test_each_field_is_of_one_part() -> None:
    table = states(LOGS[0])[-1]
    named = [name for part in PARTS for name in scene_fields(table, (part,))]
    assert sorted(named) == sorted(PublicTable.__struct_fields__)
