"""Compressed lines: small, read back equal, found if damaged, and not lost when several stores compress and append."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bench.log_dictionary import game
from uka.extras import ZSTD
from uka.records import DamagedLog
from uka.store import Conflict, InvalidStore, NoSuchTable, SqliteStore, Store, backup, compression, restore
from uka.store.compression import MOST_LINES, CompressedLines, DueLines, compress, decompress, times
from uka.store.sqlite_file import check_store

from .conftest import Place
from .support import sql

LONG = [b"line %d " % number * 20 for number in range(1_200)]


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    async with await place.open() as store:
        yield store


@cache
def bots_game(rules: str) -> tuple[bytes, ...]:
    """Return the log of a game of four bots."""
    return tuple(game(rules, rules))


async def compress_all(store: Store, quiet: float = -1) -> int:
    """Compress all lines that are due; return their number."""
    start, lines, more = 0, 0, True
    while more:
        more = False
        while step := await store.compress(quiet, start):
            start, lines, more = step.number + 1, lines + step.lines, more or step.lines > 0
        start = 0
    return lines


def due(lines: list[bytes], first: int = 0) -> DueLines:
    return DueLines(1, first, lines, [1e9 + number * 0.4 for number in range(len(lines))])


# The compressed form


@given(st.lists(st.binary(max_size=50), min_size=1, max_size=20), st.integers(0, 1_000))
@example([b""], 0)
@example([b"", b""], 0)
@example([b"a\nb", b"\n"], 0)
def test_any_lines_are_compressed_and_decompressed(lines: list[bytes], first: int) -> None:
    compressed = compress(due(lines, first))
    assert decompress(compressed) == lines
    assert (compressed.first, compressed.next) == (first, first + len(lines))


@given(st.lists(st.floats(0, 1e10), min_size=1))
def test_the_times_are_kept_to_the_second(at: list[float]) -> None:
    assert times(compress(DueLines(1, 0, [b"x"] * len(at), at))) == [int(time) for time in at]


@pytest.mark.parametrize("rules", ["uka", "tainui", "bicycle"])
def test_a_game_takes_less_than_8_kb(rules: str) -> None:
    lines = list(bots_game(rules))
    for first in (0, 50):
        assert decompress(compress(due(lines[first:], first))) == lines[first:]
    assert len(compress(due(lines)).content) < 7_500


def test_lines_that_do_not_decompress_to_the_same_lines_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = due([b"good"]), due([b"bad"])
    wrong = compress(bad)._replace(digest=bytes(32))
    monkeypatch.setattr(compression, "compress", lambda lines: wrong if lines is bad else compress(lines))
    assert [lines for lines, _ in compression.compress_all([good, bad])] == [good]


def test_lines_with_a_wrong_hash_are_kept_as_they_are() -> None:
    lines = list(bots_game("uka"))
    lines[30] = lines[30].replace(b'"by":"', b'"by":"x')
    assert decompress(compress(due(lines))) == lines


def with_changed_byte(value: bytes, data: st.DataObject) -> bytes:
    place = data.draw(st.integers(0, len(value) - 1))
    other = bytes([value[place] ^ data.draw(st.integers(1, 255))])
    return value[:place] + other + value[place + 1 :]


@given(st.data())
def test_a_changed_byte_of_the_content_is_noticed_or_harmless(data: st.DataObject) -> None:
    """A few bits of Zstandard's format mean nothing, so that the lines are still as they were written."""
    before = due(list(bots_game("bicycle")), 7)
    compressed = compress(before)
    damaged = compressed._replace(content=with_changed_byte(compressed.content, data))
    with suppress(DamagedLog):
        assert decompress(damaged) == list(before.lines)


@given(st.data())
def test_a_changed_byte_of_the_digest_is_noticed(data: st.DataObject) -> None:
    compressed = compress(due(list(bots_game("bicycle")), 7))
    damaged = compressed._replace(digest=with_changed_byte(compressed.digest, data))
    with pytest.raises(DamagedLog, match=rf"damaged: lines 7 to {6 + len(bots_game('bicycle'))}\b"):
        decompress(damaged)


@pytest.mark.parametrize("content", [b"", b"x", import_module(ZSTD).compress(b"x" * 99)])
def test_content_of_another_kind_is_damage(content: bytes) -> None:
    with pytest.raises(DamagedLog):
        decompress(CompressedLines(0, 1, 1, bytes(32), content))


def test_no_dictionary_ever_changes() -> None:
    """Stores hold lines that can be decompressed only with the dictionary by which they were compressed."""
    folder = Path(compression.__file__).parent
    assert {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.glob("dictionary_*")} == {
        "dictionary_1.txt": "e7ac73f1197060a7b9645c34feeb5423347948a716c687d056581177366dbe87"
    }


