"""Every record in this folder replays for ever, to the scores that the manifest holds."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.archive.told import says_all_of, told_game
from uka.core.actions import Action
from uka.core.scoring import Outcome
from uka.records import Acted, InvalidRecord, Log, Note, Scored, egn, parse
from uka.records.entries import RecordEntry
from uka.rulesets import SOURCES

HERE = Path(__file__).parent
MANIFEST: dict[str, dict[str, Any]] = json.loads((HERE / "manifest.json").read_text("utf-8"))
records = pytest.mark.parametrize("name", MANIFEST)


def games(name: str) -> tuple[Log, ...]:
    return parse((HERE / name).read_bytes()).games


def test_the_manifest_lists_every_record():
    kept = {file.name for file in HERE.iterdir() if file.suffix in (".uka", ".egn", ".emn")}
    assert kept == set(MANIFEST)
    assert sum(file.stat().st_size for file in HERE.iterdir() if file.is_file()) < 300_000


@records
def test_the_record_is_as_it_was_kept(name: str):
    assert hashlib.sha256((HERE / name).read_bytes()).hexdigest() == MANIFEST[name]["sha256"]


@records
def test_the_record_replays_to_its_scores(name: str):
    assert [told_game(log) for log in games(name)] == MANIFEST[name]["games"]


@records
def test_the_record_is_written_again_as_it_is(name: str):
    logs = games(name)
    for log in logs:
        assert Log.parse(log.text).text == log.text
    if name.endswith(".uka"):
        assert says_all_of(logs[0].text.encode(), (HERE / name).read_bytes())
    if name == "small.egn":
        assert json.loads(egn.dumps(logs[0])) == json.loads((HERE / name).read_text("utf-8"))


def test_the_archive_holds_all_that_a_record_can_hold():
    entries = [entry for name in MANIFEST for log in games(name) for entry in log.entries]
    assert {type(entry) for entry in entries} == set(get_args(RecordEntry))
    assert {type(entry.action) for entry in entries if isinstance(entry, Acted)} == set(get_args(Action))
    outcomes = {entry.result.outcome for entry in entries if isinstance(entry, Scored)}
    assert outcomes == set(Outcome), set(Outcome) - outcomes
    assert {log.rules.name for name in MANIFEST for log in games(name)} >= set(SOURCES)
    assert any(isinstance(entry, Note) and entry.kind for entry in entries)


def test_a_record_of_a_build_before_the_first_release_is_refused_in_one_sentence():
    old = (HERE / "uka.uka").read_bytes().replace(b'"format":1', b'"format":2', 1)
    with pytest.raises(InvalidRecord, match=r"^line 1: the record has format 2; this Uka reads format 1$"):
        parse(old)
