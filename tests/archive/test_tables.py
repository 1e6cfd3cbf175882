"""Tables whose logs must replay for ever: every line is read, and their records are the same, byte for byte."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec
import pytest

from uka.records.fair import verify
from uka.table import TableStage, parse, record, replayed
from uka.table.entries import TableOpened

HERE = Path(__file__).parent / "tables"
MANIFEST: dict[str, str] = msgspec.json.decode((HERE / "manifest.json").read_bytes())
LOGS = sorted(name for name in MANIFEST if name.endswith(".table"))

LATER = {
    "claims": (rb'"first_lead_trump":(true|false)', b"true"),
    "draw_ties": (rb'"draw":"\w+"', b'"break"'),
    "revoke_then": (rb'"revoke_penalty":\d+', b'"ends_deal"'),
    "markers": (rb'"bridge":(true|false)', b"false"),
}
"""Fields of rulesets that came later: what they stand after, and their default, which old logs are read with."""


def told_today(text: bytes) -> bytes:
    """An old log or record as it is written today: the same but for the rules that came later, in its first line."""
    first, end, rest = text.partition(b"\n")
    for field, (before, default) in LATER.items():
        said = b',"%s":%s' % (field.encode(), default)
        if b'"%s":' % field.encode() not in first:
            first, found = re.subn(before, lambda match, said=said: match[0] + said, first, count=1)
            assert found
    return first + end + rest


def test_nothing_here_was_changed_or_taken_away() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.iterdir()}
    del found["manifest.json"]
    assert found == MANIFEST


@pytest.mark.parametrize("name", LOGS)
def test_the_log_makes_the_table_and_the_record_that_it_made(name: str) -> None:
    text = (HERE / name).read_bytes()
    lines = parse(text.splitlines())
    opened = lines[0].entry
    assert isinstance(opened, TableOpened)
    assert opened.format == int(name.split("_")[1])
    assert b"".join(line.text + b"\n" for line in lines) == told_today(text)
    assert replayed(lines).stage is TableStage.OVER
    log = record(lines)
    assert log.text.encode() == told_today((HERE / name).with_suffix(".uka").read_bytes())
    assert all(verdict.fair for verdict in verify(log))
