"""``uka puzzles`` as people type it: the files of records that it searches."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Typed


def test_a_record_that_cannot_be_read_is_named(typed: Typed, shared: Path, tmp_path: Path) -> None:
    records = [str(shared / "egn" / name) for name in ("mote_w5_g1.egn", "test.egn")]
    done = typed("puzzles", str(tmp_path / "made.puzzles"), "--records", *records)
    assert done.code != 0
    assert done.err.startswith(f"{records[1]}: deal 1, trick 1 of 5, south, Qd: clubs were led")
    assert not list(tmp_path.iterdir())
