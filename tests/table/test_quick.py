"""Quick games: who joins one has a seat, who leaves gives it up, and it begins in time with bots in the free seats."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.driver import NAMES, START, Driver
from uka import rulesets
from uka.core.errors import UkaError
from uka.core.seats import SEATS, Seat
from uka.table import TableRefusal, TableStage, due, evolve, line_view, public_table, quick, replayed
from uka.table.commands import gameplay, people
from uka.table.commands.quick import WAIT_MS
from uka.table.entries import GameBegan, PlayerLeft, TableOpened
from uka.table.quick_timers import ARRIVE_MS, LOST_MS

RULES = rulesets.find("cardgames", {"target": 3})


class QuickDriver(Driver):
    """A quick game in simulated time, which Ana was the first to ask for."""

    def __init__(self, seed: object = 0) -> None:
        super().__init__(RULES, seed=seed)
        settings = quick.quick_settings(RULES, "random")
        self.table, lines = quick.open_table(RULES, settings, "ana", "Ana", at=self.now)
        self.lines = list(lines)
        self.connect("ana")

    def connect(self, player: str) -> None:
        self.do(people.record_reconnection, player)

    def join(self, player: str, *, connects: bool = True) -> None:
        self.do(quick.join, player, NAMES[player], self.now)
        if connects:
            self.connect(player)

    def to(self, at: int) -> None:
        """Let the timers run until the time ``at``."""
        while (coming := due(self.table)) is not None and coming.at <= at:
            self.next()
        self.now = max(self.now, at)


def people_at(driver: Driver) -> list[str | None]:
    return [chair.player for chair in driver.table.chairs]


def begun_at(driver: Driver) -> int | None:
    return next((line.at for line in driver.lines if isinstance(line.entry, GameBegan)), None)


def test_one_person_waits_twenty_seconds_and_plays_with_bots() -> None:
    driver = QuickDriver()
    assert public_table(driver.table).deadlines.begin == START + WAIT_MS
    assert public_table(driver.table).quick
    driver.to(START + WAIT_MS - 1)
    assert driver.table.stage is TableStage.SEATING
    driver.to(START + WAIT_MS)
    assert begun_at(driver) == START + WAIT_MS
    assert driver.table.only_person is Seat.SOUTH
    assert [bool(chair.bot) for chair in driver.table.chairs] == [True, True, False, True]
    assert public_table(driver.table).deadlines.begin is None
    driver.play_out()
    assert driver.table.stage is TableStage.OVER
    assert replayed(driver.lines) == driver.table


def test_four_people_begin_at_once_and_the_first_two_are_partners() -> None:
    driver = QuickDriver()
    for number, player in enumerate(("ben", "caro", "dan")):
        driver.now += 1_000
        driver.join(player)
        assert people_at(driver).count(None) == 2 - number
    driver.to(driver.now)
    assert begun_at(driver) == driver.now
    assert people_at(driver) == ["ben", "dan", "ana", "caro"]


def test_a_second_press_changes_nothing_and_the_fifth_finds_no_seat() -> None:
    driver = QuickDriver()
    before = driver.table
    driver.join("ana")
    assert driver.table is before
    for player in ("ben", "caro", "dan"):
        driver.join(player)
    with pytest.raises(TableRefusal, match="has started, or every seat"):
        driver.join("eve")


def test_who_leaves_frees_the_seat_and_a_deserted_table_is_closed() -> None:
    driver = QuickDriver()
    driver.join("ben")
    driver.do(people.leave, "ana")
    assert people_at(driver) == ["ben", None, None, None]
    assert driver.table.acting_host == "ben"
    driver.do(people.leave, "ben")
    assert due(driver.table) is None
    assert public_table(driver.table).deadlines.begin is None
    for command in (lambda: driver.join("caro"), lambda: driver.do(people.join, "caro", "Caro")):
        with pytest.raises(TableRefusal, match="everyone has left"):
            command()


def test_who_never_connects_or_stays_away_loses_the_seat() -> None:
    driver = QuickDriver()
    driver.join("ben", connects=False)
    driver.join("caro")
    driver.now += 1_000
    driver.do(people.record_disconnection, "caro")
    driver.to(START + LOST_MS)
    assert driver.table.seat_of("ben") is None
    assert driver.table.seat_of("caro") is not None
    driver.connect("caro")
    driver.to(START + WAIT_MS - 1)
    assert [line.entry for line in driver.lines if isinstance(line.entry, PlayerLeft)] == [PlayerLeft("ben")]
    assert len([player for player in people_at(driver) if player]) == 2


def test_only_the_connected_count() -> None:
    driver = QuickDriver()
    for player in ("ben", "caro", "dan"):
        driver.join(player, connects=False)
    driver.to(driver.now)
    assert begun_at(driver) is None
    for player in ("ben", "caro", "dan"):
        assert driver.table.stage is TableStage.SEATING
        driver.connect(player)
    driver.to(driver.now)
    assert begun_at(driver) == START


def test_where_nobody_is_connected_no_game_begins() -> None:
    driver = QuickDriver()
    for player in ("ben", "caro", "dan"):
        driver.join(player, connects=False)
    driver.do(people.record_disconnection, "ana")
    driver.to(START + 10 * WAIT_MS)
    assert people_at(driver) == [None] * 4
    assert begun_at(driver) is None
    assert due(driver.table) is None


@pytest.mark.parametrize(("before", "stays"), [(ARRIVE_MS, False), (ARRIVE_MS - 1, True), (LOST_MS - 1, False)])
def test_who_reloads_the_page_as_the_game_begins_keeps_the_seat(before: int, stays: bool) -> None:
    driver = QuickDriver()
    driver.join("ben")
    driver.to(START + WAIT_MS - before)
    driver.do(people.record_disconnection, "ben")
    driver.to(START + WAIT_MS)
    assert begun_at(driver) == START + WAIT_MS
    assert (driver.table.seat_of("ben") is not None) is stays


def test_nobody_joins_at_the_last_moment_or_later() -> None:
    driver = QuickDriver()
    driver.now = START + WAIT_MS - ARRIVE_MS
    driver.join("ben")
    for late in (1, ARRIVE_MS):
        driver.now = START + WAIT_MS - ARRIVE_MS + late
        with pytest.raises(TableRefusal, match="about to start"):
            driver.join("caro")
    driver.to(driver.now)
    assert driver.table.playing
    with pytest.raises(TableRefusal):
        driver.join("caro")


def test_people_of_the_same_name_meet() -> None:
    driver = QuickDriver()
    for player in ("ben", "caro"):
        driver.do(quick.join, player, "Ana", driver.now)
    assert [member.name for member in driver.table.members] == ["Ana", "Ana 2", "Ana 3"]


def test_nobody_is_the_host() -> None:
    driver = QuickDriver()
    driver.join("ben")
    commands: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (people.remove_player, ("ben",)), (people.change_settings, (driver.table.settings,)),
        (people.seat_bot, (Seat.EAST,)),
        (people.change_host, ("ben",)), (people.swap_seats, (Seat.EAST, Seat.WEST)),
    ]  # fmt: skip
    for command, arguments in commands:
        with pytest.raises(TableRefusal, match="only the host"):
            driver.do(command, "ana", *arguments)
    with pytest.raises(TableRefusal, match="starts by itself"):
        driver.do(gameplay.begin_game, "ana", bytes(32))
    driver.to(START + WAIT_MS)
    with pytest.raises(TableRefusal, match="only the host"):
        driver.do(people.pause, "ana")
    driver.do(people.leave, "ana")
    assert driver.table.host == "quick"
    assert all(member.player != "quick" for member in driver.table.members)


def test_who_waits_alone_may_begin_with_bots_and_any_player_begins_the_next_game() -> None:
    driver = QuickDriver()
    driver.do(gameplay.begin_game, "ana", driver.rng.randbytes(32 * 20))
    assert begun_at(driver) == START
    driver.play_out()
    driver.do(people.join, "ben", "Ben")
    with pytest.raises(TableRefusal, match="only the host"):
        driver.do(gameplay.begin_game, "ben", bytes(32))
    driver.do(gameplay.begin_game, "ana", driver.rng.randbytes(32 * 20))
    assert driver.table.playing


def test_the_first_line_marks_the_table_and_no_other_table() -> None:
    driver, other = QuickDriver(), Driver(RULES)
    assert b'"host":"quick","name":"","quick_ms":20000' in driver.lines[0].text
    assert b"quick" not in other.lines[0].text
    assert not other.table.quick
    assert public_table(other.table).deadlines.begin is None
    assert isinstance(driver.lines[0].entry, TableOpened)
    table = None
    for line in driver.lines:
        table, _ = evolve(table, line)
    assert table == driver.table
    assert all(line_view(step, None).entry for step in driver.steps)


acts = st.tuples(
    st.sampled_from(["joins", "leaves", "stands", "lost", "back", "sits", "begins"]),
    st.sampled_from(tuple(NAMES)),
    st.sampled_from(SEATS),
    st.sampled_from([0, 500, 3_000, 9_000]),
)


@given(st.lists(acts, max_size=30))
def test_nobody_who_is_connected_waits_for_more_than_twenty_seconds(wanted: list[Any]) -> None:
    driver = QuickDriver()
    commands: dict[str, Callable[..., Any]] = {
        "joins": lambda table, player, _: quick.join(table, player, NAMES[player], driver.now),
        "leaves": lambda table, player, _: people.leave(table, player),
        "stands": lambda table, player, _: people.stand(table, player),
        "lost": lambda table, player, _: people.record_disconnection(table, player),
        "back": lambda table, player, _: people.record_reconnection(table, player),
        "sits": people.sit,
        "begins": lambda table, player, _: gameplay.begin_game(table, player, bytes(32 * 20)),
    }
    for what, player, seat, wait in wanted:
        if driver.table.stage is not TableStage.SEATING:
            break
        driver.to(min(driver.now + wait, START + WAIT_MS))
        with contextlib.suppress(UkaError):
            driver.do(commands[what], player, seat)
    driver.to(START + WAIT_MS)
    waits = any(chair.connected for chair in driver.table.chairs) and driver.table.stage is TableStage.SEATING
    assert not waits
    assert replayed(driver.lines) == driver.table
