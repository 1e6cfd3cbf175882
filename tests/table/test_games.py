"""Whole games by `due` and `tick` under every ruleset, by hand and not: played, replayed, recorded and verified."""

from __future__ import annotations

import pytest

from tests.table.driver import Driver
from uka import rulesets
from uka.core.game import Game
from uka.core.ruleset import Ruleset
from uka.records import Acted, BellRecorded, Dealt, Log
from uka.records.fair import verify
from uka.table import (
    Table,
    TableLine,
    TableRefusal,
    TableSettings,
    TableStage,
    default_settings,
    due,
    parse,
    pending,
    record,
    records,
    replayed,
    tick,
)
from uka.table.commands import gameplay


def replayed_driver(driver: Driver) -> Table:
    return replayed(parse(line.text for line in driver.lines))


@pytest.mark.parametrize("name", rulesets.names())
def test_a_game_of_bots_plays_itself(name: str) -> None:
    driver = Driver(rulesets.find(name), seed=name)
    driver.begin()
    driver.play_out()
    table = driver.table
    assert table.stage is TableStage.OVER
    assert table.game is not None
    assert table.game.over
    assert replayed_driver(driver) == table
    assert [TableLine.parse(line.text).text for line in driver.lines] == [line.text for line in driver.lines]
    assert due(table) is None
    log = record(driver.lines)
    assert log.state == table.game
    assert Log.parse(log.text).text == log.text
    verdicts = verify(log)
    assert all(v.fair for v in verdicts), [v for v in verdicts if not v.fair]
    assert len(verdicts) == table.number == table.secrets_opened


def test_the_bell_ends_a_timed_game() -> None:
    driver = Driver(rulesets.find("tainui"), TableSettings(answer_ms=9_000), seed=3)
    driver.begin()
    began = driver.now
    driver.play_out()
    game = driver.table.game
    assert isinstance(game, Game)
    assert game.bell
    rang = next(line for line in driver.lines if isinstance(line.entry, BellRecorded))
    assert rang.at == began + 12 * 60_000
    assert rang.by == "clock"
    after = driver.lines[rang.seq :]
    assert not any(isinstance(line.entry, Dealt) for line in after)
    assert all(v.fair for v in verify(record(driver.lines)))


def test_the_bell_does_not_ring_if_the_clock_is_off() -> None:
    driver = Driver(rulesets.find("tainui"), TableSettings(answer_ms=9_000, clock=False), seed=3)
    driver.begin()
    driver.play_out()
    assert not any(isinstance(line.entry, BellRecorded) for line in driver.lines)
    assert max(driver.table.game.score) >= 11  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["bicycle", "uka", "tainui", "british"])
def test_steps_by_hand_happen_without_people_after_a_while(name: str) -> None:
    driver = Driver(rulesets.find(name), TableSettings(by_hand=True), seed=name)
    driver.seat("ana", "ben")
    driver.begin()
    driver.play_out()
    assert driver.table.stage is TableStage.OVER
    assert replayed_driver(driver) == driver.table
    assert all(v.fair for v in verify(record(driver.lines)))


def test_games_follow_each_other_at_a_table() -> None:
    driver = Driver(Ruleset(target=2), seed=1)
    driver.seat("ana", "ben", "caro", "dan")
    for _ in range(3):
        driver.begin()
        with pytest.raises(TableRefusal, match="a game is already being played"):
            driver.begin()
        driver.play_out()
    found = records(driver.lines)
    assert len(found) == 3
    assert [log.state.score for log in found][-1] == driver.table.game.score  # type: ignore[union-attr]
    assert {log.players for log in found} == {("Ana", "Ben", "Caro", "Dan")}
    commitments = [log.entries[0].text for log in found]  # type: ignore[union-attr]
    assert len(set(commitments)) == 3
    assert replayed_driver(driver) == driver.table


def test_secrets_never_run_out() -> None:
    driver = Driver(
        Ruleset(target=0, deals=40, nobody_calls="throw_in"), TableSettings(secrets_open_after="deal"), seed=5
    )
    driver.begin()
    driver.play_out()
    assert driver.table.number == 41
    assert all(v.fair for v in verify(record(driver.lines)))
    few = Driver(Ruleset(target=0, deals=40), seed=5)
    few.do(gameplay.begin_game, "ana", bytes(range(96)))
    few.play_out()
    assert few.table.stage is TableStage.OVER
    assert len(few.table.secrets) > 41
    assert all(v.fair for v in verify(record(few.lines)))


def test_no_record_before_the_end() -> None:
    driver = Driver(Ruleset(), seed=1)
    driver.begin()
    for _ in range(60):
        driver.next()
    with pytest.raises(TableRefusal, match="there is no record until a game is over"):
        record(driver.lines)


@pytest.mark.parametrize("name", ["uka", "tainui", "bicycle"])
def test_a_timer_acts_when_it_is_due_and_not_before(name: str) -> None:
    driver = Driver(rulesets.find(name), default_settings(rulesets.find(name)), seed=name)
    driver.seat("ana")
    driver.begin()
    ticked = 0
    for number in range(400):
        coming = due(driver.table, choices=False)
        if coming and coming.what == "entry":
            assert tick(driver.table, coming.at - 1)[1] == ()
            assert tick(driver.table, coming.at)[1] != ()
            ticked += 1
        assert not [p for p in pending(driver.table) if p.what == "entry" and p.at <= driver.table.at]
        if not ((number % 3 and driver.person()) or driver.next()):
            break
    assert ticked > 4


def test_a_record_says_who_played() -> None:
    driver = Driver(Ruleset(target=3), seed=2)
    driver.seat("ana", "ben")
    driver.begin()
    bots = [f"bot ({chair.persona}, club)" for chair in driver.table.chairs[2:]]
    assert record_of(driver).players == ("Ana", "Ben", *bots)


def record_of(driver: Driver) -> Log:
    driver.play_out()
    log = record(driver.lines)
    acted = [line.entry for line in driver.lines if isinstance(line.entry, Acted)]
    assert [entry for entry in log.entries if isinstance(entry, Acted)] == acted
    return log
