"""Several processes on one file: no lock file, no owner, and still every append once and in order."""

import asyncio
import subprocess
import sys
from pathlib import Path

from uka.store import SqliteStore, StoreUnavailable, backup
from uka.store.files import check, open_to_read

ROOT = Path(__file__).parents[2]
APPENDS = 150
TABLES = 3

WORK = f"""
import asyncio, os, sys
from uka.store import Conflict, SqliteStore

async def append(store, table, line):
    seq = 0
    while True:
        try:
            await store.append(table, seq, [line])
            return seq
        except Conflict as told:
            seq = told.found

async def main():
    async with await SqliteStore.open(sys.argv[1], pace=0) as store:
        for i in range({APPENDS}):
            tables = [f"t{{k}}" for k in range({TABLES})]
            await asyncio.gather(*(append(store, table, f"{{sys.argv[2]}} {{i}}".encode()) for table in tables))

asyncio.run(main())
"""


async def test_servers_begin_one_file_at_once_and_share_it(path: Path) -> None:
    workers = [subprocess.Popen([sys.executable, "-c", WORK, path, name], cwd=ROOT) for name in "abc"]
    copies = 0
    while any(worker.poll() is None for worker in workers):
        try:
            await asyncio.to_thread(backup, path, path.with_name(f"copy-{copies}.db"))
            copies += 1
        except StoreUnavailable:
            assert not copies  # not begun yet
        await asyncio.sleep(0.05)
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    expected = {f"{name} {i}".encode() for name in "abc" for i in range(APPENDS)}
    async with await SqliteStore.open(path) as store:
        heads = await store.heads()
        assert len(heads) == TABLES
        for head in heads:
            lines = await store.read(head.table)
            assert len(lines) == len(expected)
            assert set(lines) == expected
            for name in "abc":  # each in its own order
                mine = [line for line in lines if line.startswith(name.encode())]
                assert mine == [f"{name} {i}".encode() for i in range(APPENDS)]
    assert copies
    for number in range(copies):
        db = open_to_read(path.with_name(f"copy-{number}.db"))
        check(db)
        db.close()
