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

LATER = {1: b',"claims":true', 2: b',"claims":true'}
"""What rulesets say today that they did not while a format was the newest: rules at their default, after ``BEFORE``."""
BEFORE = b'"first_lead_trump":true'


def told_today(text: bytes, format: int) -> bytes:
    """An old log or record as it is written today: the same but for the rules that came later, in its first line."""
    assert BEFORE in text.splitlines()[0]
    return text.replace(BEFORE, BEFORE + LATER.get(format, b""), 1)


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
    assert b"".join(line.text + b"\n" for line in lines) == told_today(text, opened.format)
    assert Table.replay(lines).stage is Stage.OVER
    log = record(lines)
    assert log.text.encode() == told_today((HERE / name).with_suffix(".uka").read_bytes(), opened.format)
    assert all(verdict.fair for verdict in verify(log))
