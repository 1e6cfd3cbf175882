"""Tournaments whose logs must replay for ever: every line is read, and the results are the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.archive.told import says_all_of, told_tournament
from uka.records import InvalidRecord
from uka.tournament import TournamentLine, replayed
from uka.tournament.entries import TournamentEntry, TournamentOpened

HERE = Path(__file__).parent / "tournaments"
MANIFEST: dict[str, str] = json.loads((HERE / "manifest.json").read_text("utf-8"))
LOGS = sorted(name for name in MANIFEST if name.endswith(".tournament"))


def lines_of(name: str) -> tuple[TournamentLine, ...]:
    return TournamentLine.parse_all((HERE / name).read_bytes().splitlines())


def test_nothing_here_was_changed_or_taken_away() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.iterdir()}
    del found["manifest.json"]
    assert found == MANIFEST


@pytest.mark.parametrize("name", LOGS)
def test_the_log_gives_the_results_that_it_gave(name: str) -> None:
    lines = lines_of(name)
    assert says_all_of(b"".join(line.text + b"\n" for line in lines), (HERE / name).read_bytes())
    assert told_tournament(replayed(lines)) == json.loads((HERE / name).with_suffix(".json").read_text("utf-8"))


def test_the_archive_holds_all_that_a_log_can_hold() -> None:
    found = {type(line.entry) for name in LOGS for line in lines_of(name)}
    assert found == set(get_args(TournamentEntry))


def test_a_log_of_a_build_before_the_first_release_is_refused_in_one_sentence() -> None:
    first = lines_of("hall.tournament")[0]
    assert isinstance(first.entry, TournamentOpened)
    old = TournamentLine.after("", 0, first.at, first.by, replace(first.entry, format=4))
    with pytest.raises(InvalidRecord, match=r"^the log has format 4; this Uka reads format 1$"):
        replayed(TournamentLine.parse_all([old.text]))
