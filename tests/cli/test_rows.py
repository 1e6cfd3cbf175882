"""Rows of a contest's deals and Python classes as players, on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.arena.test_deal_rows import parquet_rows, rows_of
from tests.cli.conftest import Typed


def test_the_commands_write_rows(
    typed: Typed,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    common = ("--jobs", "1", "--rules", "knock")
    assert typed("arena", "club", "random", "--deals", "3", "--rows", "a.csv", *common).code == 0
    assert len(rows_of(Path("a.csv"))) == 3
    assert typed("sim", "--bots", "club,random", "--games", "1", "--rows", "b.parquet", *common).code == 0
    assert len(parquet_rows(Path("b.parquet"))) > 3
    both = typed("arena", "club", "random", "--deals", "3", "--rows", "c.csv", "--resume", "s", *common)
    assert both.err == "--rows does not go with --resume, which keeps no rows: leave one out\n"
    assert not Path("c.csv").exists()
    assert typed("arena", "club", "random", "--rows", "a.csv", *common).err.startswith("a.csv already exists")


def test_the_command_takes_a_class_of_the_folder(
    typed: Typed,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "my_own_bot.py").write_text(
        "class Bot:\n    name = 'mine'\n    def choose(self, seen, rng):\n        return seen.lawful_actions[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    done = typed("arena", "py:my_own_bot:Bot", "random", "--deals", "12", "--jobs", "2", "--rules", "knock")
    assert done.code == 0
    assert "py:my_own_bot:Bot" in done.out
    assert "faults" not in done.out
    done = typed("sim", "--bots", "py:my_own_bot:Bot,random", "--games", "2", "--jobs", "1", "--rows", "rows.csv")
    assert done.code == 0
    assert {row["north"] for row in rows_of(Path("rows.csv"))} == {"py:my_own_bot:Bot", "random"}
    refused = typed("arena", "py:my_own_bot:Bat", "random")
    assert refused.err == "py:my_own_bot:Bat names no class: the module has no class Bat\n"
