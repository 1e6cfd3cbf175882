"""The changelog's fragments can be joined at a release."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
KINDS = {"added", "changed", "fixed", "removed"}


def test_each_fragment_says_its_kind() -> None:
    names = [path.name for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"]
    assert [name for name in names if name.split(".")[1:] not in [[kind, "md"] for kind in KINDS]] == []


def test_a_release_joins_the_fragments(tmp_path: Path) -> None:
    pytest.importorskip("towncrier")
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "changelog.d").mkdir()
    for kind in KINDS:
        (tmp_path / "changelog.d" / f"claims.{kind}.md").write_text(f"A claim is {kind}.\n")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.9.9", "--date", "2030-01-02"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    newest, _, older = text.partition("## 9.9.9, 2030-01-02")[2].partition("\n## ")
    assert [f"A claim is {kind}." in newest for kind in KINDS] == [True] * len(KINDS)
    assert older.startswith("0.1.0")
