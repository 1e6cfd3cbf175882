"""The pause between deals: it waits for a person who plays with bots only, and for friends it ends by itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import TableSettings, TableStage, due, public_table
from uka.table.commands import gameplay, people
from uka.table.evolution import replayed
from uka.table.pause_between_deals import WAIT_MS, bell_clock_stands, rest_ends_at, waits_for_person

SETTINGS = TableSettings(rest_ms=10_000)


UNTIMED, TIMED = Ruleset(), Ruleset(clock=12)
MINUTE = 60_000


def rested(seated: int, settings: TableSettings = SETTINGS, rules: Ruleset = UNTIMED) -> Driver:
    """Return a table between its first two deals. All shares are open."""
    driver = Driver(rules, settings, seed=1)
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
    assert rest_ends_at(driver.table) == driver.table.rest_until + WAIT_MS
    driver.do(gameplay.declare_ready, "ana")
    assert driver.table.stage is TableStage.PLAYING


def test_without_the_person_or_a_pause_nobody_waits() -> None:
    assert not waits_for_person(rested(1, TableSettings(rest_ms=0)).table)
    driver = rested(1)
    driver.do(people.record_disconnection, "ana")
    assert driver.table.only_person is Seat.NORTH
    assert not waits_for_person(driver.table)


@pytest.mark.parametrize("seated", [2, 4])
def test_among_friends_the_next_deal_comes_by_itself(seated: int) -> None:
    driver = rested(seated)
    assert public_table(driver.table).deadlines.rest == driver.table.rest_until
    coming = due(driver.table)
    assert coming is not None
    assert coming.at <= driver.table.rest_until


def test_the_clock_stands_still_while_the_next_deal_waits_for_a_person() -> None:
    driver = rested(1, rules=TIMED)
    bell, rested_at = driver.table.bell_at, driver.now
    assert bell is not None
    assert bell_clock_stands(driver.table)
    assert public_table(driver.table).deadlines.bell is None
    driver.now += 20 * MINUTE
    driver.do(gameplay.declare_ready, "ana")
    assert driver.table.stage is TableStage.PLAYING
    assert not getattr(driver.table.game, "bell", True)
    assert driver.table.bell_at == bell + driver.now - rested_at
    assert public_table(driver.table).deadlines.bell == driver.table.bell_at
    assert replayed(driver.lines) == driver.table


def test_a_pause_while_the_next_deal_waits_counts_once() -> None:
    driver = rested(1, rules=TIMED)
    bell, rested_at = driver.table.bell_at, driver.now
    for command in (people.pause, people.resume):
        driver.now += MINUTE
        driver.do(command, "ana")
    driver.now += MINUTE
    driver.do(gameplay.declare_ready, "ana")
    assert driver.table.bell_at == (bell or 0) + driver.now - rested_at


def test_the_clock_goes_on_when_a_friend_sits_down() -> None:
    driver = rested(1, rules=TIMED)
    bell, rested_at = driver.table.bell_at or 0, driver.now
    driver.now += MINUTE
    joined = driver.now
    driver.do(people.join, "ben", "Ben")
    driver.do(people.sit, "ben", Seat.SOUTH)
    assert not bell_clock_stands(driver.table)
    assert driver.table.bell_at == bell + joined - rested_at


def test_among_friends_and_at_tournaments_the_clock_runs_between_deals() -> None:
    assert not bell_clock_stands(rested(2, rules=TIMED).table)
    reserved = rested(1, rules=TIMED)
    reserved.table = replace(reserved.table, settings=replace(reserved.table.settings, reserved=True))
    assert not bell_clock_stands(reserved.table)
    assert public_table(reserved.table).deadlines.bell == reserved.table.bell_at