# In a store


async def test_all_answers_are_the_same_before_and_after(store: Store) -> None:
    logs = {"game": list(bots_game("uka")), "long": LONG, "short": [b"x"], "closed": [b"y" * 3_000]}
    for table, lines in logs.items():
        await store.append(table, 0, lines, closed=table == "closed")
    heads = await store.heads(open_only=False)
    assert await compress_all(store) == sum(len(logs[table]) for table in ("game", "long", "closed"))
    assert await store.heads(open_only=False) == heads
    assert await store.next_seqs(list(logs)) == {table: len(lines) for table, lines in logs.items()}
    for table, lines in logs.items():
        assert await store.read(table) == lines
        for start, most in [(0, 1), (3, 200), (499, 2), (500, 500), (1_150, 100), (5_000, 3), (7, 0)]:
            assert await store.read(table, start, most) == lines[start:][:most]
    with pytest.raises(NoSuchTable):
        await store.read("none")
    with pytest.raises(Conflict, match="closed"):
        await store.append("closed", 1, [b"late"])


async def test_a_compressed_log_goes_on(store: Store) -> None:
    await store.append("t", 0, LONG)
    await compress_all(store)
    for seq in (0, 3, MOST_LINES, len(LONG) - 1, len(LONG) + 1):
        with pytest.raises(Conflict) as told:
            await store.append("t", seq, [b"wrong"])
        assert told.value.found == len(LONG)
    await store.append("t", len(LONG), [b"more"])
    await store.append("t", len(LONG) + 1, [b"and more"])
    assert await compress_all(store) == 0  # two short lines are not worth it
    assert await store.read("t", 1_199) == [LONG[-1], b"more", b"and more"]
    await store.append("t", len(LONG) + 2, LONG)
    assert await compress_all(store) == len(LONG) + 2
    assert await store.read("t") == [*LONG, b"more", b"and more", *LONG]


async def test_only_quiet_logs_are_compressed(store: Store) -> None:
    await store.append("t", 0, LONG)
    assert await compress_all(store, quiet=60) == 0
    await asyncio.sleep(0.1)
    assert await compress_all(store, quiet=0.05) == len(LONG)


async def test_a_step_does_little_and_says_where_to_go_on(store: Store) -> None:
    for number in range(10):
        await store.append(f"t{number}", 0, LONG[:100])
    numbers = [head.number for head in await store.heads()][::-1]
    step = await store.compress(-1)
    assert step is not None
    assert (step.number, step.lines) == (numbers[3], 400)
    assert step.after < step.before / 3
    step = await store.compress(-1, numbers[8])
    assert step is not None
    assert (step.number, step.lines) == (numbers[9], 200)
    assert await store.compress(-1, numbers[8]) is None


async def test_stores_compress_read_and_append_at_once(place: Place) -> None:
    """Three stores share one database. Nothing is lost, and no reader ever sees a part of a log."""
    stores = [await place.open() for _ in range(3)]
    lines = list(bots_game("uka"))
    tables = [f"t{number}" for number in range(6)]
    written = dict.fromkeys(tables, 0)

    async def write(table: str) -> None:
        for seq in range(0, len(lines), 9):
            await stores[seq % 3].append(table, seq, lines[seq : seq + 9])
            written[table] = min(seq + 9, len(lines))

    async def look(store: Store) -> None:
        while min(written.values()) < len(lines):
            await store.compress(-1)
            for table in tables:
                before = written[table]
                if before:
                    found = await store.read(table)
                    assert len(found) >= before
                    assert found == lines[: len(found)]

    await asyncio.gather(*map(write, tables), *map(look, stores))
    for table in tables:
        assert await stores[0].read(table) == lines
    for store in stores:
        await store.close()


@pytest.mark.daily(4)
@pytest.mark.parametrize(
    ("table", "first", "missing"),
    [
        ("game", 0, f"lines 0 to {len(bots_game('uka')) - 1} are missing"),
        ("long", 0, "lines 0 to 499 are missing"),
        ("long", 500, "lines 500 to 999 are missing"),
        ("long", 1_000, "lines 1000 to 1199 are missing"),
        ("whole", 500, "lines 500 to 999 are missing"),
        ("whole", 1_000, "lines 1000 to 1199 are missing"),
    ],
)
async def test_a_deleted_row_of_compressed_lines_is_noticed_by_who_reads_it(
    place: Place, table: str, first: int, missing: str
) -> None:
    logs = {"game": list(bots_game("uka")), "long": LONG, "whole": LONG}
    async with await place.open() as store:
        for name, lines in logs.items():
            await store.append(name, 0, lines)
        await compress_all(store)
        await store.append("long", len(LONG), [b"more"])
    await delete(place, f"number = (SELECT number FROM {{}}tables WHERE name = '{table}') AND first = {first}")
    async with await place.open() as store:
        lines = logs[table]
        for start, most in [(first, None), (0, None), (first, 1), (min(first + 499, len(lines) - 1), 1)]:
            with pytest.raises(DamagedLog, match="are missing"):
                await store.read(table, start, most)
        with pytest.raises(DamagedLog, match=missing):
            await store.read(table)
        if first:
            assert await store.read(table, first - 9, 9) == lines[first - 9 : first]
        with pytest.raises(Conflict):
            await store.append(table, first, [b"in their place"])
        for other in logs.keys() - {table}:
            assert (await store.read(other))[:1_000] == logs[other][:1_000]


