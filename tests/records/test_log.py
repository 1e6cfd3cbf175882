"""The log of a game: writing gives the same text, replay gives the same state, and changed lines are refused."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.records.games import random_log
from tests.strategies import any_rules, randoms
from uka import Card, IllegalAction, OrderUp, Pass, Play, Ruleset, Seat, UkaError, rulesets, shuffled
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset as Rules
from uka.core.rulings import PointsRuling
from uka.records import (
    Acted,
    BellRecorded,
    Dealt,
    Drawn,
    InvalidRecord,
    Log,
    MisdealRecorded,
    Note,
    RecordNotWritten,
    RulingGiven,
    Scored,
)
from uka.text.printable import is_displayed


def play_on(log: Log, deals: int = 1) -> Log:
    """Return the log after some deals. Each seat takes its first legal action but never passes."""
    for seed in range(deals):
        log.deal(shuffled(log.rules, seed))
        assert log.state.deal is not None
        while not log.state.deal.over:
            log.act(log.state.deal.legal_actions[-1])
    return log


@given(any_rules, randoms)
def test_a_log_rewritten_is_the_same_byte_for_byte_and_replays_to_the_live_state(rules: Rules, rng: Random):
    log = random_log(rules, rng, most=6)
    again = Log.parse(log.text)
    assert again.text.encode() == log.text.encode()
    assert again.entries == log.entries
    assert again.players == log.players
    if log.entries or log.header.dealer:
        assert again.state == log.state
    steps = list(log.replay())
    assert [step.entry for step in steps] == log.entries
    assert not steps or steps[-1].state == log.state


@pytest.mark.parametrize("name", rulesets.names())
def test_a_whole_game_of_every_shipped_ruleset(name: str, tmp_path: Path):
    log = random_log(rulesets.find(name), Random(name), plain=True, most=200)
    assert log.state.over
    log.write(tmp_path / "game.uka")
    assert Log.read(tmp_path / "game.uka").text == log.text


@given(any_rules, randoms)
def test_replay_gives_each_state_as_it_was(rules: Rules, rng: Random):
    log = random_log(rules, rng, most=2)
    live = Log(log.header)
    for step in log.replay():
        if not isinstance(step.entry, Scored):
            assert live.append(step.entry) == step.events
        if step.state is not None:
            assert live.state == step.state


def test_every_line_is_in_the_file_before_append_returns(tmp_path: Path):
    path = tmp_path / "logs" / "game.uka"
    log = Log.start(Ruleset(), dealer=Seat.SOUTH, path=path)
    assert path.read_text("utf-8") == log.text
    log.deal(shuffled(log.rules, 7))
    for _ in range(3):
        log.act(Pass())
        assert path.read_text("utf-8") == log.text
    with pytest.raises(FileExistsError):
        Log.start(Ruleset(), dealer=Seat.SOUTH, path=path)


def test_a_refused_entry_changes_nothing(tmp_path: Path):
    path = tmp_path / "game.uka"
    log = Log.start(Ruleset(), dealer=Seat.SOUTH, path=path)
    log.deal(shuffled(log.rules, 7))
    before, state = log.text, log.state
    refused = (
        Acted(Seat.NORTH, OrderUp()),
        Dealt(shuffled(log.rules, 8)),
        Dealt(shuffled(log.rules, 8), dealer=Seat.NORTH),
        BellRecorded(),
        Drawn(shuffled(log.rules, 1), Seat.NORTH, Seat.NORTH),
        Acted(Seat.WEST, Play(Card.AH)),
    )
    for entry in refused:
        with pytest.raises(UkaError):
            log.append(entry)
        assert (log.text, log.state) == (before, state)
    assert path.read_text("utf-8") == before


def test_an_incomplete_last_line_is_dropped_when_a_log_is_resumed(tmp_path: Path):
    log = play_on(Log.start(Ruleset(), dealer=Seat.SOUTH), 1)
    log.append(Note("māhau te wā ♥"))
    data = log.text.encode()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    path = tmp_path / "game.uka"
    for cut in {*range(ends[-2] + 1, len(data)), *(end - 3 for end in ends[1:]), *(end + 5 for end in ends[:-1])}:
        whole = data[: max(end + 1 for end in ends if end < cut)]
        path.write_bytes(data[:cut])
        again = Log.read(path, resume=True)
        assert again.text.startswith(whole.decode())
        assert log.text.startswith(again.text), "nothing but what a finished deal came to is added"
        again.append(Note("on"))
        assert Log.read(path).text == again.text


def test_a_torn_first_line_holds_no_record():
    header = Log.start(Ruleset(), dealer=Seat.SOUTH).text
    assert Log.parse(header).entries == []
    assert Log.parse(header.removesuffix("\n")).entries == [], "the header alone, its line's end not yet written"
    for text in ("", "\n", header[:50], "{}", "[]\n", "7\n", '{"log":"chess","format":1,"rules":{},"players":[]}\n'):
        with pytest.raises(InvalidRecord) as refusal:
            Log.parse(text)
        assert refusal.value.line == 1


# Tampering


def game() -> list[str]:
    log = Log.start(rulesets.find("cardgames"), dealer=Seat.SOUTH)
    return play_on(log, 3).text.splitlines()


def parsed(lines: list[str]) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as refusal:
        Log.parse("\n".join(lines) + "\n")
    return refusal.value


def at(lines: list[str], kind: str, number: int = 0) -> int:
    """Return the index of the line with number ``number``, from 0, among the lines of one kind."""
    return [i for i, line in enumerate(lines) if f'"type":"{kind}"' in line][number]


def changed(lines: list[str], index: int, **values: object) -> list[str]:
    entry = {**json.loads(lines[index]), **values}
    return [*lines[:index], json.dumps(entry), *lines[index + 1 :]]


def test_a_changed_result_is_refused():
    lines = game()
    for number in range(3):
        index = at(lines, "scored", number)
        for field, value in (("points", [7, 0]), ("tricks", [5, 0]), ("outcome", "march"), ("maker", "north")):
            result = {**json.loads(lines[index])["result"], field: value}
            if result == json.loads(lines[index])["result"]:
                continue
            error = parsed(changed(lines, index, result=result))
            assert (error.line, error.deal) == (index + 1, number)
            assert "the rules say" in str(error)


def test_a_missing_or_doubled_result_is_refused():
    lines = game()
    index = at(lines, "scored")
    assert parsed([*lines[:index], *lines[index + 1 :]]).line == index + 1
    assert parsed([*lines[: index + 1], *lines[index:]]).line == index + 2
    assert parsed([*lines[:index], *lines[index + 1 :]]).why.startswith("the record does not say")


def test_a_changed_pack_is_refused_where_it_first_matters():
    lines = game()
    index = at(lines, "dealt", 1)
    pack = json.loads(lines[index])["pack"]
    for wrong in ([*pack[1:], pack[1]], pack[1:], [*pack, "7c"], ["7c", *pack[1:]]):
        assert parsed(changed(lines, index, pack=wrong)).line == index + 1
    turned = pack[10:20] + pack[:10] + pack[20:]
    error = parsed(changed(lines, index, pack=turned))
    assert error.line is not None
    assert error.line > index + 1
    assert error.deal == 1


def test_a_changed_action_is_refused():
    lines = game()
    deal = Log.parse("\n".join(lines[: at(lines, "dealt", 1)]) + "\n").entries
    plays = [i for i, entry in enumerate(deal, 1) if isinstance(entry, Acted) and isinstance(entry.action, Play)]
    for index in plays[:-1]:
        entry = deal[index - 1]
        assert isinstance(entry, Acted)
        assert isinstance(entry.action, Play)
        later = deal[plays[-1] - 1]
        assert isinstance(later, Acted)
        assert isinstance(later.action, Play)
        error = parsed(changed(lines, index, action={"type": "play", "card": str(later.action.card)}))
        assert error.line is not None
        assert error.line >= index + 1


def test_a_changed_seat_is_refused_with_all_of_its_place():
    lines = game()
    index = next(i for i, line in enumerate(lines) if '"play"' in line)
    told = json.loads(lines[index])
    other = "north" if told["seat"] != "north" else "south"
    error = parsed(changed(lines, index, seat=other))
    place = (error.line, error.deal, error.trick, error.seat, error.card)
    assert place == (index + 1, 0, 0, Seat(other), Card(told["action"]["card"]))
    assert "turn" in str(error)


def test_lines_out_of_order_are_refused():
    lines = game()
    for index in range(1, len(lines) - 1):
        if lines[index] == lines[index + 1]:
            continue
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        error = parsed(swapped)
        assert error.line is not None
        assert error.line >= index + 1


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": 2}, "the record has format 2; this Uka reads format 1"),
        ({"format": 0}, "format 0"),
        ({"players": ["Ana"]}, "one player for each seat"),
        ({"score": [1, 2, 3]}, "for each side"),
        ({"score": [-1, 0]}, "for each side"),
        ({"rules": {"pack": 25}}, "pack = 25"),
        ({"rules": {"sauce": 1}}, "sauce"),
        ({"dealer": "up"}, "header"),
    ],
)
def test_an_invalid_header_is_refused_in_line_1(change: dict[str, object], word: str):
    error = parsed(changed(game(), 0, **change))
    assert error.line == 1
    assert word in str(error)


# Other entries of a log


@given(st.text().filter(is_displayed))
@example("“kia ora”\n\u2028\t♥")
def test_a_note_may_say_anything(text: str):
    log = Log.start(Ruleset(), dealer=Seat.SOUTH)
    log.append(Note(text))
    assert Log.parse(log.text).entries == [Note(text)]


@pytest.mark.parametrize("hidden", ["\x1b[2J", "\x9b2J", "\u202e", "\u200b", "\r", "\0"])
def test_a_hidden_character_is_refused_in_every_entry(hidden: str):
    log = play_on(Log.start(Ruleset(), dealer=Seat.SOUTH))
    text, about = log.text, msgspec.json.encode({"reason": f"well{hidden}"}).decode()
    for entry in (
        Note(f"well{hidden}"),
        Note("well", f"kind{hidden}"),
        Note(about, "kind"),
        RulingGiven(PointsRuling(points=(2, 0), reason=f"well{hidden}")),
    ):
        with pytest.raises(InvalidRecord, match="has a character that is not displayed"):
            log.append(entry)
        assert log.text == text
        error = parsed([*text.splitlines(), msgspec.json.encode(entry).decode()])
        assert "has a character that is not displayed" in str(error)
        assert error.line == text.count("\n") + 1


def test_a_deal_that_did_not_pass_on_names_its_dealer():
    log = play_on(Log.start(Ruleset(), dealer=Seat.SOUTH))
    log.append(Dealt(shuffled(log.rules, 5), dealer=Seat.SOUTH))
    assert log.state.deal is not None
    assert log.state.deal.dealer is Seat.SOUTH
    again = Log.parse(log.text)
    assert again.state == log.state
    play_on_from(again)
    assert again.state.dealer is Seat.WEST, "the deal passes on from there"


def play_on_from(log: Log) -> None:
    assert log.state.deal is not None
    while not log.state.deal.over:
        log.act(log.state.deal.legal_actions[-1])


def test_a_rubber_is_one_log_and_its_dealers_may_be_named_too():
    rules = rulesets.find("bicycle", {"rubber": True})
    log = random_log(rules, Random(3), plain=True, most=200)
    assert isinstance(log.state, Rubber)
    assert log.state.over
    assert Log.parse(log.text).state == log.state
    named = Log.start(rules, dealer=Seat.SOUTH)
    named.append(Dealt(shuffled(rules, 1), dealer=Seat.EAST))
    assert isinstance(named.state, Rubber)
    assert named.state.game.deal is not None
    assert named.state.game.deal.dealer is Seat.EAST


def test_a_misdeal_and_a_bell_are_inputs():
    log = Log.start(rulesets.find("tainui"), dealer=Seat.SOUTH)
    log.append(MisdealRecorded())
    log.append(MisdealRecorded())
    assert log.state.dealer is Seat.WEST, "after the second chance the deal is lost"
    log.append(BellRecorded(720))
    assert log.state.over
    assert Log.parse(log.text).state == log.state


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path):
    with pytest.raises(InvalidRecord, match=r"none\.uka cannot be read"):
        Log.read(tmp_path / "none.uka")
    (tmp_path / "bytes.uka").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidRecord, match="line 1"):
        Log.read(tmp_path / "bytes.uka")
    (tmp_path / "bytes.uka").write_bytes("\n".join(game()).encode() + b"\n\xff\n")
    with pytest.raises(InvalidRecord, match=f"line {len(game()) + 1}: this is not text"):
        Log.read(tmp_path / "bytes.uka")


def test_a_full_disk_is_reported_and_the_game_continues_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log.start(Ruleset(), dealer=Seat.SOUTH, path=tmp_path / "game.uka")
    log.deal(shuffled(log.rules, 7))
    text, state = log.text, log.state
    real = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data[: len(data) // 2])

    with monkeypatch.context() as full:
        full.setattr(os, "write", half)
        with pytest.raises(RecordNotWritten, match="No space left on device"):
            log.act(Pass())
    assert (log.text, log.state, (tmp_path / "game.uka").read_text()) == (text, state, text)
    log.act(Pass())
    assert Log.read(tmp_path / "game.uka").state == log.state


def test_a_game_with_a_revoke_that_is_played_out_reads_back() -> None:
    rules, found = rulesets.find("tainui"), 0
    for seed in range(60):
        log = Log.start(rules, dealer=Seat.NORTH, revokes=True)
        log.deal(shuffled(rules, seed))
        chance = Random(seed)
        while log.state.in_deal:
            log.act(chance.choice(log.state.legal_actions))
        deal = log.state.deal
        assert deal is not None
        assert deal.result is not None
        assert Log.parse(log.text).state == log.state
        assert log.state.score == deal.result.points
        found += bool(deal.proven)
        if deal.proven:
            assert len(deal.tricks) == 5, "every trick is played"
    assert found > 10


def test_a_misdeal_found_late_reads_back_and_an_old_one_is_written_as_ever() -> None:
    log = Log.start(rulesets.find("uka"), dealer=Seat.NORTH)
    log.deal(shuffled(log.rules, 3))
    while not log.state.deal or not log.state.deal.tricks:
        log.act(log.state.legal_actions[-1])
    with pytest.raises(IllegalAction, match="only a hand with the wrong number of cards"):
        log.append(MisdealRecorded())
    log.append(MisdealRecorded(late=True))
    log.append(MisdealRecorded())
    assert log.text.endswith('{"type":"misdeal_recorded","late":true}\n{"type":"misdeal_recorded"}\n')
    assert Log.parse(log.text).state == log.state
