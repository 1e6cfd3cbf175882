"""Files of every kind, cut short or with wrong bytes, in every command that reads them: a sentence that names them."""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from tests.cli.conftest import Done, Typed
from uka.arena import ChunkStore, Contest, PairResult
from uka.core.errors import UkaError
from uka.models import model
from uka.puzzles import puzzle
from uka.records import InvalidRecord, Log, read
from uka.rulesets import find

RAW = re.compile(r"Expected `|- at `|Object (missing|contains)|Input data was|JSON is malformed|codec|Errno|Traceback")
"""The words of msgspec, Python and the system, which no user should read."""
RECORDS = ("uka", "egn", "emn", "egnb", "expanded.egnb")
READERS = (
    ("replay", "FILE"), ("convert", "FILE", "new.uka"), ("verify", "FILE"), ("review", "FILE", "--deal", "99"),
    ("solve", "FILE", "--deal", "99", "--trick", "1"), ("puzzles", "new.puzzles", "--records", "FILE", "--count", "0"),
)  # fmt: skip
RULES_READERS = (
    ("rules", "FILE"), ("rules", "check", "FILE"), ("watch", "--rules", "FILE", "--deals", "0"),
    ("sim", "--rules", "FILE"), ("arena", "club", "club", "--rules", "FILE"), ("equity", "--rules", "FILE"),
    ("tournament", "new", "new.events", "--rules", "FILE"), ("train", "--rules", "FILE"),
    ("puzzles", "new.puzzles", "--rules", "FILE"),
)  # fmt: skip
TOURNAMENT_READERS = (
    ("tournament", "standings", "FILE"), ("tournament", "withdraw", "FILE", "Kauri"), ("tournament", "draw", "FILE"),
    ("tournament", "tables", "FILE", "1"), ("tournament", "end", "FILE", "--sure"), ("tournament", "export", "FILE"),
    ("tournament", "print", "FILE", "numbers"), ("tournament", "log", "FILE"), ("tournament", "settings", "FILE"),
)  # fmt: skip
MORE_READERS = (("rules", "check", "FILE"), ("tournament", "new", "n", "--list", "FILE"))
OTHER_REFUSALS = ("counted from 1", "must be 1 or more", "a round needs at least two teams")
"""Refusals that are not the file's fault, as it can be read."""
Words: TypeAlias = tuple[tuple[str, ...], ...]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def damaged(data: bytes, rng: Random) -> bytes:
    """Return the data cut short, or with one to three wrong bytes."""
    if rng.random() < 0.3:
        return data[: rng.randrange(len(data))]
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        spoilt[rng.randrange(len(data))] = rng.choice((rng.randrange(256), *b'{}[],:"0x'))
    return bytes(spoilt)


def check_named(done: Done, name: str) -> None:
    assert not RAW.search(done.err), done.err
    assert len(done.err.splitlines()) <= 10
    if done.code == 2 and not any(words in done.err for words in OTHER_REFUSALS):
        assert name in done.err, done.err


def check_all(typed: Typed, data: bytes, name: str, readers: Words, times: int) -> None:
    """Damage a file in several ways, and run every reader on each."""
    refused = 0
    for seed in range(times):
        Path(name).write_bytes(damaged(data, Random(f"{name} {seed}")))
        before = {*Path().iterdir()}
        for words in readers:
            done = typed(*(name if word == "FILE" else word for word in words))
            check_named(done, name)
            refused += name in done.err
            for new in {*Path().iterdir()} - before:
                new.unlink() if new.is_file() else None
    assert refused > times / 4


@pytest.mark.daily(4)
@pytest.mark.parametrize("ending", RECORDS)
@pytest.mark.parametrize("rules", ["uka", "north_american"])
def test_a_damaged_record_is_refused_by_its_name(typed: Typed, rules: str, ending: str) -> None:
    typed("watch", "--rules", rules, "--deals", "2", "--bots", "random", "--record", "whole.uka")
    if ending != "uka":
        assert typed("convert", "whole.uka", f"whole.{ending}").code == 0
    check_all(typed, Path(f"whole.{ending}").read_bytes(), f"bad.{ending}", READERS, 8)


def test_a_damaged_ruleset_is_refused_by_its_name(typed: Typed) -> None:
    text = 'extends = "uka"\nname = "ours"\ntitle = "Ours"\npack = 24\ntarget = 7\n[scoring]\nmarch = 3\n'
    check_all(typed, text.encode(), "bad.toml", RULES_READERS[:3], 12)


@pytest.mark.parametrize("words", RULES_READERS, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("pack = 25", "pack must be 24, 28 or 32"),
        ("pack = 25\ntarget = -1", "pack must be"),
        ("pakc = 24", "did you mean pack"),
        ('benny = "blind"\nno_trump = true', "contradicts"),
        ("pack", "not a TOML file"),
        ('extends = "nothing"', "There is no ruleset or file named 'nothing'"),
        ('extends = "bad.toml"', "does not extend this one in turn"),
        ("extends = 3", "the name of a ruleset"),
        ('extends = "other.toml"', "other.toml: it is not a TOML file"),
    ],
)
def test_each_fault_of_a_ruleset_names_its_file(typed: Typed, words: tuple[str, ...], text: str, word: str) -> None:
    Path("bad.toml").write_text(text)
    Path("other.toml").write_bytes(b"\xff")
    done = typed(*("bad.toml" if each == "FILE" else each for each in words))
    assert done.code == 2
    assert all(line.startswith(("bad.toml: ", "other.toml: ")) for line in done.err.splitlines()), done.err
    assert word in done.err


