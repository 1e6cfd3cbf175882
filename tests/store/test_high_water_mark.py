"""The high-water mark: a store that has lost its last lines is noticed when it is opened, and a sound one never."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from uka.store import InvalidStore, SqliteStore, backup, restore

from .support import sql

LOST = "the last lines are missing: .* delete uka.db-mark to go on without these lines"
SERVER = """
import asyncio, os, sys
from pathlib import Path
from uka.store import SqliteStore

async def main():
    async with await SqliteStore.open(sys.argv[1]) as store:
        for seq in range(int(sys.argv[2]), int(sys.argv[3])):
            await store.append("t", seq, [b"%d" % seq])
        while not Path(f"{sys.argv[1]}-mark").exists():
            await asyncio.sleep(0.01)
        await store.append("u", 0, [b"the thread has marked the lines before"])
        print("written", flush=True)
        await asyncio.sleep(1000)

asyncio.run(main())
"""


def killed(path: Path, first: int = 0, end: int = 20) -> None:
    """Let another process append lines to the log ``t`` and begin the log ``u``, and kill it."""
    command = [sys.executable, "-c", SERVER, str(path), str(first), str(end)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout
        assert server.stdout.readline()
        server.kill()


def delete_log(path: Path) -> None:
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink()


def cut_log(path: Path) -> None:
    log = Path(f"{path}-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 3])


def delete_file(path: Path) -> None:
    delete_log(path)
    path.unlink()


def put_an_older_file(path: Path) -> None:
    delete_file(path)
    with sql(path) as db:
        db.execute("PRAGMA journal_mode = WAL")


async def lines(path: Path, table: str = "t") -> int:
    async with await SqliteStore.open(path) as store:
        return len(await store.read(table))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "uka.db"


@pytest.mark.parametrize("harm", [delete_log, cut_log, delete_file, put_an_older_file])
async def test_a_store_that_lost_its_last_lines_after_a_kill_is_refused(
    path: Path, harm: Callable[[Path], None]
) -> None:
    killed(path)
    harm(path)
    for _ in range(2):  # the refusal changes nothing
        with pytest.raises(InvalidStore, match=rf"{path}: {LOST}"):
            await SqliteStore.open(path)


async def test_lines_lost_after_an_orderly_stop_are_noticed_too(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"0", b"1"])
    killed(path, 2)
    delete_log(path)
    with pytest.raises(InvalidStore, match=LOST):
        await SqliteStore.open(path)
    Path(f"{path}-mark").unlink()
    assert await lines(path) == 2


async def test_a_killed_store_with_its_log_is_sound(path: Path) -> None:
    killed(path)
    assert await lines(path) == 20


async def test_a_killed_store_that_another_program_has_recovered_is_sound(path: Path) -> None:
    """The last connection to close copies the log into the file and deletes it."""
    killed(path)
    with sql(path) as db:
        db.execute("CREATE TABLE theirs (x)")
        db.execute("DROP TABLE theirs")
    assert not Path(f"{path}-wal").exists()
    assert await lines(path) == 20


async def test_compressed_and_closed_logs_are_found(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"x" * 100] * 50, closed=True)
        step = await store.compress(-1)
        assert step is not None
        assert step.lines == 50
    assert await lines(path) == 50


async def test_a_restored_backup_has_no_mark_of_the_store_that_it_replaces(path: Path, tmp_path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"0"])
        backup(path, tmp_path / "backup.db")
        await store.append("t", 1, [b"1"])
    restore(tmp_path / "backup.db", path, overwrite=True)
    assert await lines(path) == 1


@pytest.mark.parametrize("text", [b"", b"\0" * 512, b'["t",1', b'["t"]\n', b"nonsense\n", b'["t",0]\n"tt",999]\n'])
async def test_a_mark_that_a_power_cut_left_behind_or_torn_refuses_nothing(path: Path, text: bytes) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"0", b"1"])
    Path(f"{path}-mark").write_bytes(text)
    assert await lines(path) == 2


async def test_only_lines_that_were_written_are_marked(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"0"])
        asked = [store.append("t", 1, [b"1"]), store.append("t", 99, [b"99"]), store.put("key", b"value")]
        await asyncio.gather(*asked, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while Path(f"{path}-mark").read_bytes() != b'["t",1]\n':
                await asyncio.sleep(0.01)
    assert await lines(path) == 2


async def test_a_mark_that_cannot_be_written_stops_nothing_and_is_logged_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Path(f"{path}-mark").mkdir()
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"0"])
        await store.append("t", 1, [b"1"])
    assert await lines(path) == 2
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("uka.store", "WARNING")
    assert record.getMessage().startswith("uka.db-mark can't be written")
