"""Files of all formats, which are recognised by their content; matches of several games; and rubbers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.records.conftest import Check
from tests.records.egn_files import deal, game, log_of
from tests.records.games import random_log
from uka import Seat
from uka.core.rubber import Rubber
from uka.records import InvalidRecord, Log, NotExpressible, RecordedMatch, egn, parse, read, summary, write
from uka.rulesets import find

RUBBER = find("bicycle", {"pack": 24, "rubber": True})


def rubber() -> Log:
    """Return a log of a whole rubber with named players, under rules that EGN can express."""
    log = random_log(RUBBER, Random(1), plain=True, most=300)
    return Log.parse(log.text.replace('"north","east","south","west"', '"Ana","Ben","Caro","Dan"', 1))


def test_a_file_is_known_by_its_content_not_its_name(tmp_path: Path):
    log = log_of(game(deal()))
    for name, text in {"a.json": egn.dumps(log), "b": log.text, "c.txt": egn.dumps_match((log, log))}.items():
        (tmp_path / name).write_text(text, "utf-8")
        for found in read(tmp_path / name).games:
            assert found.state == log.state
    assert len(read(tmp_path / "c.txt").games) == 2
    (tmp_path / "bom.egn").write_bytes(b"\xef\xbb\xbf" + egn.dumps(log).encode())
    assert read(tmp_path / "bom.egn").games[0].state == log.state


def test_a_log_with_an_incomplete_last_line_is_read(tmp_path: Path):
    log = random_log(find("tainui"), Random(1), most=2)
    (tmp_path / "torn.uka").write_bytes(log.text.encode()[:-7])
    assert log.text.startswith(read(tmp_path / "torn.uka").games[0].text)


def test_a_file_is_written_as_its_name_ends(tmp_path: Path):
    log = log_of(game(deal()))
    for name in ("g.uka", "g.egn", "g.EMN"):
        write(log, tmp_path / name)
        assert read(tmp_path / name).games[0].state == log.state
    assert (tmp_path / "g.uka").read_bytes() == log.text.encode()
    with pytest.raises(NotExpressible, match=r"\.pdf"):
        write(log, tmp_path / "g.pdf")
    with pytest.raises(NotExpressible, match="without an ending"):
        write(log, tmp_path / "g")


def test_what_cannot_be_written_leaves_no_file(tmp_path: Path):
    log = Log.start(find("tainui"), dealer=Seat.NORTH)
    several = RecordedMatch((log_of(game(deal())),) * 2)
    for name, record in (("a.egn", rubber()), ("b.egn", several), ("c.uka", several), ("a.egnb", rubber())):
        with pytest.raises(NotExpressible):
            write(record, tmp_path / name)
        assert not (tmp_path / name).exists()
    for name in ("a.egn", "a.egnb", "a.emn"):
        with pytest.raises(NotExpressible, match="clock"):
            write(log, tmp_path / name, standard=True)
        assert not (tmp_path / name).exists()
    write(log, tmp_path / "a.uka", standard=True)


def test_a_file_that_is_not_there():
    with pytest.raises(InvalidRecord, match="cannot be read"):
        read("no/such/file.egn")


def test_a_rubber_is_written_as_the_best_of_three(valid: Check):
    log = rubber()
    assert isinstance(log.state, Rubber)
    with pytest.raises(NotExpressible, match="rubber"):
        egn.dumps(log)
    text = egn.dumps_match((log,))
    valid(text)
    value = json.loads(text)
    assert value["metadata"]["matchFormat"] == {"type": "BEST_OF_N", "target": 3}
    assert [player["name"] for player in value["metadata"]["players"]] == list(log.players)
    winners = log.state.winner
    assert winners is not None
    ids = [value["metadata"]["players"][seat.index]["id"] for seat in winners.seats]
    assert value["metadata"]["result"]["winner"] == ids
    assert value["metadata"]["result"]["status"] == "COMPLETED"
    assert {value["metadata"]["result"]["scores"][player] for player in ids} == {2}
    match = parse(text.encode())
    assert [again.state.score for again in match.games] == [one.score for one in log.state.games]
    assert all(again.players == log.players for again in match.games)
    lines = [line for again in match.games for line in summary(again)]
    assert [(a.dealer, a.tricks, a.points, a.score) for a in lines] == [
        (b.dealer, b.tricks, b.points, b.score) for b in summary(log)
    ]
    assert json.loads(egn.dumps_match(match.games, match.about)) == value


def test_a_rubber_in_progress(valid: Check):
    log = rubber()
    part = Log(log.header)
    for entry in log.entries[: len(log.entries) // 3]:
        if type(entry).__name__ != "Scored":
            part.append(entry)
    value = json.loads(egn.dumps_match((part,)))
    valid(json.dumps(value))
    assert value["metadata"]["result"]["status"] == "IN_PROGRESS"
    assert "winner" not in value["metadata"]["result"]


def test_players_of_one_name_are_two_players(valid: Check):
    log = log_of(game(deal(), players=["Ana", "Ana", "Ben", "Ana"]))
    value = json.loads(egn.dumps_match((log, log)))
    valid(json.dumps(value))
    assert [player["name"] for player in value["metadata"]["players"]] == ["Ana", "Ana", "Ben", "Ana"]
    assert len(set(value["games"][0]["players"])) == 4
    assert value["games"][0]["players"] == value["games"][1]["players"]


def emn(**changes: object) -> dict[str, object]:
    ids = ["p-01", "p-02", "p-03", "p-04"]
    return {
        "fileType": "Euchre Match Notation", "version": "1.0",
        "metadata": {"players": [{"id": i, "name": i.upper()} for i in ids]},
        "games": [{"gameIndex": 0, "players": ids, "gameData": game(deal())}], **changes,
    }  # fmt: skip


def test_later_matches_name_their_players_otherwise():
    value = emn(version="1.1")
    one = value["games"][0]  # type: ignore[index]
    one["playersOverride"] = list(reversed(one.pop("players")))
    assert parse(json.dumps(value).encode()).games[0].players == ("P-04", "P-03", "P-02", "P-01")


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (emn(version="2.0"), "EMN 1.0 to 1.2"),
        (emn(games=[{"gameIndex": 0, "players": ["p-01"] * 3, "gameData": game()}]), "game 1: its players"),
        (emn(games=[{"gameIndex": 0, "players": ["p-09"] * 4, "gameData": game()}]), "game 1: its players"),
        (emn(games=[{"gameIndex": 0}]), "game 1: it holds no gameData"),
        (emn(games=[{"gameIndex": 0, "gameData": game(deal(), version="9")}]), "game 1: its version"),
        (emn(games=[{"gameData": game(deal())}, {"gameData": game(deal(dealer=5))}]), "game 2, deal 1: the dealer"),
        (emn(sauce=1), "sauce"),
        (emn(metadata={"players": [{"id": "p-01", "name": name} for name in "ab"]}, games=[]), "the same id"),
        (emn(metadata={"players": [{"name": "a"}]}), "id"),
        (emn(metadata={"players": [], "matchFormat": {"type": "BEST"}}), "BEST"),
    ],
)
def test_an_invalid_match_is_refused_and_its_game_is_named(value: dict[str, object], word: str):
    with pytest.raises(InvalidRecord) as refusal:
        parse(json.dumps(value).encode())
    assert word in str(refusal.value)


@pytest.mark.parametrize(
    ("about", "word"),
    [
        ({"title": "t" * 129}, "title"),
        ({"sauce": 1}, "sauce"),
        ({"players": [{"id": "p" * 65, "name": "a"}]}, "player"),
    ],
)
def test_what_a_match_cannot_hold_is_refused_by_name(about: dict[str, object], word: str):
    with pytest.raises(NotExpressible, match=word):
        egn.dumps_match((log_of(game(deal())),), about)
    with pytest.raises(NotExpressible, match="without players"):
        egn.dumps_match(())


def test_names_are_matched_with_the_players_of_the_match(valid: Check):
    about = {"players": [{"id": "p-05", "name": "N"}, {"id": "x", "name": "W"}]}
    text = egn.dumps_match((log_of(game(deal())),), about)
    valid(text)
    value = json.loads(text)
    assert value["games"][0]["players"] == ["p-05", "p-03", "p-04", "x"]
    assert [player["name"] for player in value["metadata"]["players"]] == ["N", "W", "E", "S"]
