"""``uka season``: a season from the files of its events, with names matched by hand, and its table in and out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest

from uka.cli import main

PLAYERS = ("Ana", "Hemi", "Mere", "Tama")


def uka(line: str) -> None:
    main(line.split())


def event(file: str, players: tuple[str, ...], points: tuple[int, int]) -> None:
    """Hold an event of one round."""
    Path("players.csv").write_text("\n".join(("player", *players)), "utf-8")
    uka(f"tournament new {file} --list players.csv --movement progressive --rules north_american")
    uka(f"tournament draw {file}")
    uka(f"tournament result {file} 1 {points[0]} {points[1]} --loners 1 0")


def test_a_season_of_two_evenings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    event("one.uka", PLAYERS, (10, 4))
    event("two.uka", ("Anna", *PLAYERS[1:]), (4, 10))
    uka("season new club.season --name Winter --attendance 1")
    uka("season add club.season one.uka --date 2026-11-24")
    capsys.readouterr()
    uka("season add club.season two.uka --date 2026-12-01")
    assert "New in this season: Anna." in capsys.readouterr().out
    uka("season match club.season Anna Ana")
    capsys.readouterr()
    uka("season table club.season --json")
    rows = json.loads(capsys.readouterr().out)
    assert {row["member"] for row in rows} == {*PLAYERS}
    assert all(row["evenings"] == 2 for row in rows)
    assert sum(row["total"] for row in rows) == 2 * (10 + 4 + 4 + 10) + 2 * len(PLAYERS)
    assert all(row["total"] == row["2026-11-24"] + row["2026-12-01"] + 2 for row in rows)
    assert sum(row["loners"] for row in rows) == 2 * 2
    uka("season page club.season")
    assert "<h1>Winter</h1>" in Path("season.html").read_text("utf-8")
    uka("season export club.season --to table.xlsx")
    with pytest.raises(SystemExit):
        uka("season export club.season --to table.csv")
    assert not Path("table.csv").exists()
    sheet = openpyxl.load_workbook(io.BytesIO(Path("table.xlsx").read_bytes())).active
    assert sheet is not None
    assert [row[1] for row in sheet.iter_rows(min_row=2, values_only=True)] == [row["member"] for row in rows]
    uka("season ratings club.season --json")
    uka("season between club.season Ana Mere")
    uka("season log club.season")
    assert "3  Anna is Ana" in capsys.readouterr().out
    uka("season undo club.season 3")
    uka("season table club.season --json")
    assert '"Anna"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("add club.season one.uka --date yesterday", "is not a day"),
        ("between club.season Ana Nobody", "no member named Nobody"),
        ("undo club.season 0", "neither an event nor a match"),
        ("table one.uka", "season's log"),
    ],
)
def test_what_is_wrong_is_said(
    line: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    event("one.uka", PLAYERS, (10, 4))
    uka("season new club.season")
    uka("season add club.season one.uka --date 2026-11-24")
    with pytest.raises(SystemExit):
        uka(f"season {line}")
    assert why in capsys.readouterr().err
