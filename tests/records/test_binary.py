"""EGN's binary form: the published examples beside their text files, and every game written and read again."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.records.egn_files import HANDS, TRICKS, bidding, deal, game, log_of, out, play
from tests.records.games import random_log, sayable_rules
from tests.records.pack import packed
from uka.records import InvalidRecord, Log, NotExpressible, PlayedBeyondEnd, egn, parse, read, write
from uka.records.egn import binary, condensing, decoding, protobuf

EXAMPLES = (
    "Custom Scenario",
    "Epic Comeback",
    "Me and Bears",
    "Quite the Hustle Annotated",
    "Six Points in Two Hands",
    "VWEC Finals",
    "VWEC Finals Annotated",
)
FORMS = (".egnb", ".expanded.egnb")
examples = pytest.mark.parametrize("name", EXAMPLES)
forms = pytest.mark.parametrize("form", FORMS)


@pytest.fixture(scope="module")
def folder(real: Path) -> Path:
    if not (real / "binary").is_dir():
        pytest.skip("needs the binary games in ../shared/egn/binary, beside the repository")
    return real / "binary"


def twin(folder: Path, name: str) -> Path:
    """Return the text file of the same game."""
    beside = folder / f"{name}.egn"
    return beside if beside.exists() else folder.parent / f"{name.lower().replace(' ', '_')}.egn"


@forms
@examples
def test_an_example_equals_its_text(folder: Path, name: str, form: str):
    (log,), (other,) = read(folder / (name + form)).games, read(twin(folder, name)).games
    assert log.entries == other.entries
    assert log.header.players == other.header.players
    assert egn.dumps(log) == egn.dumps(other)


@forms
@examples
def test_an_example_is_written_as_its_program_wrote_it(folder: Path, name: str, form: str, tmp_path: Path):
    data = (folder / (name + form)).read_bytes()
    assert binary.bytes_of(binary.json_of(data)) == data
    (log,) = parse(data).games
    write(log, tmp_path / f"again{form}")
    (again,) = read(tmp_path / f"again{form}").games
    assert egn.dumps(again) == egn.dumps(log)


@examples
def test_deals_are_condensed_as_the_program_condenses_them(folder: Path, name: str):
    full = decoding.egn_of(binary.json_of((folder / f"{name}.expanded.egnb").read_bytes()))
    short = binary.json_of((folder / f"{name}.egnb").read_bytes())
    texts = [condensing.condensed(each, number, 9) for number, each in enumerate(full.deals)]  # pyright: ignore
    assert texts == short["deals"]


def test_a_file_without_the_first_byte_is_condensed(folder: Path):
    data = (folder / "Me and Bears.egnb").read_bytes()
    assert parse(data[1:]).games[0].text == parse(data).games[0].text


def test_random_games_survive_both_forms():
    condensed = 0
    for seed in range(60):
        rng = Random(seed)
        log = random_log(sayable_rules(rng), rng, plain=True, most=4)
        text = egn.dumps(log)
        (again,) = parse(egn.dumps_binary(log, condense=False)).games
        assert egn.dumps(again) == text
        try:
            data = egn.dumps_binary(log)
        except NotExpressible:
            continue
        (again,) = parse(data).games
        assert egn.dumps(again) == text
        condensed += 1
    assert condensed >= 10


def annotated() -> Log:
    """Return a game with an annotation of a call and of a play, and with three other lines."""
    calls = bidding("Pass", "Pass", "Pass", "Order", discard="9c", callAnnotations={"3": ["[!]kia ora ♥", "two"]})
    lines = [
        {"branchIndex": 6, "phases": [play(["Js", "Ks"], ["9d", "Qd", "Ad", "Kd"], playAnnotations={"0": ["so"]})]},
        {"branchIndex": 1, "phases": [bidding("Order"), play(["As", "Ah", "Js", "Ks"])]},
        {"branchIndex": 4, "phases": [play(["Kd", "9d", "Qd", "Ad"])]},
    ]
    plays = play(*TRICKS, playAnnotations={"0": ["[?]lead"], "19": ["last"]})
    told = deal(calls, plays, state={"playerCards": HANDS}, alternativeLines=lines)
    players = ["Ana", {"name": "Ben", "playerIds": [{"id": "7", "source": "here"}]}, "Caro", "Dan"]
    return log_of(game(told, players=players, title="A", gameId="g-1", finalScore=[2, 0]))


@forms
def test_annotations_other_lines_hands_and_ids_are_kept(form: str, tmp_path: Path):
    log = annotated()
    write(log, tmp_path / f"a{form}")
    (again,) = read(tmp_path / f"a{form}").games
    assert out(again) == out(log)
    assert out(again)["deals"][0]["alternativeLines"][0]["phases"][0]["playAnnotations"] == {"0": ["so"]}
    assert out(again)["metadata"]["players"][1]["playerIds"] == [{"id": "7", "source": "here"}]


@pytest.mark.parametrize(
    "told",
    [
        deal(bidding("Pass", "Pass"), number=0),
        deal(bidding("Pass", "Pass", "Pass", "Order"), play(["As", "Ah"])),
        deal(bidding("Pass", "Pass", "Pass", "Order"), play(["As", "Ah", "Js", "Xx"])),
        deal(number=4),
    ],
    ids=["calls", "trick", "unknown", "number"],
)
def test_what_the_condensed_form_cannot_hold_is_refused_by_name(told: dict[str, Any], tmp_path: Path):
    log = log_of(game(told))
    with pytest.raises(NotExpressible, match=r"deal 1 in the condensed form .*\.expanded\.egnb"):
        write(log, tmp_path / "a.egnb")
    assert not (tmp_path / "a.egnb").exists()
    write(log, tmp_path / "a.expanded.egnb")
    assert out(read(tmp_path / "a.expanded.egnb").games[0]) == out(log)


def test_an_id_of_a_match_has_no_place():
    log = log_of(game(deal(), players=[{"name": name, "id": name.lower()} for name in ("Ana", "Ben", "Caro", "Dan")]))
    with pytest.raises(NotExpressible, match=r"id \(the binary form has no place for it\)"):
        egn.dumps_binary(log)


def test_spoilt_files_are_refused():
    data, rng = egn.dumps_binary(annotated(), condense=False), Random(3)
    for _ in range(300):
        spoilt = bytearray(data)
        spoilt[rng.randrange(1, len(data))] = rng.randrange(256)
        for each in (bytes(spoilt), data[: rng.randrange(1, len(data))]):
            with suppress(InvalidRecord):
                parse(each)


@pytest.mark.parametrize(
    "data", [b"\x00", b"\x01", b"\x00\xff", b"\x00\x0a", b"\x01\x0a\x7f", b"\x00\x0d\x00", b"\x02"]
)
def test_what_is_no_message_is_refused(data: bytes):
    with pytest.raises(InvalidRecord):
        parse(data)


def test_numbers_of_a_message():
    message = {1: protobuf.Field("a", protobuf.WHOLE), 2: protobuf.Field("b", protobuf.WHOLE, "list")}
    for number in (0, 1, 127, 128, 300, 2**31 - 1, -1, -(2**31)):
        value = {"a": number, "b": [number, 5]}
        assert protobuf.decode(protobuf.encode(value, message), message) == value
    assert protobuf.decode(b"\x12\x03\x05\xac\x02", message) == {"b": [5, 300]}, "a packed list"
    with pytest.raises(protobuf.MalformedMessage, match="a = 2147483648"):
        protobuf.encode({"a": 2**31}, message)


def played_on() -> dict[str, Any]:
    """Return a game to 2 points with two deals, of which the first scores 2."""
    return game(deal(), deal(number=1, dealer=0), ruleset={"winning_score": 2})


def test_a_game_that_was_played_on_is_read_beyond_its_end():
    text = json.dumps(played_on())
    with pytest.raises(PlayedBeyondEnd, match=r"deal 2: the game is over at 2 to 0.*--beyond-end"):
        egn.loads(text)
    (log,), _ = egn.loads(text, beyond_end=True)
    assert log.state.score == (4, 0)
    assert json.loads(egn.dumps(log)) == played_on()
    short = {**played_on(), "deals": [packed(each, 3) for each in played_on()["deals"]]}
    with pytest.raises(PlayedBeyondEnd):
        egn.loads(json.dumps(short))
    assert egn.loads(json.dumps(short), beyond_end=True)[0][0].state.score == (4, 0)


def test_a_game_that_ended_in_time_is_the_same_beyond_its_end():
    text = json.dumps(game(deal()))
    ((plain,), _), ((other,), _) = egn.loads(text), egn.loads(text, beyond_end=True)
    assert plain.text == other.text
