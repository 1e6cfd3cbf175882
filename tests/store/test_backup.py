"""Backups that are made while a server writes, and stores that are restored from backups."""

import asyncio
import sqlite3
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from uka.store import InvalidStore, SqliteStore, StoreUnavailable, TargetExists, backup, restore
from uka.store.migrations import migrate

from .support import sql


async def fill(path: Path, **tables: int) -> None:
    async with await SqliteStore.open(path) as store:
        for table, lines in tables.items():
            await store.append(table, 0, [b"%d" % i for i in range(lines)])


async def content(path: Path) -> dict[str, list[bytes]]:
    async with await SqliteStore.open(path) as store:
        return {head.table: await store.read(head.table) for head in await store.heads(open_only=False)}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "copy.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "target" / "uka.db"


async def test_a_restored_backup_equals_the_store(path: Path, copy: Path, target: Path) -> None:
    await fill(path, one=3, two=500)
    async with await SqliteStore.open(path) as store:
        await store.put("key", b"secret")
        await store.append("over", 0, [b"a"], closed=True)
    backup(path, copy)
    restore(copy, target)
    assert await content(target) == await content(path)
    async with await SqliteStore.open(target) as store:
        assert await store.get("key") == b"secret"
        await store.append("one", 3, [b"goes on"])
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    assert {file.name for file in target.parent.iterdir()} == {target.name, f"{target.name}-mark"}
    assert copy.stat().st_mode & 0o077 == 0


async def test_a_backup_is_a_snapshot_of_a_store_in_use(path: Path, copy: Path) -> None:
    """Each line names a line that was appended to another table before; a backup must not lack that line."""
    stop = False
    counts = [0, 0]

    async def write(store: SqliteStore) -> None:
        while not stop:
            for i in (0, 1):
                await store.append(f"t{i}", counts[i], [b"x" * 500] * 4)
                counts[i] += 4

    def go_on_in_use(steps: list[tuple[int, int]], before: list[int], done: int, total: int) -> None:
        """Note a step of a backup; go on only when lines were appended since it began."""
        steps.append((done, total))
        end = time.monotonic() + PATIENCE
        while counts == before and time.monotonic() < end:
            time.sleep(0.001)

    async with await SqliteStore.open(path, pace=0) as store:
        writing = asyncio.create_task(write(store))
        for number in range(3):
            steps: list[tuple[int, int]] = []
            while counts[1] < 600 * (number + 1):
                await asyncio.sleep(0.01)
            named = copy.with_name(f"{number}.db")
            before = list(counts)
            note = partial(go_on_in_use, steps, before)
            await asyncio.to_thread(backup, path, named, progress=note)
            after = list(counts)
            found = await content(named)
            first, second = len(found["t0"]), len(found["t1"])
            assert first - second in (0, 4)
            assert before[0] <= first <= after[0] + 4
            assert before[1] <= second <= after[1] + 4
            assert [done for done, _ in steps] == sorted({done for done, _ in steps})
            assert steps[-1][0] == steps[-1][1]
            assert after > before  # the store was in use
        stop = True
        await writing


async def test_a_backup_of_a_store_whose_server_was_killed(path: Path, copy: Path, tmp_path: Path) -> None:
    """The last lines of such a store are only in the write-ahead log."""
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"a"])
        # Another process makes the copy: closing a file that is open here too would release SQLite's locks on it.
        subprocess.run(["cp", path, tmp_path / "killed.db"], check=True)
        subprocess.run(["cp", f"{path}-wal", tmp_path / "killed.db-wal"], check=True)
    backup(tmp_path / "killed.db", copy)
    assert await content(copy) == {"t": [b"a"]}


