"""Faults of a SQLite file while a store uses it: calls are refused with a sentence, and work again after the fault."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from uka.store import Conflict, InvalidStore, SqliteStore, StoreUnavailable, backup, sqlite_file

from .support import locked, on_writer, outcomes, pragma, sql, writer_busy

BIG = b"x" * 100_000
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def powerless() -> Iterator[None]:
    """Within this context, the process is a user to whom file permissions apply, unlike root."""
    if not ROOT:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Yield a folder on a separate file system of the given size; only root can create one."""
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if made.returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


async def test_sqlite_reports_a_full_disk(store: SqliteStore) -> None:
    await store.append("t", 0, [b"a"])
    (pages,) = await pragma(store, "page_count")
    await pragma(store, f"max_page_count = {pages + 2}")
    with pytest.raises(StoreUnavailable, match="disk is full"):
        await store.append("t", 1, [BIG])
    with writer_busy(store):  # an append that is too large for the disk does not make a small one fail
        asked = [store.append("t", 1, [BIG]), store.append("t", 1, [b"b"]), store.append("u", 0, [BIG])]
        answers = asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(0)
    first, second, third = await answers
    assert isinstance(first, StoreUnavailable)
    assert second is None
    assert isinstance(third, StoreUnavailable)
    assert await store.read("t") == [b"a", b"b"]
    assert [head.table for head in await store.heads()] == ["t"]
    await pragma(store, "max_page_count = 1000000")
    await store.append("t", 2, [BIG])
    await store.append("u", 0, [BIG])
    assert await store.read("t") == [b"a", b"b", BIG]


async def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "2m") as disk:
        async with await SqliteStore.open(disk / "uka.db") as store:
            kept: list[bytes] = []

            async def fill() -> None:
                while True:
                    await store.append("t", len(kept), [BIG + b"%d" % len(kept)])
                    kept.append(BIG + b"%d" % len(kept))

            with pytest.raises(StoreUnavailable, match="disk is full"):
                await fill()
            assert await store.read("t") == kept
            told = await outcomes(*(store.append(f"n{i}", 0, [BIG]) for i in range(20)))
            assert StoreUnavailable in {type(outcome) for outcome in told}
            subprocess.run(["mount", "-o", "remount,size=40m", disk], check=True)
            await store.append("t", len(kept), [b"goes on"])
            assert await store.read("t") == [*kept, b"goes on"]
            written = {f"n{i}" for i, outcome in enumerate(told) if outcome is None}
            assert {head.table for head in await store.heads()} == {"t", *written}
        async with await SqliteStore.open(disk / "uka.db") as store:
            assert await store.read("t") == [*kept, b"goes on"]


async def test_a_disk_that_becomes_read_only(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk:
        (disk / "uka.db").touch()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(StoreUnavailable, match="can't be written"):
            await SqliteStore.open(disk / "uka.db")
        with pytest.raises((StoreUnavailable, OSError)):
            await SqliteStore.open(disk / "other.db")


async def test_a_store_on_a_disk_that_became_read_only_can_still_be_copied(tmp_path: Path) -> None:
    """A system mounts a failing disk so. The store was closed, so that no write-ahead log is there."""
    with small_disk(tmp_path / "disk", "8m") as disk:
        async with await SqliteStore.open(disk / "uka.db") as store:
            await store.append("t", 0, [b"a"])
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(StoreUnavailable):
            await SqliteStore.open(disk / "uka.db")
        backup(disk / "uka.db", tmp_path / "copy.db")
    async with await SqliteStore.open(tmp_path / "copy.db") as store:
        assert await store.read("t") == [b"a"]


async def test_a_database_locked_by_another_program(store: SqliteStore, path: Path) -> None:
    await store.append("t", 0, [b"a"])
    with locked(path):
        told = await outcomes(store.append("t", 1, [b"b"]), store.put("k", b"v"), store.append("u", 0, [b"c"]))
        assert [type(outcome) for outcome in told] == [StoreUnavailable] * 3
        assert "another program has the store locked" in str(told[0])
        assert await store.read("t") == [b"a"]  # reads do not wait for the lock
    await store.append("t", 1, [b"b"])
    assert await store.read("t") == [b"a", b"b"]


async def test_a_write_waits_for_a_lock_that_is_released(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"a"])
        with locked(path):
            append = asyncio.create_task(store.append("t", 1, [b"b"]))
            await asyncio.sleep(0.2)
            assert not append.done()
        await append


