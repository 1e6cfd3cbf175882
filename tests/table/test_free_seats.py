"""Who joins gets a free seat: the one opposite the host first. Who finds none, or wants none, watches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.driver import Driver
from tests.table.test_examples import dealt
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.rulesets import PRESETS
from uka.table import TableRefusal, TableSettings
from uka.table.commands import people
from uka.table.commands.free_seats import first_free_seat

GUESTS = ("ben", "caro", "dan", "eve")


def arrive(driver: Driver, *players: str) -> list[Seat | None]:
    """Let people join, and return the seat that each of them got."""
    for player in players:
        driver.do(people.join_and_sit, player, player.title())
    return [driver.table.seat_of(player) for player in players]


@pytest.mark.parametrize(
    ("host", "guests"),
    [
        (Seat.SOUTH, [Seat.NORTH, Seat.WEST, Seat.EAST, None]),
        (Seat.NORTH, [Seat.SOUTH, Seat.WEST, Seat.EAST, None]),
        (Seat.EAST, [Seat.WEST, Seat.SOUTH, Seat.NORTH, None]),
        (Seat.WEST, [Seat.EAST, Seat.SOUTH, Seat.NORTH, None]),
        (None, [Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST]),
    ],
)
def test_the_first_guest_sits_opposite_the_host(host: Seat | None, guests: list[Seat | None]) -> None:
    driver = Driver(Ruleset())
    if host is not None:
        driver.do(people.sit, "ana", host)
    assert arrive(driver, *GUESTS) == guests


@pytest.mark.parametrize("name", PRESETS)
def test_four_people_fill_the_table_of_every_ruleset(name: str) -> None:
    driver = Driver(rulesets.find(name))
    driver.do(people.sit, "ana", Seat.SOUTH)
    assert {Seat.SOUTH, *arrive(driver, *GUESTS[:3])} == set(SEATS)
    assert first_free_seat(driver.table) is None


def test_a_seat_to_which_the_host_gave_a_bot_is_not_free() -> None:
    driver = Driver(Ruleset())
    driver.do(people.sit, "ana", Seat.SOUTH)
    driver.do(people.seat_bot, "ana", Seat.NORTH)
    assert arrive(driver, *GUESTS) == [Seat.WEST, Seat.EAST, None, None]
    driver.do(people.remove_bot, "ana", Seat.NORTH)
    driver.do(people.leave, "dan")
    assert arrive(driver, "dan") == [Seat.NORTH]


def test_who_leaves_before_the_game_and_comes_back_sits_again() -> None:
    driver = Driver(Ruleset())
    driver.do(people.sit, "ana", Seat.SOUTH)
    arrive(driver, "ben", "caro")
    driver.do(people.leave, "ben")
    assert arrive(driver, "ben") == [Seat.NORTH]


def test_nobody_gets_a_bots_hand_by_joining() -> None:
    driver = dealt(seated=1)
    assert arrive(driver, "eve") == [None]
    assert driver.table.booked("eve") is None


def test_a_tournament_gives_out_its_seats_itself() -> None:
    driver = Driver(Ruleset(), TableSettings(reserved=True))
    assert arrive(driver, "ben") == [None]


def test_who_comes_to_a_table_that_cannot_be_watched_waits_for_a_bots_seat() -> None:
    driver = dealt(seated=1)
    driver.do(people.change_settings, "ana", replace(driver.table.settings, spectators=False))
    assert arrive(driver, "eve") == [None]
    seat = driver.table.seat_of("ana")
    assert seat
    assert driver.table.booked("eve") is seat.partner
    with pytest.raises(TableRefusal, match="can't be watched"):
        driver.do(people.join_to_watch, "dan", "Dan")


def test_a_table_that_cannot_be_watched_refuses_who_finds_no_seat() -> None:
    driver = Driver(Ruleset(), TableSettings(spectators=False))
    driver.do(people.sit, "ana", Seat.SOUTH)
    arrive(driver, "ben", "caro", "dan")
    with pytest.raises(TableRefusal, match="can't be watched"):
        driver.do(people.join_and_sit, "eve", "Eve")
