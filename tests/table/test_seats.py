"""People who sit down during a deal: only a person whom the host admits sees a bot's hand, and everyone is notified."""

from __future__ import annotations

import pytest

from tests.table.driver import Driver
from tests.table.test_examples import dealt
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records.fair import verify
from uka.table import TableRefusal, TableSettings, TableStage, line_view, records, replayed, table_view
from uka.table.commands import people
from uka.table.entries import PlayerAdmitted, SeatBooked, SeatTaken, SeatVacated


def guest(driver: Driver, player: str = "eve") -> None:
    driver.do(people.join, player, player.title())


def to_the_end_of_the_deal(driver: Driver) -> None:
    while driver.table.in_deal:
        assert driver.person() or driver.next()


def test_a_guest_takes_a_bots_seat_when_the_deal_is_over() -> None:
    driver = dealt(seated=1)
    guest(driver)
    steps = driver.do(people.sit, "eve", Seat.SOUTH)
    assert [step.line.entry for step in steps] == [SeatBooked("eve", Seat.SOUTH)]
    assert line_view(steps[0], None).entry == SeatBooked("eve", Seat.SOUTH)
    assert driver.table.seat_of("eve") is driver.table.viewer("eve") is None
    assert table_view(driver.table, None).scene.seats[2].booked == "eve"
    assert driver.table.chair(Seat.SOUTH).bot
    to_the_end_of_the_deal(driver)
    assert driver.table.seat_of("eve") is Seat.SOUTH
    assert driver.table.chair(Seat.SOUTH).booked is None
    assert driver.table.viewer("eve") is None  # of the deal that is over
    (sat,) = [line for line in driver.lines if isinstance(line.entry, SeatTaken) and line.entry.player == "eve"]
    assert (sat.entry, sat.by) == (SeatTaken("eve", Seat.SOUTH), "table")
    while not driver.table.in_deal:
        assert driver.next()
    assert driver.table.viewer("eve") is Seat.SOUTH


def test_the_host_admits_a_person_and_everyone_is_told() -> None:
    driver = dealt(seated=2)
    guest(driver)
    with pytest.raises(TableRefusal, match="nobody of that name is waiting"):
        driver.do(people.admit, "ana", "eve")
    driver.do(people.sit, "eve", Seat.SOUTH)
    for player in ("eve", "ben"):
        with pytest.raises(TableRefusal, match="only the host"):
            driver.do(people.admit, player, "eve")
    steps = driver.do(people.admit, "ana", "eve")
    assert driver.table.viewer("eve") is Seat.SOUTH
    for viewer in (None, Seat.EAST):
        assert line_view(steps[0], viewer).entry == PlayerAdmitted("eve", Seat.SOUTH)


def test_nobody_sees_two_hands_of_a_deal() -> None:
    driver = dealt(seated=2)
    with pytest.raises(TableRefusal, match="stand up first"):
        driver.do(people.sit, "ben", Seat.SOUTH)
    driver.do(people.stand, "ben")
    driver.do(people.sit, "ben", Seat.SOUTH)
    with pytest.raises(TableRefusal, match="you have seen east's cards"):
        driver.do(people.admit, "ana", "ben")
    driver.do(people.leave, "ben")
    driver.do(people.join, "ben", "Ben")
    assert driver.table.booked("ben") is None
    with pytest.raises(TableRefusal, match="you have seen east's cards"):
        driver.do(people.give_seat, "ana", "ben", Seat.SOUTH)
    guest(driver, "caro")
    driver.do(people.sit, "caro", Seat.SOUTH)
    driver.do(people.admit, "ana", "caro")
    driver.do(people.stand, "caro")
    driver.do(people.sit, "caro", Seat.WEST)
    with pytest.raises(TableRefusal, match="you have seen south's cards"):
        driver.do(people.admit, "ana", "caro")


def test_a_person_who_returns_to_their_own_hand_sits_down_at_once() -> None:
    driver = dealt(seated=2)
    driver.do(people.leave, "ben")
    guest(driver)
    driver.do(people.sit, "eve", Seat.EAST)
    guest(driver, "ben")
    driver.do(people.sit, "ben", Seat.SOUTH)
    driver.do(people.sit, "ben", Seat.EAST)
    assert driver.table.viewer("ben") is Seat.EAST
    assert [chair.booked for chair in driver.table.chairs] == [None] * 4
    assert driver.table.seat_of("eve") is None


def test_a_person_books_one_seat_and_can_cancel_it() -> None:
    driver = dealt(seated=1)
    guest(driver)
    driver.do(people.sit, "eve", Seat.SOUTH)
    guest(driver, "dan")
    for player, why in (("eve", "you'll get this seat when the deal is over"), ("dan", "South is taken")):
        with pytest.raises(TableRefusal, match=why):
            driver.do(people.sit, player, Seat.SOUTH)
    driver.do(people.sit, "eve", Seat.WEST)
    assert [chair.booked for chair in driver.table.chairs] == [None, None, None, "eve"]
    driver.do(people.sit, "dan", Seat.SOUTH)
    steps = driver.do(people.stand, "eve")
    assert steps[0].line.entry == SeatVacated("eve")
    driver.do(people.remove_player, "ana", "dan")
    assert [chair.booked for chair in driver.table.chairs] == [None] * 4
    to_the_end_of_the_deal(driver)
    assert driver.table.seat_of("eve") is None


def test_nobody_comes_to_a_table_without_spectators_if_every_seat_is_booked() -> None:
    driver = Driver(Ruleset(), TableSettings(spectators=False))
    driver.seat("ana", "ben", "caro")
    driver.begin()
    while driver.table.stage is not TableStage.PLAYING:
        driver.next()
    guest(driver)
    driver.do(people.sit, "eve", Seat.WEST)
    with pytest.raises(TableRefusal, match="can't be watched"):
        guest(driver, "dan")


def test_a_game_with_booked_seats_is_recorded_and_read_back() -> None:
    driver = dealt(seated=1)
    guest(driver)
    driver.do(people.sit, "eve", Seat.SOUTH)
    guest(driver, "ben")
    driver.do(people.sit, "ben", Seat.EAST)
    driver.do(people.admit, "ana", "ben")
    driver.play_out()
    assert driver.table.seat_of("eve") is Seat.SOUTH
    assert replayed(driver.lines) == driver.table
    (log,) = records(driver.lines)
    assert all(verdict.fair for verdict in verify(log))