async def test_nothing_is_overwritten_without_permission(path: Path, copy: Path, target: Path) -> None:
    await fill(path, one=3)
    await fill(target, other=2)
    backup(path, copy)
    with pytest.raises(TargetExists, match=r"copy\.db is there already"):
        backup(path, copy)
    with pytest.raises(TargetExists, match=r"uka\.db is there already"):
        restore(copy, target)
    assert await content(target) == {"other": [b"0", b"1"]}
    restore(copy, target, overwrite=True)
    assert await content(target) == {"one": [b"0", b"1", b"2"]}


async def test_a_store_in_use_is_not_replaced(path: Path, copy: Path, target: Path) -> None:
    await fill(path, one=3)
    backup(path, copy)
    async with await SqliteStore.open(target) as store:
        await store.append("live", 0, [b"a"])
        with pytest.raises(StoreUnavailable, match="in use: stop the server first"):
            restore(copy, target, overwrite=True)
        await store.append("live", 1, [b"b"])
    assert await content(target) == {"live": [b"a", b"b"]}
    assert {file.name for file in target.parent.iterdir()} == {target.name, f"{target.name}-mark"}


async def test_a_damaged_store_can_be_replaced(path: Path, copy: Path, target: Path) -> None:
    await fill(path, one=3)
    backup(path, copy)
    target.parent.mkdir()
    target.write_bytes(b"this was a store once" * 1000)
    Path(f"{target}-wal").write_bytes(b"left over")
    restore(copy, target, overwrite=True)
    assert await content(target) == {"one": [b"0", b"1", b"2"]}


async def test_a_log_left_by_a_deleted_store_is_not_read_into_the_restored_one(
    path: Path, copy: Path, target: Path
) -> None:
    await fill(path, one=3)
    backup(path, copy)
    async with await SqliteStore.open(target) as store:
        await store.append("old", 0, [b"a"] * 5000)
        log = Path(f"{target}-wal").read_bytes()
    target.unlink()
    Path(f"{target}-wal").write_bytes(log)
    restore(copy, target)
    assert await content(target) == {"one": [b"0", b"1", b"2"]}


def tear(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\x55" * 4096
    path.write_bytes(content)


def lose_a_line(path: Path) -> None:
    with sql(path) as db:
        db.execute("DELETE FROM lines WHERE seq = 1")


def lose_a_log(path: Path) -> None:
    with sql(path) as db:
        db.execute("DELETE FROM lines")


def lose_a_table(path: Path) -> None:
    with sql(path) as db:
        db.execute("DELETE FROM tables")


def age(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [["SELECT 1"]])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [tear, lose_a_line, lose_a_log, lose_a_table, age, empty], ids=lambda f: f.__name__)
async def test_a_damaged_backup_is_refused(path: Path, copy: Path, target: Path, harm) -> None:
    await fill(path, one=500)
    backup(path, copy)
    harm(copy)
    await fill(target, other=1)
    with pytest.raises(InvalidStore, match=r"copy\.db: "):
        restore(copy, target, overwrite=True)
    with pytest.raises(InvalidStore):
        backup(copy, target.with_name("again.db"))
    assert await content(target) == {"other": [b"0"]}
    assert {file.name for file in target.parent.iterdir()} == {target.name, f"{target.name}-mark"}


def test_a_missing_store_cannot_be_copied(path: Path, copy: Path) -> None:
    with pytest.raises(StoreUnavailable, match=f"{path.name}: there is no such file"):
        backup(path, copy)
    path.write_text("a letter, and no database at all " * 200)
    with pytest.raises(InvalidStore, match=f"{path.name}: "):
        backup(path, copy)
    assert not copy.exists()


async def test_a_copy_that_is_stopped_leaves_nothing(path: Path, copy: Path) -> None:
    await fill(path, one=20_000)

    def stop(_done: int, _all: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup(path, copy, progress=stop)
    assert list(copy.parent.iterdir()) == []
    backup(path, copy)


async def test_a_backup_can_be_read_where_nothing_can_be_written(path: Path, copy: Path) -> None:
    await fill(path, one=3)
    backup(path, copy)
    db = sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    db.close()
