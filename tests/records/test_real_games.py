"""The recorded games in ../shared/egn replay to the score that was reached at the table, and are written again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.records.conftest import Check
from tests.records.real_games import SCORES, normal
from tests.records.tally import score
from uka import Card, Seat
from uka.records import Dealt, InvalidRecord, Note, egn, read, summary

games = pytest.mark.parametrize("name", [*SCORES, "custom_scenario.egn"])


def source(real: Path, name: str) -> dict[str, Any]:
    return json.loads((real / name).read_text("utf-8"))


@pytest.mark.parametrize("name", SCORES)
def test_it_replays_to_the_score_of_the_table(real: Path, name: str):
    first, last = SCORES[name]
    log = read(real / name).games[0]
    told = source(real, name)
    assert log.header.score == first
    assert log.state.score == last == score(told)
    assert log.state.over
    assert len(summary(log)) == len(told["deals"])
    assert log.players == tuple(told["metadata"]["players"])


@games
def test_each_deal_agrees_with_a_tally_of_its_own(real: Path, name: str):
    told = source(real, name)
    for number, deal in enumerate(summary(read(real / name).games[0]), 1):
        part = {"metadata": told["metadata"], "deals": told["deals"][:number]}
        assert deal.score == score(part), f"deal {number - 1}"


def test_the_six_games_of_the_match_replay_with_their_players(real: Path):
    told = source(real, "mote_w5_match.emn")
    names = {player["id"]: player["name"] for player in told["metadata"]["players"]}
    match = read(real / "mote_w5_match.emn")
    assert len(match.games) == 6
    for log, game in zip(match.games, told["games"], strict=True):
        assert log.state.over
        assert log.state.score == score(game["gameData"])
        assert log.players == tuple(names[player] for player in game["players"])
    assert [log.state.score for log in match.games[:3]] == [(10, 3), (8, 10), (10, 6)]


@pytest.mark.parametrize("name", ["test.egn", "test_annotated.egn"])
def test_the_ace_of_hearts_on_a_spade_lead_is_refused_with_its_place(real: Path, name: str):
    with pytest.raises(InvalidRecord) as refusal:
        read(real / name)
    faults = {(fault.trick, fault.seat, fault.card): fault for fault in refusal.value.faults}
    revoke = faults[2, Seat.EAST, Card.AH]
    assert str(revoke) == (
        "deal 1, trick 3 of 5, east, Ah: spades were led and had to be followed, "
        "but east still held 9s, played to trick 5"
    )
    assert revoke.why in str(refusal.value)
    assert "trick 3, west, Qs: Qs was turned up and picked up by north" in str(refusal.value)
    assert {fault.deal for fault in faults.values()} == {0}
    assert [fault.trick for fault in refusal.value.faults] == [0, 1, 2, 2], "every fault, in order"


# Writing


@games
def test_a_recorded_game_is_written_as_the_same_file(real: Path, valid: Check, name: str):
    log = read(real / name).games[0]
    text = egn.dumps(log)
    valid(text)
    assert json.loads(text) == normal(source(real, name))
    (again,), _ = egn.loads(text)
    assert again.state == log.state
    assert [e.unknown for e in again.entries if isinstance(e, Dealt)] == [
        e.unknown for e in log.entries if isinstance(e, Dealt)
    ]
    assert egn.dumps(again) == text


def test_a_recorded_match_is_written_as_the_same_file(real: Path, valid: Check):
    match = read(real / "mote_w5_match.emn")
    text = egn.dumps_match(match.games, match.about)
    valid(text)
    assert json.loads(text) == normal(source(real, "mote_w5_match.emn"))


def test_remarks_stand_after_what_they_speak_of(real: Path):
    told = source(real, "quite_the_hustle_annotated.egn")
    remarks = [
        text
        for deal in told["deals"]
        for phase in deal["phases"]
        for key in ("callAnnotations", "playAnnotations")
        for texts in phase.get(key, {}).values()
        for text in texts
    ]
    log = read(real / "quite_the_hustle_annotated.egn").games[0]
    assert remarks
    assert [entry.text for entry in log.entries if isinstance(entry, Note) and not entry.kind] == remarks


def test_a_hand_that_sat_out_is_known_where_the_file_tells_it(real: Path):
    log = read(real / "mote_w5_g1.egn").games[0]
    eighth = [entry for entry in log.entries if isinstance(entry, Dealt)][8]
    hand = {Card(text) for text in ("Kh", "As", "Js", "Ts", "9c")}
    assert not hand & set(eighth.unknown)
    step = next(step for step in log.replay() if step.entry is eighth)
    assert step.state is not None
    assert step.state.deal is not None
    assert set(step.state.deal.hand(Seat.SOUTH)) == hand
