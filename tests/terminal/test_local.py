"""A local game without a screen: whole games are played, recorded, and resumed where they stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.table import advance, hire, new
from uka import rulesets
from uka.core.errors import IllegalAction, InvalidRuleset, UkaError
from uka.core.seats import SEATS, Seat
from uka.narration.draws import draw_lines
from uka.narration.names import Names
from uka.records.entries import BellRecorded, Dealt, Drawn, Note
from uka.records.errors import InvalidRecord
from uka.records.log import Log
from uka.terminal import LocalGame, LocalOptions, WaitingFor, new_record_path


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
def test_a_whole_game_is_played_and_its_record_replays(name: str, seat: Seat) -> None:
    session = advance(new(rulesets.find(name), seat=seat))
    assert session.state.over
    assert Log.parse(session.log.text).state == session.state


@pytest.mark.parametrize("name", ["tainui", "uka", "bicycle"])
def test_going_on_from_the_record_is_going_on(name: str, tmp_path: Path) -> None:
    whole = advance(new(rulesets.find(name))).log.text
    for steps in (0, 1, 2, 9, 40, 77):
        path = tmp_path / f"{steps}.uka"
        advance(new(rulesets.find(name), record=path), steps)
        resumed = LocalGame.resume(path, hire)
        assert advance(resumed).log.text == whole
        assert path.read_text("utf-8") == whole


def test_what_was_told_is_told_again_after_resuming(tmp_path: Path) -> None:
    session = advance(new(rulesets.find("tainui"), record=tmp_path / "a.uka"), 60)
    assert LocalGame.resume(tmp_path / "a.uka", hire).story == session.story


def test_the_drawing_of_partners_moves_the_person_and_the_bots() -> None:
    moved = 0
    for seed in range(20):
        session = new(rulesets.find("bicycle"), seed=seed, bots=("a", "b", "c"))
        session.step()
        assert session.player(session.seat) == "you"
        assert session.draw is not None
        assert session.seat is session.draw.seating[Seat.SOUTH.index]
        assert sorted(session.log.players) == ["a", "b", "c", "you"]
        moved += session.seat is not Seat.SOUTH
        resumed = LocalGame(Log.parse(session.log.text), hire)
        assert (resumed.seat, resumed.log.players) == (session.seat, session.log.players)
    assert moved


def test_the_person_names_the_dealer_when_their_side_cuts_the_higher_card() -> None:
    asked = 0
    for seed in range(12):
        session = new(rulesets.find("uka"), seed=seed)
        session.step()
        if session.waiting_for is WaitingFor.DEALER:
            asked += 1
            with pytest.raises(IllegalAction):
                session.name_dealer(Seat.EAST)
            session.name_dealer(Seat.NORTH)
            assert session.state.dealer is Seat.NORTH
        assert session.waiting_for is WaitingFor.DEAL
    assert 0 < asked < 12


@pytest.mark.parametrize("name", rulesets.SOURCES)
def test_the_draw_is_told(name: str) -> None:
    session = new(rulesets.find(name), seed=3)
    session.step()
    assert session.draw is not None
    lines = draw_lines(session.rules, session.draw, Names(Seat.SOUTH))
    assert len(lines) >= 2
    if session.draw.dealer:
        assert lines[-1].endswith("deals first.") or lines[-1].endswith("deal first.")


def test_the_pack_is_cut_and_packets_are_kept_where_the_rules_say_so() -> None:
    session = advance(new(rulesets.find("bicycle"), seed=4))
    dealt = [entry for entry in session.log.entries if isinstance(entry, Dealt)]
    assert all(entry.cut is not None and 4 <= entry.cut <= 28 for entry in dealt)
    tainui = advance(new(rulesets.find("tainui"), seed=4))
    assert {entry.packet_pattern for entry in tainui.log.entries if isinstance(entry, Dealt)} == {"3-2", "2-3"}


def test_another_game_has_the_same_table_and_other_cards(tmp_path: Path) -> None:
    first = advance(new(rulesets.find("knock"), record=tmp_path / "a.uka", bots=("a", "b", "c"), seat=Seat.WEST))
    second = first.next_game()
    assert second.seed != first.seed
    assert (second.log.header.players, second.rules) == (first.log.header.players, first.rules)
    assert second.log.path is not None
    assert second.log.path.parent == tmp_path
    assert second.log.path != first.log.path


def test_the_bell_is_an_input_and_the_time_played_is_kept(tmp_path: Path) -> None:
    session = advance(new(rulesets.find("tainui"), record=tmp_path / "a.uka"), 12)
    session.seconds = 100.04
    session.leave()
    assert session.log.entries[-1] == Note("clock stopped at 100.0")
    resumed = LocalGame.resume(tmp_path / "a.uka", hire)
    assert resumed.seconds == 100.0
    resumed.seconds = 720.0
    resumed.ring()
    assert resumed.log.entries[-1] == BellRecorded(720.0)
    assert advance(resumed).game.bell
    assert sum(isinstance(entry, Dealt) for entry in resumed.log.entries) == 1


def test_the_clock_stands_still_between_two_deals() -> None:
    session = new(rulesets.find("tainui"))
    while session.score is None or session.state.deal is None or session.state.in_deal:
        advance(session, 1)
    before = session.seconds
    assert session.advance_clock(1_000) == ()
    assert session.seconds == before
    while not session.state.in_deal:
        advance(session, 1)
    session.advance_clock(2.0)
    assert session.seconds == before + 2


def test_a_game_may_be_played_without_its_clock() -> None:
    rules = rulesets.find("tainui")
    assert (new(rules).bell_seconds, new(rules, clock=False).bell_seconds, new(rulesets.find("uka")).bell_seconds) == (
        720,
        0,
        0,
    )


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    rules = rulesets.find("tainui")
    with pytest.raises(UkaError, match="name one bot"):
        new(rules, bots=("a", "b"))
    path = tmp_path / "other.uka"
    Log.start(rules, dealer=Seat.NORTH, path=path)
    with pytest.raises(UkaError, match="can't be resumed"):
        LocalGame.resume(path)
    with pytest.raises(InvalidRecord):
        LocalGame.resume(tmp_path / "missing.uka")
    with pytest.raises(IllegalAction, match="it's not the time to name"):
        new(rules).name_dealer(Seat.NORTH)
    with pytest.raises(UkaError, match="no bot named"):
        LocalGame.start(rules, LocalOptions(bots=("nobody",), seed="1"))
    with pytest.raises(InvalidRuleset):
        rulesets.find("nothing")


def test_a_new_record_is_never_an_old_file(tmp_path: Path) -> None:
    paths = list[Path]()
    for _ in range(3):
        paths.append(new_record_path(tmp_path))
        paths[-1].touch()
    assert len(set(paths)) == 3


def test_the_person_alone_chooses_for_their_seat() -> None:
    session = new(rulesets.find("knock"))
    while session.waiting_for is not WaitingFor.PERSON:
        session.step()
    with pytest.raises(IllegalAction, match="the person's turn"):
        session.step()


def test_bots_of_the_house_can_be_hired() -> None:
    session = advance(
        LocalGame.start(rulesets.find("knock"), LocalOptions(bots=("club", "novice", "random"), seed="1")), 30
    )
    assert any(isinstance(entry, Drawn) for entry in session.log.entries)


def test_chance_comes_from_the_seed_alone() -> None:
    first, again, other = (advance(new(rulesets.find("knock"), seed=seed)).log.text for seed in (5, 5, 6))
    assert first == again
    assert first.splitlines()[1:] != other.splitlines()[1:]


def test_every_seat_is_told_its_own_story() -> None:
    told = {seat: [line.text for line in advance(new(rulesets.find("knock"), seat=seat)).story] for seat in SEATS}
    assert all(any(line.startswith("You") for line in lines) for lines in told.values())