async def test_opening_a_locked_file(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    with sql(path) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailable, match=f"{path.name}: another program has the store locked"):
            await SqliteStore.open(path, patience=0.2)
    await (await SqliteStore.open(path)).close()


async def test_a_connection_that_may_not_write(store: SqliteStore, path: Path) -> None:
    await store.append("t", 0, [b"a"])
    await on_writer(store, lambda db: db.execute("PRAGMA query_only = ON") and None)
    with pytest.raises(StoreUnavailable, match="can't be written to"):
        await store.append("t", 1, [b"b"])
    assert await store.read("t") == [b"a"]
    async with await SqliteStore.open(path) as again:
        await again.append("t", 1, [b"b"])


async def test_a_file_that_may_not_be_written(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    before = path.read_bytes()
    path.chmod(0o444)
    path.parent.chmod(0o755)
    for folder in (path.parent, *path.parent.parents):  # lets another user enter the folders above the file
        if ROOT and folder.stat().st_uid == 0 and "pytest-of" in str(folder):
            folder.chmod(0o755)
    with powerless(), pytest.raises(StoreUnavailable, match=r"can't be (written to|opened)"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before


async def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o500)
    with powerless(), pytest.raises(StoreUnavailable, match="Permission denied"):
        await SqliteStore.open(folder / "uka.db")


async def test_the_file_is_moved_away_and_back(store: SqliteStore, path: Path) -> None:
    """Lines that are written after the file was moved would be lost, so such an append must not be acknowledged."""
    await store.append("t", 0, [b"a"])
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(StoreUnavailable, match="moved or deleted"):
        await store.append("t", 1, [b"b"])
    assert not path.exists()
    path.with_name("elsewhere").rename(path)
    await store.append("t", 1, [b"b"])
    assert await store.read("t") == [b"a", b"b"]


async def test_the_file_is_replaced_by_another(store: SqliteStore, path: Path) -> None:
    await store.append("t", 0, [b"a"])
    path.unlink()
    async with await SqliteStore.open(path.with_name("other")) as other:
        await other.append("t", 0, [b"other"])
    path.with_name("other").rename(path)
    with pytest.raises(StoreUnavailable, match="moved or deleted"):
        await store.append("t", 1, [b"b"])


async def test_the_write_ahead_log_is_deleted(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"a"])
        Path(f"{path}-wal").unlink()
        with pytest.raises(StoreUnavailable, match="moved or deleted"):
            await store.append("t", 1, [b"b"])
    async with await SqliteStore.open(path) as store:  # closing the store has copied its last lines into the file
        assert await store.read("t") == [b"a"]
        await store.append("t", 1, [b"b"])


