"""A table follows from a snapshot and the lines after it as from all its lines; what is no snapshot is refused."""

from __future__ import annotations

import json

import pytest

from tests.archive.made_tables import MADE
from uka import rulesets
from uka.table import Table, TableLine, TableSettings, evolve
from uka.table import stored_snapshot as stored
from uka.table.entries import GameBegan
from uka.table.stored_snapshot import read_snapshot, write_snapshot

from .driver import Driver


def _begun() -> Table:
    driver = Driver(rulesets.find("uka"))
    driver.seat("ana", "ben")
    driver.begin()
    return next(step.table for step in driver.steps if isinstance(step.line.entry, GameBegan))


@pytest.mark.parametrize("name", MADE)
def test_each_table_follows_from_its_snapshots(name: str) -> None:
    table: Table | None = None
    again: Table | None = None
    for line in MADE[name]().lines:
        table, events = evolve(table, line)
        if again is not None:
            again, same = evolve(again, line)
            assert (again, same) == (table, events)
        if isinstance(line.entry, GameBegan):
            snapshot = write_snapshot(table)
            assert snapshot is not None
            again = read_snapshot(snapshot)
    assert again == table


def test_a_state_with_cards_has_no_snapshot() -> None:
    driver = Driver(rulesets.find("uka"), TableSettings())
    driver.seat("ana")
    driver.begin()
    driver.play_out()
    assert write_snapshot(driver.table) is None


@pytest.mark.parametrize("text", [b"", b"{}", b"null", b"\xff", b'{"version":1,"fields":{}}'])
def test_other_texts_are_refused(text: bytes) -> None:
    assert read_snapshot(text) is None


@pytest.mark.parametrize("field", Table.__struct_fields__)
def test_a_snapshot_without_one_of_its_fields_is_refused(field: str) -> None:
    held = json.loads(write_snapshot(_begun()) or b"")
    if field in stored.EMPTY:
        assert field not in held["fields"]
        return
    del held["fields"][field]
    assert read_snapshot(json.dumps(held).encode()) is None
    held["fields"][field] = held["fields"]["another"] = None
    assert read_snapshot(json.dumps(held).encode()) is None


def test_a_snapshot_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = write_snapshot(_begun()) or b""
    assert isinstance(read_snapshot(snapshot), Table)
    monkeypatch.setattr(stored, "__version__", "another")
    assert read_snapshot(snapshot) is None


def test_a_snapshot_goes_on_with_the_next_line_only() -> None:
    table = read_snapshot(write_snapshot(_begun()) or b"")
    assert table is not None
    with pytest.raises(ValueError, match="can't follow"):
        evolve(table, TableLine(table.seq + 2, table.at, "table", GameBegan(table.captain)))
