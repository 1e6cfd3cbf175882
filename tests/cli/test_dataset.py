"""``uka dataset``: the files that a command makes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Typed


def test_a_data_set_is_written_and_resumed(typed: Typed, tmp_path: Path) -> None:
    folder = str(tmp_path / "solved")
    words = ("dataset", folder, "--rules", "tainui", "--deals", "70", "--part", "50", "--format", "npz", "--jobs", "1")
    first = typed(*words)
    assert first.out == f"{folder}: 70 deals, 70 rows in 2 files.\n"
    manifest = json.loads((tmp_path / "solved" / "manifest.json").read_bytes())
    assert [file["rows"] for file in manifest["files"]] == [50, 20]
    assert manifest["plan"]["rules"]["name"] == "tainui"
    assert typed(*words).out == first.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--deals", "0"), "--deals and --part must be 1 or more"),
        (("--seed", "-1"), "--seed must be 0 or more"),
        (("--jobs", "0"), "--jobs must be 1 to 1000, not 0"),
    ],
)
def test_numbers_out_of_range_are_refused(typed: Typed, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    refused = typed("dataset", str(tmp_path / "set"), *words)
    assert (refused.code, why in refused.err) == (2, True)
    assert not (tmp_path / "set").exists()
