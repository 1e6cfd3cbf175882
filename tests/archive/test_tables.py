"""Tables whose logs must replay for ever: every line is read, and their records say the same."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from tests.archive.told import says_all_of
from uka.records import InvalidRecord
from uka.records.fair import verify
from uka.table import TableLine, TableStage, parse, record, replayed
from uka.table.entries import TableEntry, TableOpened

HERE = Path(__file__).parent / "tables"
MANIFEST: dict[str, str] = msgspec.json.decode((HERE / "manifest.json").read_bytes())
LOGS = sorted(name for name in MANIFEST if name.endswith(".table"))


def lines_of(name: str) -> tuple[TableLine, ...]:
    return parse((HERE / name).read_bytes().splitlines())


def test_nothing_here_was_changed_or_taken_away() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.iterdir()}
    del found["manifest.json"]
    assert found == MANIFEST


@pytest.mark.parametrize("name", LOGS)
def test_the_log_makes_the_table_and_the_record_that_it_made(name: str) -> None:
    lines = lines_of(name)
    assert says_all_of(b"".join(line.text + b"\n" for line in lines), (HERE / name).read_bytes())
    assert replayed(lines).stage is TableStage.OVER
    log = record(lines)
    assert says_all_of(log.text.encode(), (HERE / name).with_suffix(".uka").read_bytes())
    assert all(verdict.fair for verdict in verify(log))


def test_the_archive_holds_all_that_a_log_can_hold() -> None:
    found = {type(line.entry) for name in LOGS for line in lines_of(name)}
    assert found == set(get_args(TableEntry))


def test_a_log_of_another_format_is_refused_in_one_sentence() -> None:
    first = lines_of("alone.table")[0]
    assert isinstance(first.entry, TableOpened)
    other = TableLine.after("", 0, first.at, first.by, replace(first.entry, format=2))
    with pytest.raises(InvalidRecord, match=r"^the log has format 2; this Uka reads format 1$"):
        replayed(parse([other.text]))
