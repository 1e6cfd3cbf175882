"""``uka stats``: calls counted in self-play and in records, by conditions and in groups."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Typed

PLAYED = ("stats", "--bot", "novice", "--rules", "cardgames", "--deals", "60", "--jobs", "1")


def test_groups_and_conditions_divide_the_deals(typed: Typed) -> None:
    (whole,) = json.loads(typed(*PLAYED, "--json").out)
    places = json.loads(typed(*PLAYED, "--json", "--by", "place").out)
    assert [each["group"]["place"] for each in places] == [1, 2, 3, 4]
    assert sum(each["deals"] for each in places) == whole["deals"] == 60
    (dealer,) = json.loads(typed(*PLAYED, "--json", "--where", "place=4").out)
    assert dealer["points"] == places[3]["points"]
    assert json.loads(typed(*PLAYED, "--json", "--where", "place=4", "--where", "place=1").out) == []


def test_a_table_and_rows_are_written(typed: Typed, tmp_path: Path) -> None:
    told = typed(*PLAYED, "--by", "alone", "--rows", str(tmp_path / "calls.csv"))
    assert "points a deal" in told.out
    assert "60 of 60 deals in which trump was made." in told.out
    with (tmp_path / "calls.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    assert {row["alone"] for row in rows} <= {"true", "false"}
    again = typed(*PLAYED, "--rows", str(tmp_path / "calls.csv"))
    assert (again.code, "already exists" in again.err) == (2, True)


def test_deals_begin_at_a_score(typed: Typed) -> None:
    groups = json.loads(typed(*PLAYED, "--score", "9-4", "--by", "ours", "--by", "theirs", "--json").out)
    assert [each["group"] for each in groups] == [{"ours": 4, "theirs": 9}, {"ours": 9, "theirs": 4}]


def test_rows_are_written_for_data_frames(typed: Typed, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    typed(*PLAYED, "--rows", str(tmp_path / "calls.parquet"))
    rows = parquet.read_table(tmp_path / "calls.parquet").to_pylist()
    assert len(rows) == 60
    assert all(row["call"] == "upcard" for row in rows if row["round"] == 1)
    assert {row["call"] for row in rows if row["round"] == 2} <= {"next", "cross", "none"}


def test_a_narrow_table_loses_no_figure(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = ("place", "round", "alone", "trumps")
    words = (*PLAYED, *(word for fact in facts for word in ("--by", fact)))
    monkeypatch.setenv("COLUMNS", "300")
    wide = typed(*words).out
    monkeypatch.setenv("COLUMNS", "80")
    narrow = typed(*words).out
    assert "…" not in narrow
    assert max(map(len, narrow.splitlines())) <= 80 < max(map(len, wide.splitlines()))
    assert sorted(narrow.split()) == sorted(wide.split())


def test_deals_of_a_record_are_counted(typed: Typed, tmp_path: Path) -> None:
    record = str(tmp_path / "game.uka")
    typed("watch", "--bots", "novice,club", "--rules", "cardgames", "--deals", "6", "--seed", "1", "--record", record)
    (found,) = json.loads(typed("stats", record, "--json").out)
    assert found["deals"] == 6
    assert (
        sum(each["deals"] for each in json.loads(typed("stats", record, record, "--json", "--by", "round").out)) == 12
    )


@pytest.mark.daily(4)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--where", "colour=3"), "there is no fact colour"),
        (("--by", "colour"), "there is no fact colour"),
        (("--deals", "0"), "--deals and --games must be 1 or more"),
        (("--deals", "9", "--games", "3"), "give either --games or --deals"),
        (("--score", "10-3", "--rules", "north_american"), "--score is two numbers such as 9-8, each less than 10"),
        (("--where", "trump=spades"), "trump is c, d, h, s or n, not spades"),
        (("--where", "outcome=marched"), "outcome is made, march,"),
        (("--rows", "calls.txt"), "its name must end in .csv or .parquet"),
        (("--bot", "nobody"), "there is no bot named"),
    ],
)
def test_wrong_options_are_refused(typed: Typed, words: tuple[str, ...], why: str) -> None:
    refused = typed("stats", *words)
    assert (refused.code, why in refused.err) == (2, True)
