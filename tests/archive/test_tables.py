"""Tables whose logs must replay for ever: every line is read, and their records are the same, byte for byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from uka.records.fair import verify
from uka.table import Stage, Table, parse, record
from uka.table.entries import Opened

HERE = Path(__file__).parent / "tables"
MANIFEST: dict[str, str] = msgspec.json.decode((HERE / "manifest.json").read_bytes())
LOGS = sorted(name for name in MANIFEST if name.endswith(".table"))


def test_nothing_here_was_changed_or_taken_away() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.iterdir()}
    del found["manifest.json"]
    assert found == MANIFEST


@pytest.mark.parametrize("name", LOGS)
def test_the_log_makes_the_table_and_the_record_that_it_made(name: str) -> None:
    text = (HERE / name).read_bytes()
    lines = parse(text.splitlines())
    opened = lines[0].entry
    assert isinstance(opened, Opened)
    assert opened.format == int(name.split("_")[1])
    assert b"".join(line.text + b"\n" for line in lines) == text
    assert Table.replay(lines).stage is Stage.OVER
    log = record(lines)
    assert log.text == (HERE / name).with_suffix(".uka").read_text("utf-8")
    assert all(verdict.fair for verdict in verify(log))
