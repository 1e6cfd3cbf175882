"""The copy of a store from a SQLite file to Postgres: all or nothing is copied, and compared before the commit."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.postgres import postgres, server
from uka.cli.app import run
from uka.store import InvalidStore, SqliteStore, Store, StoreUnavailable, TargetExists, every_head

from .support import sql
from .test_backup import fill

pytest.importorskip("asyncpg", reason="needs asyncpg: pip install 'uka[cluster]'")

from uka.store.postgres import PostgresStore, copy

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).parents[2]


@pytest.fixture
def dsn() -> Iterator[str]:
    with postgres() as dsn:
        yield dsn


async def content(store: Store) -> list[object]:
    """Return everything that a store knows of tables, with their numbers and times."""
    return [(head, await store.read(head.table)) async for head in every_head(store, open_only=False)]


async def test_everything_is_copied_and_the_copy_is_usable(path: Path, dsn: str) -> None:
    told: list[tuple[int, int]] = []
    async with await SqliteStore.open(path) as old:  # the file is in use during the copy
        for table, lines in {"one": 3, "māra": 5_000, "three": 1}.items():
            await old.append(table, 0, [b"%d\0" % i for i in range(lines)])
        await old.append("over", 0, [b""], closed=True)
        await old.append("one", 3, [b"later"])
        await old.put("key", b"\0secret")
        await old.beat("me", 60)
        await old.lease(["one"], "me")
        moved = await copy(path, dsn, progress=lambda done, total: told.append((done, total)))
        assert moved == (4, 5_006, 1)
        assert told[-1] == (10_022, 10_022)
        assert told == sorted(told)
        async with await PostgresStore.open(dsn) as new:
            assert await content(new) == await content(old)
            assert await new.get("key") == b"\0secret"
            assert await new.heartbeats() == {}
            assert await new.lease(["one"], "you")
            await new.append("one", 4, [b"goes on"])
            await new.append("new", 0, [b"begins"])
            assert (await new.heads())[0].table == "new"
    with pytest.raises(TargetExists, match="already"):
        await copy(path, dsn)


async def test_compressed_lines_are_copied(path: Path, dsn: str) -> None:
    async with await SqliteStore.open(path) as old:
        for table in ("one", "two"):
            await old.append(table, 0, [b"%d" % i * 20 for i in range(700)])
        while (step := await old.compress(-1)) and step.lines:
            pass
        await old.append("one", 700, [b"later"])
        assert await copy(path, dsn) == (2, 1_401, 0)
        async with await PostgresStore.open(dsn) as new:
            assert await content(new) == await content(old)
            await new.append("two", 700, [b"goes on"])
            assert await new.read("two", 699) == [b"699" * 20, b"goes on"]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.dictionaries(st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=5),
                       st.lists(st.binary(max_size=50), min_size=1, max_size=5), max_size=6))  # fmt: skip
def test_any_lines_are_copied_unchanged(tmp_path_factory, tables: dict[str, list[bytes]]) -> None:
    async def compare(dsn: str) -> None:
        path = tmp_path_factory.mktemp("store") / "uka.db"
        async with await SqliteStore.open(path, pace=0) as old:
            for table, lines in tables.items():
                await old.append(table, 0, lines, closed=len(lines) == 1)
            assert await copy(path, dsn) == (len(tables), sum(map(len, tables.values())), 0)
            async with await PostgresStore.open(dsn) as new:
                assert await content(new) == await content(old)

    with postgres() as dsn:
        asyncio.run(compare(dsn))


@pytest.mark.parametrize("left", ["a table", "a fact"])
async def test_a_copy_needs_an_empty_database(path: Path, dsn: str, left: str) -> None:
    await fill(path, one=3)
    async with await PostgresStore.open(dsn) as store:
        if left == "a table":
            await store.append("theirs", 0, [b"a"])
        else:
            await store.put("key", b"theirs")
    with pytest.raises(TargetExists, match="a store of Uka's in this database already"):
        await copy(path, dsn)
    async with await PostgresStore.open(dsn) as store:
        assert [head.table for head in await store.heads()] == ["theirs"] * (left == "a table")


async def test_a_damaged_or_missing_file_is_not_copied(path: Path, dsn: str) -> None:
    with pytest.raises(StoreUnavailable, match="no such file"):
        await copy(path, dsn)
    await fill(path, one=3)
    with sql(path) as db:
        db.execute("DELETE FROM lines WHERE seq = 1")
    with pytest.raises(InvalidStore, match="lines are missing"):
        await copy(path, dsn)
    assert await empty(dsn)


@pytest.mark.parametrize("harm", ["NEW.line := 'x'; RETURN NEW;", "NEW.at := 0; RETURN NEW;", "RETURN NULL;"])
async def test_a_row_that_the_database_stored_differently_is_noticed(path: Path, dsn: str, harm: str) -> None:
    await fill(path, one=1)
    async with await PostgresStore.open(dsn):
        pass
    name = dsn.rpartition("/")[2]
    server().sql(
        f"CREATE FUNCTION harm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {harm} END $$;"
        "CREATE TRIGGER harm BEFORE INSERT ON uka_lines FOR EACH ROW EXECUTE FUNCTION harm()",
        name,
    )
    with pytest.raises(StoreUnavailable, match="nothing was copied"):
        await copy(path, dsn)
    assert await empty(dsn)


async def empty(dsn: str) -> bool:
    async with await PostgresStore.open(dsn) as store:
        return await store.heads(open_only=False) == []


SLOW = """
import asyncio, sys, time
from uka.store.postgres import copy

def tell(done, total):
    if done >= total * float(sys.argv[3]):
        print("there", flush=True)
        time.sleep(60)

asyncio.run(copy(sys.argv[1], sys.argv[2], progress=tell))
"""


@pytest.mark.parametrize("share", [0.2, 1.0])
async def test_a_stopped_copy_leaves_nothing_and_can_be_repeated(path: Path, dsn: str, share: float) -> None:
    await fill(path, one=10_000)
    command = [sys.executable, "-c", SLOW, path, dsn, str(share)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"there\n"
        child.kill()
    assert await empty(dsn)
    assert await copy(path, dsn) == (1, 10_000, 0)


def test_the_command_copies_a_store(path: Path, dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(fill(path, one=3, two=1_500))
    run(["copy", str(path), dsn])
    assert capsys.readouterr().out == "2 tables with 1,503 lines, and 0 facts: copied and compared.\n"
    with pytest.raises(SystemExit, match="2"):
        run(["copy", str(path), dsn])
    assert capsys.readouterr().err == "there is a store of Uka's in this database already: copy into an empty one\n"
    with pytest.raises(SystemExit, match="2"):
        run(["copy", str(path), "mysql://uka:secret@there/uka"])
    told = capsys.readouterr().err
    assert told.startswith("this is no address of a database")
    assert "secret" not in told


def test_without_asyncpg_the_command_says_what_to_install(path: Path) -> None:
    code = "import sys; sys.modules['asyncpg'] = None; from uka.cli import main; main()"
    command = [sys.executable, "-c", code, "copy", path, "postgresql://there/uka"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        "a Postgres store needs asyncpg, which is not installed: pip install 'uka[cluster]'\n",
    )
