"""The names, paces and phrases of bots. They follow from the log and from public facts, never from a hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.table.driver import Driver
from tests.table.test_unseen import playing
from tests.table.worlds import other_log, steps_of
from uka import rulesets
from uka.core.seats import Seat
from uka.table import Phrase, Table, TableLine, TableSettings, TableStage, due, public_table, record, replayed
from uka.table.bot_phrases import QUIET_AFTER_LINES, coming_phrase
from uka.table.commands import people
from uka.table.entries import BOT_SPEAKER, PhraseSaid
from uka.table.personas import ROSTER, answer_time, bot_name, personas_in_order
from uka.table.table import Pause

RULES = rulesets.find("cardgames", {"target": 4})


def named(table: Table) -> list[str | None]:
    return [chair.persona for chair in table.chairs]


def begun(*players: str, settings: TableSettings | None = None, seed: object = 1, host: str = "ana") -> Driver:
    driver = Driver(RULES, settings or TableSettings(), seed=seed, host=host)
    driver.seat(*(players or ("ana",)))
    driver.begin()
    return driver


def said(driver: Driver) -> list[PhraseSaid]:
    return [line.entry for line in driver.lines if isinstance(line.entry, PhraseSaid)]


def test_the_bots_of_a_table_never_change() -> None:
    """A log does not name its bots: they follow from its opening. Another cast needs a new format of the log."""
    assert " ".join(personas_in_order("0123456789abcdef0123456789abcdef")) == (
        "Finn Ingrid Tomas Clara Aisha Kenji Mei Omar Jonas Zofia Mateo Leila Emil Rosa Priya Amara"
    )


@given(st.text("0123456789abcdef", min_size=32, max_size=32))
def test_a_table_has_each_bot_once(opening: str) -> None:
    assert sorted(personas_in_order(opening)) == sorted(persona.name for persona in ROSTER)


def test_bots_have_names_that_differ() -> None:
    bots = named(begun().table)
    assert bots[0] is None
    assert len({*bots[1:]}) == 3
    assert None not in bots[1:]
    assert [view.persona for view in public_table(begun().table).seats] == bots


def test_a_bot_keeps_its_name_at_another_level_and_at_another_seat() -> None:
    driver = Driver(RULES, seed=1)
    driver.seat("ana")
    driver.do(people.seat_bot, "ana", Seat.EAST)
    driver.do(people.seat_bot, "ana", Seat.WEST)
    east, west = named(driver.table)[1], named(driver.table)[3]
    driver.do(people.seat_bot, "ana", Seat.EAST, "novice")
    driver.do(people.swap_seats, "ana", Seat.EAST, Seat.WEST)
    assert named(driver.table) == [None, west, None, east]
    driver.do(people.remove_bot, "ana", Seat.EAST)
    assert named(driver.table) == [None, None, None, east]


def test_a_bot_that_takes_a_persons_seat_has_a_name_that_nobody_has() -> None:
    driver = begun("ana", "ben")
    driver.do(people.stand, "ben")
    bots = [name for name in named(driver.table) if name]
    assert len({*bots}) == 3
    driver.do(people.sit, "ben", Seat.SOUTH)
    while driver.table.in_deal:
        assert driver.person() or driver.next()
    assert named(replayed(driver.lines)) == named(driver.table)


def test_records_name_the_bots() -> None:
    driver = begun()
    first = driver.table
    driver.play_out()
    assert record(driver.lines).players == ("Ana", *(bot_name("club", name) for name in named(first)[1:]))


def test_the_time_of_an_answer_depends_only_on_the_bot() -> None:
    assert {answer_time(1_000, persona.name) for persona in ROSTER} == {10 * persona.pace for persona in ROSTER}
    assert all(answer_time(0, persona.name) == 0 for persona in ROSTER)
    assert answer_time(900, None) == 900
    assert 98 <= sum(persona.pace for persona in ROSTER) / len(ROSTER) <= 102  # so that a deal lasts as long as before
    driver, paced = begun(), set[str]()
    for _ in range(300):
        seat, coming = driver.table.turn, due(driver.table)
        if seat and not driver.table.chair(seat).manned:
            name = driver.table.chair(seat).persona
            assert coming == (driver.table.since + answer_time(driver.table.settings.answer_ms, name), "choice", seat)
            paced.add(name or "")
        if not (driver.person() or driver.next()):
            break
    assert len(paced) == 3


# Phrases


def games(count: int = 12) -> Iterator[Driver]:
    for seed in range(count):
        driver = begun("ana", "ben", seed=seed)
        driver.play_out()
        while driver.next():
            pass
        yield driver


def test_bots_speak_now_and_then_between_deals_and_after_the_game() -> None:
    phrases, deals = list[Phrase](), 0
    for driver in games(24):
        spoken = [step for step in driver.steps if isinstance(step.line.entry, PhraseSaid)]
        numbers = [(step.table.number, step.table.stage) for step in spoken]
        assert len(set(numbers)) == len(numbers)  # at most one bot speaks
        for step in spoken:
            assert step.line.by == "bot"
            assert step.table.stage in (TableStage.SHUFFLING, TableStage.OVER)
            assert isinstance(step.line.entry, PhraseSaid)
            seat = Seat(step.line.entry.player.removeprefix(BOT_SPEAKER))
            assert step.table.chair(seat).bot
            phrases.append(step.line.entry.phrase)
        deals += driver.table.number
        assert replayed(driver.lines) == driver.table
    assert 0.02 * deals < len(phrases) < 0.5 * deals
    assert Phrase.GOOD_GAME in phrases
    assert len({*phrases}) >= 4


def test_what_a_bot_says_does_not_depend_on_hidden_cards() -> None:
    compared, rng = 0, Random(1)

    def compare(driver: Driver) -> None:
        nonlocal compared
        lines = other_log(driver, None, rng)
        if lines is not None:
            other = steps_of(lines)[-1].table
            assert coming_phrase(other) == coming_phrase(driver.table)
            assert due(other) == due(driver.table)
            compared += 1

    for seed in range(4):
        playing("cardgames", seed, 12, compare)
    assert compared > 10


@pytest.mark.parametrize(
    "silent",
    [TableSettings(bots_talk=False), TableSettings(answer_ms=0), TableSettings(reserved=True)],
    ids=["quiet", "at once", "tournament"],
)
def test_some_tables_have_silent_bots(silent: TableSettings) -> None:
    for seed in range(4):
        driver = Driver(RULES, silent, seed=seed)
        driver.do(people.give_seat, "ana", "ana", Seat.NORTH) if silent.reserved else driver.seat("ana")
        driver.begin()
        driver.play_out()
        while driver.next():
            pass
        assert said(driver) == []


def test_bots_say_nothing_where_nobody_is_connected_or_the_log_is_long() -> None:
    driver = next(driver for driver in games() if said(driver))
    at = next(i for i, step in enumerate(driver.steps) if isinstance(step.line.entry, PhraseSaid))
    table = driver.steps[at - 1].table
    assert coming_phrase(table)
    lost = tuple(replace(chair, lost=1) if chair.player else chair for chair in table.chairs)
    assert coming_phrase(replace(table, chairs=lost)) is None
    assert coming_phrase(replace(table, seq=QUIET_AFTER_LINES)) is None
    assert coming_phrase(replace(table, paused=Pause(1, "host"))) is None


def test_nobody_speaks_as_a_bot() -> None:
    driver = begun()
    line = TableLine.after(driver.table.hash, driver.table.seq + 1, driver.now, "bot", PhraseSaid("bot/x", Phrase.WOW))
    with pytest.raises(ValueError, match="line"):
        replayed([*driver.lines, line])
    with pytest.raises(ValueError, match="not at this table"):
        people.say(driver.table, "bot/west", Phrase.WOW, driver.now)
