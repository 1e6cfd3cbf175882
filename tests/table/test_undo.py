"""Undo by a person who plays with bots: the game is as before the choice, and its record still verifies as fair."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.table.driver import Driver
from uka import rulesets
from uka.cli import main
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.records import Dealt, Log, egn, parse
from uka.records.fair import verify
from uka.table import StaleVersion, Table, TableRefusal, TableSettings, TableStage, append_entries, record, replayed
from uka.table import parse as parse_lines
from uka.table.commands import gameplay, people
from uka.table.entries import ActionUndone, TableLine
from uka.table.game_record import UNDONE_NOTE
from uka.table.views.deal_view import deal_view
from uka.table.views.public_table import public_table

RULES = {
    "uka": rulesets.find("uka", {"target": 10}),
    "bicycle": rulesets.find("bicycle", {"target": 10}),
    "british": rulesets.find("british", {"target": 10}),
    "farmer": rulesets.find("cardgames", {"pack": 32, "target": 10, "farmers_hand": "exchange"}),
}


def alone(rules: Ruleset, seed: object = 0, **settings: object) -> Driver:
    """Return a game of Ana and three bots."""
    driver = Driver(rules, TableSettings(**settings), seed)  # type: ignore[arg-type]
    driver.seat("ana")
    driver.begin()
    return driver


def choices(driver: Driver) -> Iterator[Table]:
    """Yield the table before each choice of Ana. Ana makes the choice when the iteration goes on."""
    while driver.table.stage is not TableStage.OVER:
        turn = driver.table.turn
        if turn is not None and driver.table.chair(turn).manned:
            yield driver.table
            if driver.table.turn is turn:
                driver.person()
        elif not driver.next():
            return


def undo(driver: Driver) -> None:
    driver.do(gameplay.undo_action, "ana")


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_after_an_undo_the_game_is_as_before_the_choice(name: str, seed: int) -> None:
    driver, undone = alone(RULES[name], seed, secrets_open_after="game"), 0
    rng = driver.rng
    for before in choices(driver):
        if rng.random() < 0.5 or undone > 40:
            continue
        driver.person()
        for _ in range(rng.randint(0, 6)):
            turn = driver.table.turn
            if driver.table.stage in (TableStage.PLAYING, TableStage.SHUFFLING) and turn is not before.turn:
                after, lines = driver.table, len(driver.lines)
                driver.next()
                if (
                    driver.table.stage not in (TableStage.PLAYING, TableStage.SHUFFLING)
                    or driver.table.number != before.number
                ):
                    driver.table = after
                    del driver.lines[lines:], driver.steps[lines - 1 :]
                    break
        if driver.table.stage not in (TableStage.PLAYING, TableStage.SHUFFLING) or driver.table.game.over:  # type: ignore[union-attr]
            continue
        seat = public_table(driver.table).undo
        assert seat is not None
        assert driver.table.chair(seat).player == "ana"
        undo(driver)
        undone += 1
        now = driver.table
        assert now.game == before.game
        assert (now.stage, now.turn, now.scored, now.number) == (
            before.stage,
            before.turn,
            before.scored,
            before.number,
        )
        assert [deal_view(now, viewer) for viewer in (None, *SEATS)] == [
            deal_view(before, viewer) for viewer in (None, *SEATS)
        ]
        later = {"version", "seats", "deadlines"}
        assert [
            getattr(public_table(now), name) for name in public_table(now).__struct_fields__ if name not in later
        ] == [
            getattr(public_table(before), name) for name in public_table(before).__struct_fields__ if name not in later
        ]
        assert replayed(parse_lines(line.text for line in driver.lines)) == now
    assert undone > 3
    assert driver.table.stage is TableStage.OVER
    log = record(driver.lines)
    assert log.state == driver.table.game
    assert all(verdict.fair for verdict in verify(log))
    assert Log.parse(log.text).state == log.state
    assert sum(getattr(entry, "kind", "") == UNDONE_NOTE for entry in log.entries) == undone


def test_all_choices_of_a_deal_can_be_undone_one_by_one() -> None:
    driver = alone(RULES["uka"], 4)
    befores = list[Table]()
    for before in choices(driver):
        if befores and before.number != befores[0].number:
            befores = []
        befores.append(before)
        if len(befores) == 4:
            break
    for before in reversed(befores[:-1]):
        undo(driver)
        assert driver.table.game == before.game
    assert public_table(driver.table).undo is None
    with pytest.raises(TableRefusal, match="nothing to undo"):
        undo(driver)


def test_the_last_choice_of_a_deal_can_be_undone_until_the_next_deal() -> None:
    driver = alone(RULES["uka"].changed({"target": 30}), 2)
    while not (driver.table.stage is TableStage.SHUFFLING and driver.table.scored and driver.table.past):
        if not driver.person():
            driver.next()
    score = public_table(driver.table).score
    undo(driver)
    assert driver.table.stage is TableStage.PLAYING
    assert driver.table.scored is None
    assert sum(public_table(driver.table).score) < sum(score)
    driver.play_out()
    assert all(verdict.fair for verdict in verify(record(driver.lines)))
    dealt = [step.table.number for step in driver.steps if isinstance(step.line.entry, Dealt)]
    assert dealt == sorted(set(dealt)), "no pack is dealt twice"


def first_choice(driver: Driver) -> None:
    """Play until Ana has made a choice and it is her turn again."""
    while not (driver.table.past and driver.table.turn and driver.table.chair(driver.table.turn).manned):
        if not driver.person():
            driver.next()


def test_undo_is_refused() -> None:
    driver = alone(RULES["uka"], 1)
    first_choice(driver)
    with pytest.raises(TableRefusal, match="you have no seat"):
        driver.do(gameplay.undo_action, "eve")
    with pytest.raises(StaleVersion):
        driver.do(gameplay.undo_action, "ana", driver.table.moved - 1)
    driver.do(people.pause, "ana")
    with pytest.raises(TableRefusal, match="paused"):
        undo(driver)
    driver.do(people.resume, "ana")
    driver.do(people.take_break, "ana")
    with pytest.raises(TableRefusal, match="you are absent"):
        undo(driver)
    driver.do(people.end_break, "ana")
    driver.do(people.change_settings, "ana", replace(driver.table.settings, undo=False))
    with pytest.raises(TableRefusal, match="there is no undo"):
        undo(driver)
    driver.do(people.change_settings, "ana", replace(driver.table.settings, undo=True))
    driver.do(people.join, "ben", "Ben")
    undo(driver)
    first_choice(driver)
    seat = next(seat for seat in SEATS if driver.table.chair(seat).player is None)
    driver.do(people.give_seat, "ana", "ben", seat)
    with pytest.raises(TableRefusal, match="all the others are bots"):
        undo(driver)
    driver.do(people.stand, "ben")
    with pytest.raises(TableRefusal, match="nothing to undo"):
        undo(driver)
    driver.play_out()
    with pytest.raises(TableRefusal, match="no game is being played"):
        undo(driver)


def test_a_choice_cannot_be_undone_once_the_secret_of_its_pack_is_open() -> None:
    driver = alone(RULES["uka"].changed({"target": 30}), 2, secrets_open_after="deal")
    while not (driver.table.stage is TableStage.SHUFFLING and driver.table.scored and driver.table.past):
        if not driver.person():
            driver.next()
    assert public_table(driver.table).undo is None
    with pytest.raises(TableRefusal, match="nothing to undo"):
        undo(driver)


def test_the_bell_stays_rung_after_an_undo() -> None:
    driver = alone(rulesets.find("tainui", {"clock": 1}), 3, move_ms=0)
    first_choice(driver)
    driver.do(lambda table, _: gameplay.ring_bell(table), "ana")
    game = driver.table.game
    assert game is not None
    assert game.bell  # type: ignore[union-attr]
    undo(driver)
    assert driver.table.game.bell  # type: ignore[union-attr]
    driver.play_out()
    log = record(driver.lines)
    assert log.state == driver.table.game
    assert all(verdict.fair for verdict in verify(log))


def test_the_record_is_good_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = alone(rulesets.find("cardgames", {"target": 3}), 5)
    for number, _ in enumerate(choices(driver)):
        if number % 3 == 0:
            driver.person()
            if driver.table.past and driver.table.stage is TableStage.PLAYING:
                undo(driver)
    log = record(driver.lines)
    (again,) = parse(egn.dumps(log).encode()).games
    assert again.state.score == log.state.score
    assert len(again.entries) > 10
    for form in ("uka", "egn"):
        file = tmp_path / f"game.{form}"
        file.write_text(log.text if form == "uka" else egn.dumps(log))
        if form == "uka":
            with pytest.raises(SystemExit, match="3"):  # it has no signature
                main(["verify", str(file)])
        else:
            main(["replay", str(file)])
    assert "not fair" not in capsys.readouterr().out


def test_a_log_that_undoes_nothing_is_refused() -> None:
    from uka.records import InvalidRecord

    driver = alone(RULES["uka"], 1)
    first_choice(driver)
    seat = driver.table.turn or Seat.NORTH
    for entry in (ActionUndone(seat, 3), ActionUndone(seat.left, driver.table.past[-1].seq)):
        with pytest.raises(InvalidRecord, match="nothing to undo"):
            replayed([*driver.lines, TableLine(len(driver.lines), driver.now, "ana", entry)])


def test_a_bots_pending_choice_is_stale_after_an_undo() -> None:
    driver = alone(RULES["uka"], 1)
    first_choice(driver)
    driver.person()
    while driver.table.turn is None or driver.table.chair(driver.table.turn).manned:
        if not driver.person():
            driver.next()
    seat, version = driver.table.turn, driver.table.seq
    action = driver.pick(seat)
    undo(driver)
    with pytest.raises(TableRefusal):
        append_entries(driver.table, gameplay.choose(driver.table, seat, action, version, 2**45), at=2**45, by="bot")