def test_a_damaged_tournament_is_refused_by_its_name(typed: Typed) -> None:
    Path("teams.csv").write_text("team,marae\nKauri,Waahi\nToru,Poohara\n")
    assert typed("tournament", "new", "whole.events", "--list", "teams.csv").code == 0
    check_all(typed, Path("whole.events").read_bytes(), "bad.events", TOURNAMENT_READERS, 16)


@pytest.mark.parametrize(
    "text", [b"", b"\0\1", b"team,marae\n,Waahi\n", b"a,b,c,d,e,f,g\n", b"A\nA\n", b'A,"' + b"x" * 200_000 + b'"\n']
)
def test_a_wrong_list_of_teams_is_refused_by_its_name(typed: Typed, text: bytes) -> None:
    Path("bad.csv").write_bytes(text)
    done = typed("tournament", "new", "new.events", "--list", "bad.csv")
    assert done.code == 2
    assert done.err.startswith("bad.csv")
    assert not Path("new.events").exists()


def test_a_damaged_receipt_is_refused_by_its_name(typed: Typed) -> None:
    typed("watch", "--deals", "1", "--bots", "random", "--record", "whole.uka")
    receipt = b'{"commitments": ["ab"], "packs": [], "players": ["a", "b", "c", "d"]}'
    check_all(typed, receipt, "bad.receipt", (("verify", "whole.uka", "--receipt", "FILE"),), 40)


def test_a_missing_file_or_a_folder_is_refused_by_its_name(typed: Typed) -> None:
    Path("folder").mkdir()
    for name in ("nothing.uka", "folder"):
        for words in (*READERS, *TOURNAMENT_READERS, *MORE_READERS):
            done = typed(*(name if word == "FILE" else word for word in words))
            assert done.code == 2
            check_named(done, name)


def refusal(reader: Callable[[Path], object], data: bytes) -> str:
    Path("bad").write_bytes(data)
    try:
        reader(Path("bad"))
    except UkaError as error:
        return str(error)
    return ""


CONTEST = Contest(rules=find("uka"), players=("club", "random"))


@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (Path(model.__file__).with_name("uka.model").read_bytes(), model.read),
        (Path(puzzle.__file__).with_name("uka.puzzles").read_bytes(), puzzle.read),
        (b'{"rules":{}}\n[{}]\n', lambda path: ChunkStore[PairResult].open(path, CONTEST, PairResult)),
        (lzma.compress(b'{"rules": {}}\n{}'), puzzle.read),
        (b"\x00", lambda path: Log.read(path, resume=True)),
    ],
    ids=["model", "puzzles", "state of a contest", "puzzles of nothing", "saved game"],
)
def test_other_damaged_files_are_refused_by_their_name(data: bytes, reader: Callable[[Path], object]) -> None:
    found = [refusal(reader, damaged(data, Random(seed))) for seed in range(12)]
    found.append(refusal(reader, b"\xff\n"))
    assert all(sentence.startswith("bad") for sentence in found if sentence)
    assert not [sentence for sentence in found if RAW.search(sentence)]
    assert any(found)


def test_a_damaged_egn_says_what_egn_expects(typed: Typed) -> None:
    typed("watch", "--rules", "north_american", "--deals", "1", "--bots", "random", "--record", "whole.uka")
    typed("convert", "whole.uka", "whole.egn")
    text = Path("whole.egn").read_text()
    for old, new, sentence in (
        ('"Pass"', '"pass"', "bad.egn: deal 1: phases[0].calls[0] must be Order, Pass, c, d, h, n, s or x, not pass\n"),
        ('"dealer": ', '"dealer": 1', "bad.egn: deal 1: initialState.dealer must be a whole number from 0 to 9\n"),
        ('"phases": [', '"phases": {}, "x": [', "bad.egn: deal 1: phases must be a list, not an object\n"),
        ('"deals": [', '"deals": 3, "x": [', "bad.egn: deals must be a list, not a whole number\n"),
        ('"std": true', '"std": 1', "bad.egn: metadata.ruleset.std must be true or false, not a whole number\n"),
        ('"dealNumber": 0', '"dealNumber": -5', "bad.egn: deal 1: dealNumber must be a whole number of 0 or more\n"),
    ):
        assert old in text, old
        Path("bad.egn").write_text(text.replace(old, new, 1))
        assert typed("replay", "bad.egn").err == sentence


def test_a_damaged_record_in_the_library_names_its_file() -> None:
    Path("bad.egn").write_text("[]")
    with pytest.raises(InvalidRecord, match=r"^bad\.egn: this is no record: an EGN or EMN file is one JSON object"):
        read("bad.egn")
