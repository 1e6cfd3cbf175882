"""The pause between deals: it waits for a person who plays with bots only, and for friends it ends by itself."""

from __future__ import annotations

import pytest

from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import TableSettings, TableStage, due, public_table
from uka.table.commands import gameplay, people
from uka.table.rests import WAIT_MS, rest_over, waits_for_person

SETTINGS = TableSettings(rest_ms=10_000)


def rested(seated: int, settings: TableSettings = SETTINGS) -> Driver:
    """Return a table between its first two deals. All shares are revealed."""
    driver = Driver(Ruleset(), settings, seed=1)
    driver.seat(*("ana", "ben", "caro", "dan")[:seated])
    driver.begin()
    while driver.table.scored is None or driver.table.stage is not TableStage.SHUFFLING:
        assert driver.person() or driver.shares() or driver.next()
    while driver.shares():
        pass
    return driver


def test_the_next_deal_waits_for_a_person_who_plays_with_bots() -> None:
    driver = rested(1)
    assert waits_for_person(driver.table)
    assert public_table(driver.table).deadlines.rest is None
    assert rest_over(driver.table) == driver.table.rested + WAIT_MS
    driver.do(gameplay.ready, "ana")
    assert driver.table.stage is TableStage.PLAYING


def test_without_the_person_or_a_pause_nobody_waits() -> None:
    assert not waits_for_person(rested(1, TableSettings(rest_ms=0)).table)
    driver = rested(1)
    driver.do(people.lost, "ana")
    assert driver.table.alone is Seat.NORTH
    assert not waits_for_person(driver.table)


@pytest.mark.parametrize("seated", [2, 4])
def test_among_friends_the_next_deal_comes_by_itself(seated: int) -> None:
    driver = rested(seated)
    assert public_table(driver.table).deadlines.rest == driver.table.rested
    coming = due(driver.table)
    assert coming is not None
    assert coming.at <= driver.table.rested
