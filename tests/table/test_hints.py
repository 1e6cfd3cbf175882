"""A hint is given to a person who practises with bots, on their turn, and changes nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import Driver
from uka import rulesets
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import hints, people
from uka.table.views.public_table import public_table


def begun(rules: str = "uka", *players: str, **settings: object) -> Driver:
    """Return a game in which it is Ana's turn."""
    driver = Driver(rulesets.find(rules), TableSettings(**settings), seed=1)  # type: ignore[arg-type]
    driver.seat(*(players or ("ana",)))
    driver.begin()
    while driver.table.turn is None or driver.table.chair(driver.table.turn).player != "ana":
        assert driver.person() or driver.next()
    return driver


def test_a_hint_is_given_on_ones_turn_and_changes_nothing() -> None:
    driver, asked, waited = begun(), 0, 0
    while driver.table.stage is not TableStage.OVER:
        table = driver.table
        mine = table.turn is not None and table.chair(table.turn).player == "ana"
        assert public_table(table).hints is table.seat_of("ana")
        if mine:
            assert hints.hint_observation(table, "ana") == table.observe(table.turn)
            assert driver.table is table
            asked += 1
        else:
            with pytest.raises(TableRefusal, match=r"you can get a hint only on your turn"):
                hints.hint_observation(table, "ana")
            waited += 1
        assert driver.person() or driver.next()
    assert asked
    assert waited
    with pytest.raises(TableRefusal, match="no game is being played"):
        hints.hint_observation(driver.table, "ana")


@pytest.mark.parametrize(
    ("driver", "why"),
    [
        (begun("uka", "ana", "ben"), "only when all the others are bots"),
        (begun(move_ms=15_000), "no hints in timed games"),
        (begun("tainui"), "no hints in timed games"),
    ],
)
def test_a_hint_is_refused_outside_of_practice(driver: Driver, why: str) -> None:
    assert public_table(driver.table).hints is None
    with pytest.raises(TableRefusal, match=why):
        hints.hint_observation(driver.table, "ana")


def test_a_hint_is_refused_at_a_tournaments_table() -> None:
    table = begun().table
    table = replace(table, settings=replace(table.settings, reserved=True))
    assert public_table(table).hints is None
    with pytest.raises(TableRefusal, match="there are no hints at this table"):
        hints.hint_observation(table, "ana")


def test_without_its_bell_a_timed_game_is_practice() -> None:
    driver = begun("tainui", clock=False)
    assert public_table(driver.table).hints is driver.table.seat_of("ana")
    assert hints.hint_observation(driver.table, "ana").my_turn


def test_a_hint_is_refused_to_absent_people_and_spectators_and_in_a_pause() -> None:
    driver = begun()
    driver.do(people.join, "eve", "Eve")
    with pytest.raises(TableRefusal, match="you have no seat at this table"):
        hints.hint_observation(driver.table, "eve")
    driver.do(people.take_break, "ana")
    with pytest.raises(TableRefusal, match="you are absent: take your seat back first"):
        hints.hint_observation(driver.table, "ana")
    driver.do(people.end_break, "ana")
    driver.do(people.pause, "ana")
    with pytest.raises(TableRefusal, match="the game is paused"):
        hints.hint_observation(driver.table, "ana")
