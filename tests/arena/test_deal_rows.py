"""A row for each deal of a contest, in CSV and Parquet files."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet  # pyright: ignore[reportMissingTypeStubs]
import pytest

from uka import Deal, Outcome, shuffled
from uka.arena import play_contest, row_file, row_files
from uka.arena.deal_rows import DealRow
from uka.core.errors import UkaError
from uka.extras import MissingPackages
from uka.rulesets import find

RULES = find("tainui")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parquet_rows(path: Path) -> list[dict[str, Any]]:
    reading: Any = pyarrow.parquet
    return reading.read_table(path).to_pylist()


@pytest.mark.daily(2)
@pytest.mark.parametrize("unit", ["deals", "games"])
@pytest.mark.parametrize("duplicate", [False, True])
def test_rows_are_the_same_whatever_the_number_of_processes(tmp_path: Path, unit: Any, duplicate: bool) -> None:
    texts = set[str]()
    for jobs in (None, 1, 2):
        path = tmp_path / f"{jobs}.csv"
        players, settings = ["random", "novice", "club"], {"unit": unit, "duplicate": duplicate, "seed": "a"}
        found = play_contest(players, 12 if unit == "deals" else 3, rules=RULES, jobs=jobs, rows_path=path, **settings)
        texts.add(path.read_text())
        assert sum(row["outcome"] != "redeal" for row in rows_of(path)) == found.deals
    assert len(texts) == 1


def test_a_row_tells_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    found = play_contest(["club", "random"], 6, rules=RULES, unit="games", duplicate=True, rows_path=path, seed="7")
    rows = rows_of(path)
    assert rows[0].keys() == set(DealRow.__struct_fields__)
    margin = sum(
        (int(row["points_ns"]) - int(row["points_ew"])) * (1 if row["north"] == "club" else -1) for row in rows
    )
    assert margin / found.deals == pytest.approx(found.players[0].points_a_deal.value)
    score = (0, 0)
    for row in rows:
        if row["deal"] == "0":
            score = (0, 0)
        assert (int(row["score_ns"]), int(row["score_ew"])) == score
        score = (score[0] + int(row["points_ns"]), score[1] + int(row["points_ew"]))
        assert row["north"] == row["south"] != row["east"] == row["west"]
        assert (row["north"] == "club") == (row["room"] == "0")
        deal = Deal.start(RULES, row["dealer"], shuffled(RULES, row["seed"]))
        assert row["upcard"] == str(deal.upcard)
        assert bool(row["maker"]) == bool(row["trump"]) == bool(row["ordered"])
        assert Outcome(row["outcome"])
    twin = {(row["piece"], row["room"]): row["seed"] for row in rows if row["deal"] == "0"}
    assert all(twin[piece, "0"] == twin[piece, "1"] for piece, _ in twin)


def test_a_rubber_has_the_rows_of_all_its_games(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    rules = find("bicycle", {"rubber": True})
    found = play_contest(["club", "random"], 1, rules=rules, unit="games", rows_path=path)
    assert len([row for row in rows_of(path) if row["outcome"] != "redeal"]) == found.deals
    assert [row["deal"] for row in rows_of(path)] == [str(number) for number in range(len(rows_of(path)))]


def test_parquet_holds_the_same_rows_with_their_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_files, "BATCH", 7)
    for name in ("a.csv", "a.parquet"):
        play_contest(["club", "random"], 20, rules=RULES, rows_path=tmp_path / name)
    typed_rows = parquet_rows(tmp_path / "a.parquet")
    as_text = [{name: text_of(cell) for name, cell in row.items()} for row in typed_rows]
    assert as_text == rows_of(tmp_path / "a.csv")
    assert {type(row["points_ns"]) for row in typed_rows} == {int}
    assert {type(row["ordered"]) for row in typed_rows} <= {bool, type(None)}


def text_of(cell: object) -> str:
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)


@pytest.mark.parametrize(("name", "rows"), [("a.csv", rows_of), ("a.parquet", parquet_rows)])
def test_a_contest_that_stops_leaves_the_rows_so_far(tmp_path: Path, name: str, rows: Any) -> None:
    row = DealRow(
        piece=0, room=0, deal=0, seed="s", north="a", east="b", south="a", west="b", dealer="north", upcard="9c",
        score_ns=0, score_ew=0, maker=None, trump=None, ordered=None, loner=None, lone_defender=None,
        outcome="thrown_in", tricks_ns=0, tricks_ew=0, points_ns=0, points_ew=0,
    )  # fmt: skip

    def stopped() -> None:
        with row_file(tmp_path / name, DealRow) as write:
            write([row])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert len(rows(tmp_path / name)) == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rows.txt", "cannot hold rows: its name must end in .csv or .parquet"),
        ("rows", "cannot hold rows: its name must end in .csv or .parquet"),
        ("there.csv", "already exists: give the name of a new file"),
        ("there.parquet", "already exists: give the name of a new file"),
        ("no/such/rows.csv", "cannot be written: No such file or directory"),
        ("no/such/rows.parquet", "cannot be written: No such file or directory"),
    ],
)
def test_a_file_that_cannot_hold_rows_is_refused_before_any_deal(tmp_path: Path, name: str, sentence: str) -> None:
    for there in ("there.csv", "there.parquet"):
        (tmp_path / there).write_text("mine")
    with pytest.raises(UkaError) as refusal:
        play_contest(["club", "random"], 1, rules=RULES, rows_path=tmp_path / name)
    assert str(refusal.value) == f"{tmp_path / name} {sentence}"
    assert (tmp_path / "there.csv").read_text() == "mine"


def test_without_pyarrow_a_sentence_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("uka.extras.find_spec", lambda name: None)
    with pytest.raises(MissingPackages, match=r"a Parquet file needs pyarrow, .*'uka\[parquet\]'"):
        play_contest(["club", "random"], 1, rules=RULES, rows_path=tmp_path / "a.parquet")
    assert not (tmp_path / "a.parquet").exists()
