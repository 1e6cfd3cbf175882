"""After a kill at any moment or a power cut, each acknowledged append is in the store, once, whole and in order.

The killed processes also compress lines.

``UKA_KILLS=300`` kills servers more often than the test suite does.
"""

import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from uka.store import every_head
from uka.store.sqlite_file import check_store, open_to_read

from .child import lines_of
from .conftest import File, Place
from .support import sql

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("UKA_KILLS", "6"))
CUTS = max(4, KILLS // 8)
EXT4_SHUTDOWN, WITHOUT_FLUSHING = 0x8004587D, b"\x02\0\0\0"

Told = dict[tuple[str, int], tuple[int, bool]]
"""By table and number of the first line, the length of each acknowledged append, and whether it closed the table."""


def run_until(place: Place, moment: float, cut: Callable[[], None] | None = None) -> Told:
    """Let a process append, and kill it ``moment`` seconds after its first acknowledgement; return what it printed.

    If ``moment`` is negative, the time counts from the start of the process. ``cut`` cuts the power of the disk; only
    acknowledgements from before the cut count. The kernel sometimes reports success for a sync that the cut interrupts:
    without any database, plain writes and syncs lose the last write in about one cut of 150.
    """
    command = [sys.executable, "-m", "tests.store.child", str(place), "20"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as server:
        assert server.stdout
        heard: list[bytes] = []
        listener = threading.Thread(target=lambda out: heard.extend(iter(lambda: os.read(out, 1 << 16), b"")),
                                    args=(server.stdout.fileno(),))  # fmt: skip
        listener.start()
        while moment >= 0 and b"\n" not in b"".join(heard[:2])[5:]:
            assert server.poll() is None
            time.sleep(0.001)
        time.sleep(abs(moment))
        assert server.poll() is None
        before = list(heard)
        if cut:
            cut()
        server.kill()
        listener.join()
    text = b"".join(before if cut else heard).decode()
    acknowledged = re.findall(r"^(\S+) (\d+) (\d+) ([01])$", text, re.M)
    return {(table, int(seq)): (int(count), closed == "1") for table, seq, count, closed in acknowledged}


async def verify(place: Place, told: Told) -> int:
    """Check that each table consists of whole appends, and has all acknowledged ones; return the number of lines."""
    async with await place.open() as store:
        found: Told = {}
        async for head in every_head(store, open_only=False):
            next_seq, lines = head.next_seq, await store.read(head.table)
            while next_seq != (now := (await store.next_seqs([head.table]))[head.table]):
                # Postgres has just carried out the last append of the killed process.
                next_seq, lines = now, await store.read(head.table)
            assert len(lines) == next_seq
            seq = 0
            while seq < len(lines):
                count = int(lines[seq].rpartition(b"/")[2])
                assert lines[seq : seq + count] == lines_of(head.table, seq, count)
                seq += count
                found[head.table, seq - count] = count, head.closed and seq == len(lines)
        assert told.items() <= found.items()
    if isinstance(place, File):
        db = open_to_read(place.path)
        check_store(db)
        db.close()
    return sum(count for count, _ in found.values())


@pytest.mark.daily(1)
def test_a_server_killed_at_random_moments(place: Place) -> None:
    """All processes use one store, so that each continues the tables that the one before left."""
    random = Random()
    told: Told = {}
    for number in range(KILLS):
        moment = -random.uniform(0.05, 0.4) if number % 5 == 4 else random.uniform(0, 0.12)
        told |= run_until(place, moment)
        there = asyncio.run(verify(place, told))
    print(f"\nCOUNT {KILLS} kills: {len(told)} appends acknowledged, {there} lines there")
    assert len(told) > KILLS
    if isinstance(place, File):
        with sql(place.path) as db:
            assert db.execute("SELECT count(*) FROM compressed_lines").fetchone() > (KILLS,)


@contextmanager
def disk(image: Path, folder: Path) -> Iterator[None]:
    mount = subprocess.run(["mount", "-o", "loop", image, folder], capture_output=True)
    if mount.returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_the_power_is_cut(tmp_path: Path) -> None:
    """The file system is shut down without another write, so that data which only the kernel had is lost."""
    fcntl = pytest.importorskip("fcntl")
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(1 << 30)  # a sparse file, which takes no space yet
    try:
        subprocess.run(["mkfs.ext4", "-q", image], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs mkfs.ext4")

    def cut() -> None:
        there = os.open(folder, os.O_RDONLY)
        try:
            fcntl.ioctl(there, EXT4_SHUTDOWN, WITHOUT_FLUSHING)
        except OSError:
            pytest.skip("needs a file system that can be shut down")
        finally:
            os.close(there)

    random = Random()
    told: Told = {}
    for _ in range(CUTS):
        with disk(image, folder):
            told |= run_until(File(folder / "uka.db"), random.uniform(0, 0.3), cut)
        with disk(image, folder):
            there = asyncio.run(verify(File(folder / "uka.db"), told))
    print(f"\nCOUNT {CUTS} power cuts: {len(told)} appends acknowledged, {there} lines there")
    assert len(told) > CUTS