@pytest.mark.parametrize("content", [b"x", b"not a database, but long enough to be one" * 100])
async def test_a_file_of_another_kind(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(InvalidStore, match=r"uka\.db: "):
        await SqliteStore.open(path)
    assert path.read_bytes() == content


async def test_a_damaged_file(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        for i in range(200):
            await store.append(f"t{i}", 0, [b"x" * 1000])
    content = bytearray(path.read_bytes())
    content[4096 * 2 :] = b"\x55" * (len(content) - 4096 * 2)
    path.write_bytes(content)

    async def read_all() -> None:
        async with await SqliteStore.open(path) as store:
            for i in range(200):
                await store.read(f"t{i}")

    with pytest.raises(InvalidStore, match="damaged"):
        await read_all()


@pytest.mark.parametrize("larger", [0, 1])
async def test_a_file_is_searched_for_damage_if_it_is_small(
    path: Path, larger: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SqliteStore.open(path) as store:
        for i in range(200):
            await store.append(f"t{i}", 0, [b"x" * 1000])
    size = path.stat().st_size
    content, middle = bytearray(path.read_bytes()), size // 8192 * 4096
    content[middle : middle + 4096] = b"\x55" * 4096
    path.write_bytes(content)
    monkeypatch.setattr(sqlite_file, "CHECKED_BYTES", size - larger)
    if not larger:
        with pytest.raises(InvalidStore, match="damaged"):
            await SqliteStore.open(path)
        return
    async with await SqliteStore.open(path) as store:
        assert await store.read("t0") == [b"x" * 1000]
        with pytest.raises(InvalidStore, match="damaged"):
            await asyncio.gather(*(store.read(f"t{i}") for i in range(200)))
        with pytest.raises(InvalidStore):
            await store.probe()


async def test_a_large_file_that_was_cut_off_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await SqliteStore.open(path) as store:
        for i in range(200):
            await store.append(f"t{i}", 0, [b"x" * 1000])
    monkeypatch.setattr(sqlite_file, "CHECKED_BYTES", 0)
    os.truncate(path, path.stat().st_size // 8192 * 4096)
    with pytest.raises(InvalidStore, match="damaged"):
        await SqliteStore.open(path)


async def test_a_folder_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="can't be opened"):
        await SqliteStore.open(tmp_path)


async def test_missing_folders_are_created_and_files_are_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "uka.db"
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"a"])
        if os.name == "posix":
            assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}


async def test_a_bug_in_a_job_affects_only_that_job(store: SqliteStore) -> None:
    def bug(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO facts VALUES ('half', x'00')")
        raise ZeroDivisionError

    with writer_busy(store):
        asked = [store.append("t", 0, [b"a"]), on_writer(store, bug), store.append("t", 1, [b"b"])]
        answers = asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(0)
    first, second, third = await answers
    assert (first, type(second), third) == (None, ZeroDivisionError, None)
    assert await store.get("half") is None
    assert await store.read("t") == [b"a", b"b"]


async def test_the_schema_itself_refuses_gaps_changes_and_late_lines(store: SqliteStore, path: Path) -> None:
    """The schema refuses them from any program, even if a person writes SQL by hand."""
    await store.append("t", 0, [b"a"])
    await store.append("over", 0, [b"a"], closed=True)
    wrong = [
        "INSERT INTO lines VALUES (1, 2, 0, x'00')",
        "INSERT INTO lines VALUES (1, 0, 0, x'00')",
        "INSERT INTO lines VALUES (1, 1, 0, 'text')",
        "INSERT INTO lines VALUES (1, 'one', 0, x'00')",
        "INSERT INTO lines VALUES (2, 1, 0, x'00')",
        "UPDATE lines SET line = x'00'",
        "UPDATE tables SET closed = 2",
    ]
    with sql(path) as db:
        for statement in wrong:
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(statement)
        db.execute("INSERT INTO lines VALUES (1, 1, 0, x'00')")
    with pytest.raises(Conflict):
        await store.append("t", 1, [b"b"])


async def test_the_log_stays_small(store: SqliteStore, path: Path) -> None:
    for seq in range(0, 60_000, 2_000):
        await store.append("t", seq, [b"x" * 100] * 2_000)
    assert path.stat().st_size > 6_000_000
    assert Path(f"{path}-wal").stat().st_size < 6_000_000


async def test_a_store_that_is_never_closed_lets_the_program_end(path: Path) -> None:
    code = """
import asyncio, sys
from uka.store import SqliteStore
async def main():
    store = await SqliteStore.open(sys.argv[1])
    await store.append("t", 0, [b"a"])
asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", code, path], check=True, timeout=30)
