"""Migrations of the SQLite schema: each is done whole or not at all, and files of other programs stay unchanged."""

import sqlite3
from pathlib import Path

import pytest

from uka.store import Conflict, InvalidStore, SqliteStore
from uka.store.migrations import APPLICATION_ID, FIRST, MIGRATIONS, migrate, version
from uka.store.sqlite_file import check

from .support import sql

NEXT = ("CREATE TABLE notes (line TEXT)", "INSERT INTO notes VALUES ('kept')")
BROKEN = ("CREATE TABLE more (line TEXT)", "DROP TABLE notes", "this is not SQL")


def schema(db: sqlite3.Connection) -> list[tuple[str, ...]]:
    return db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()


async def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    async with await SqliteStore.open(path) as store:
        await store.append("t", 0, [b"a"])
    with sql(path) as db:
        assert version(db) == len(MIGRATIONS)


def test_a_file_is_migrated_from_each_version_to_the_newest(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [FIRST])
        assert version(db, 1) == 1
        db.execute("INSERT INTO tables (name, created) VALUES ('t', 0)")
        migrate(db, [FIRST, NEXT])
        migrate(db, [FIRST, NEXT])  # no migration is done twice
        assert version(db, 2) == 2
        assert db.execute("SELECT * FROM notes").fetchall() == [("kept",)]
        assert db.execute("SELECT name FROM tables").fetchall() == [("t",)]


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [FIRST])
        before = schema(db)
        with pytest.raises(sqlite3.OperationalError, match="syntax"):
            migrate(db, [FIRST, NEXT, BROKEN])
        assert schema(db) == before
        assert version(db, 3) == 1
        migrate(db, [FIRST, NEXT])
        assert version(db, 3) == 2


async def test_a_store_of_a_later_uka_is_refused_and_not_touched(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [*MIGRATIONS, NEXT])
    before = path.read_bytes()
    with pytest.raises(InvalidStore, match=rf"{path.name}: .*later Uka: it has version {len(MIGRATIONS) + 1}"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE theirs (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 252006674"],
)
async def test_a_database_of_another_program_is_refused_and_not_touched(path: Path, statement: str) -> None:
    with sql(path) as db:
        db.execute(statement)
    before = path.read_bytes()
    with pytest.raises(InvalidStore, match="another program"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before


async def test_a_store_of_the_first_version_is_usable(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [FIRST])
        db.execute("INSERT INTO tables (name, created) VALUES ('t', 0)")
        db.execute("INSERT INTO lines VALUES (1, 0, 0, x'61')")
        db.execute("INSERT INTO leases (name, owner, until) VALUES ('t', 'me', 1e12)")
    async with await SqliteStore.open(path) as store:
        assert await store.read("t") == [b"a"]
        assert (await store.lease(["t"], "you")).keys() == {"t"}
    with sql(path) as db:
        assert version(db) == len(MIGRATIONS)


@pytest.mark.parametrize("before", range(1, len(MIGRATIONS)))
async def test_the_logs_of_each_earlier_version_are_kept_and_continue(path: Path, before: int) -> None:
    logs = {f"table-{n}": [b"%d.%d" % (n, seq) for seq in range(n + 1)] for n in range(30)}
    with sql(path) as db:
        migrate(db, MIGRATIONS[:before])
        for number, (name, lines) in enumerate(logs.items(), 1):
            db.execute("INSERT INTO tables VALUES (?, ?, 1.0, 0)", (number, name))
            rows = [(number, seq, 1.0, line) for seq, line in enumerate(lines)]
            db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
        db.execute("UPDATE tables SET closed = 1 WHERE name = 'table-7'")
    async with await SqliteStore.open(path) as store:
        for name, lines in logs.items():
            assert await store.read(name) == lines
            assert await store.read(name, 3, 2) == lines[3:5]
        await store.append("table-3", 4, [b"next"])
        with pytest.raises(Conflict):
            await store.append("table-3", 6, [b"after a gap"])
        with pytest.raises(Conflict):
            await store.append("table-7", 8, [b"after the end"])
        assert [head.table for head in await store.heads(open_only=False)] == list(reversed(logs))
    with sql(path) as db:
        check(db)
        with pytest.raises(sqlite3.IntegrityError, match="a line never changes"):
            db.execute("UPDATE lines SET line = x'00'")


@pytest.mark.parametrize("number", range(1, len(MIGRATIONS) + 1))
def test_no_version_ever_changes(golden, path: Path, number: int) -> None:
    """A released migration must never change, since people have files that it has made."""
    with sql(path) as db:
        migrate(db, MIGRATIONS[:number])
        golden(f"store/version-{number}.sql", "\n".join(f"{row[2]};" for row in schema(db) if row[2]) + "\n")
    assert APPLICATION_ID == 1433100593