async def delete(place: Place, where: str) -> None:
    """Delete compressed lines by hand; ``{}`` stands for the beginning of the names of database tables."""
    if str(place).startswith("postgresql:"):
        import asyncpg

        connection: Any = await asyncpg.connect(str(place))
        done = await connection.execute(f"DELETE FROM uka_compressed_lines WHERE {where.format('uka_')}")
        await connection.close()
        assert done == "DELETE 1"
    else:
        with sql(Path(str(place))) as db:
            assert db.execute(f"DELETE FROM compressed_lines WHERE {where.format('')}").rowcount == 1


# In a file


async def fill(path: Path) -> dict[str, list[bytes]]:
    logs = {"game": list(bots_game("uka")), "long": LONG, "whole": LONG[:1_000]}
    async with await SqliteStore.open(path) as store:
        for table, lines in logs.items():
            await store.append(table, 0, lines)
        await compress_all(store)
        await store.append("long", len(LONG), [b"more"])
    return logs | {"long": [*LONG, b"more"]}


async def content(path: Path) -> dict[str, list[bytes]]:
    async with await SqliteStore.open(path) as store:
        return {head.table: await store.read(head.table) for head in await store.heads()}


async def test_a_backup_holds_the_compressed_lines(path: Path, tmp_path: Path) -> None:
    logs = await fill(path)
    backup(path, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "restored.db")
    assert await content(tmp_path / "restored.db") == logs


@pytest.mark.parametrize(
    "loss",
    [
        "DELETE FROM compressed_lines WHERE first = 0 AND number = 2",
        "DELETE FROM compressed_lines WHERE first = 500",
        "DELETE FROM compressed_lines WHERE first = 1000",
        "DELETE FROM compressed_lines WHERE number = 1",
        "DELETE FROM compressed_lines WHERE number = 3",
        "DELETE FROM compressed_lines WHERE number = 3 AND first = 500",
    ],
)
async def test_a_check_notices_that_compressed_lines_are_missing(path: Path, loss: str) -> None:
    await fill(path)
    with sql(path) as db:
        check_store(db)
        db.execute(loss)
        with pytest.raises(InvalidStore, match="lines are missing"):
            check_store(db)


async def test_damage_is_told_and_other_logs_are_read(path: Path) -> None:
    logs = await fill(path)
    with sql(path) as db:
        db.execute("DROP TRIGGER compressed_lines_stay")
        (text,) = db.execute("SELECT content FROM compressed_lines WHERE number = 2 AND first = 500").fetchone()
        changed = text[:99] + bytes([text[99] ^ 1]) + text[100:]
        db.execute("UPDATE compressed_lines SET content = ? WHERE number = 2 AND first = 500", (changed,))
    async with await SqliteStore.open(path) as store:
        with pytest.raises(DamagedLog, match="damaged: lines 500 to 999"):
            await store.read("long")
        assert await store.read("long", 0, 500) == LONG[:500]
        assert await store.read("game") == logs["game"]
        await store.probe()


async def test_the_schema_itself_refuses_gaps_changes_and_repetitions(path: Path) -> None:
    await fill(path)
    wrong = [
        "INSERT INTO lines VALUES (1, 0, 0, x'00')",
        "INSERT INTO lines VALUES (2, 500, 0, x'00')",
        "INSERT INTO lines VALUES (2, 1200, 0, x'00')",
        "INSERT INTO lines VALUES (2, 1202, 0, x'00')",
        "INSERT INTO compressed_lines SELECT * FROM compressed_lines WHERE number = 1",
        "INSERT INTO compressed_lines SELECT number, 2000, 2001, touched, dictionary, digest, content "
        "FROM compressed_lines WHERE number = 1",
        "UPDATE compressed_lines SET next = 9",
    ]
    with sql(path) as db:
        for statement in wrong:
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(statement)
