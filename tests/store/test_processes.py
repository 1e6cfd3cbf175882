"""Several processes use one store without a lock file, and each append is written once and in order."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from uka.store import Conflict, StoreUnavailable, backup
from uka.store.sqlite_file import check_store, open_to_read

from .conftest import File, Place

ROOT = Path(__file__).parents[2]
APPENDS = 150
TABLES = 3

pytestmark = pytest.mark.slow

WORK = f"""
import asyncio, os, sys
from tests.store.conftest import place_of
from uka.store import Conflict

async def append(store, table, line):
    seq = 0
    while True:
        try:
            await store.append(table, seq, [line])
            return seq
        except Conflict as told:
            seq = told.found

async def main():
    async with await place_of(sys.argv[1]).open() as store:
        for i in range({APPENDS}):
            tables = [f"t{{k}}" for k in range({TABLES})]
            await asyncio.gather(*(append(store, table, f"{{sys.argv[2]}} {{i}}".encode()) for table in tables))

asyncio.run(main())
"""


@pytest.mark.daily(1)
async def test_servers_create_one_store_at_once_and_share_it(place: Place) -> None:
    workers = [subprocess.Popen([sys.executable, "-c", WORK, str(place), name], cwd=ROOT) for name in "abc"]
    copies: list[Path] = []
    while any(worker.poll() is None for worker in workers):
        if isinstance(place, File):
            await copy_one(place.path, copies)
        await asyncio.sleep(0.05)
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    expected = {f"{name} {i}".encode() for name in "abc" for i in range(APPENDS)}
    async with await place.open() as store:
        heads = await store.heads()
        assert len(heads) == TABLES
        for head in heads:
            lines = await store.read(head.table)
            assert len(lines) == len(expected)
            assert set(lines) == expected
            for name in "abc":  # each process takes the tables in another order
                mine = [line for line in lines if line.startswith(name.encode())]
                assert mine == [f"{name} {i}".encode() for i in range(APPENDS)]
    assert copies or not isinstance(place, File)
    for copy in copies:
        db = open_to_read(copy)
        check_store(db)
        db.close()


async def copy_one(path: Path, copies: list[Path]) -> None:
    try:
        copy = path.with_name(f"copy-{len(copies)}.db")
        await asyncio.to_thread(backup, path, copy)
        copies.append(copy)
    except StoreUnavailable:
        assert not copies  # no process has begun to append


async def test_stores_that_write_to_the_same_tables_at_once_do_not_deadlock(place: Place) -> None:
    """Several stores append overlapping batches in any order, also to new tables; the only error is a conflict."""
    stores = [await place.open() for _ in range(3)]
    names = [f"t{i:02}" for i in range(40)]
    heard: list[BaseException | None] = []
    for step in range(25):
        asked = []
        for i, store in enumerate(stores):
            wanted = Random(f"{step}/{i}").sample(names, 30)
            following = await store.next_seqs(wanted)
            asked += [store.append(name, following.get(name, 0), [b"%d" % i]) for name in wanted]
        heard += await asyncio.gather(*asked, return_exceptions=True)
    assert {type(outcome) for outcome in heard} == {type(None), Conflict}
    seqs = await stores[0].next_seqs(names)
    assert sum(seqs.values()) == heard.count(None)
    for store in stores:
        await store.close()
