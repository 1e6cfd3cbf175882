"""The SQLite schema: a migration is done whole or not at all, and files of other programs stay unchanged."""

import sqlite3
from pathlib import Path

import pytest

from uka.store import InvalidStore, SqliteStore
from uka.store.migrations import migrate, version

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
        assert version(db) == 1


def test_a_file_is_migrated_to_the_newest_version(path: Path) -> None:
    with sql(path) as db:
        migrate(db)
        assert version(db) == 1
        db.execute("INSERT INTO tables (name, created) VALUES ('t', 0)")
        migrate(db, [NEXT])
        migrate(db, [NEXT])  # no migration is done twice
        assert version(db, [NEXT]) == 2
        assert db.execute("SELECT * FROM notes").fetchall() == [("kept",)]
        assert db.execute("SELECT name FROM tables").fetchall() == [("t",)]


def test_a_new_file_gets_the_schema_and_all_migrations(path: Path) -> None:
    with sql(path) as db:
        migrate(db, [NEXT])
        assert version(db, [NEXT]) == 2
        assert db.execute("SELECT * FROM notes").fetchall() == [("kept",)]


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    with sql(path) as db:
        migrate(db)
        before = schema(db)
        with pytest.raises(sqlite3.OperationalError, match="syntax"):
            migrate(db, [NEXT, BROKEN])
        assert schema(db) == before
        assert version(db) == 1
        migrate(db, [NEXT])
        assert version(db, [NEXT]) == 2


async def test_a_store_of_another_uka_is_refused_and_not_touched(path: Path) -> None:
    with sql(path) as db:
        migrate(db)
        db.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    told = f"{path.name}: this store was written by another version of Uka: it has version 2, this Uka knows 1$"
    with pytest.raises(InvalidStore, match=told):
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


async def test_a_store_of_version_1_becomes_as_a_new_one(path: Path) -> None:
    """``version-1.sql`` never changes, since people have files of that version."""
    new = path.with_name("new.db")
    with sql(path) as db:
        db.executescript(Path(__file__).with_name("version-1.sql").read_text("utf-8"))
    for each in (path, new):
        async with await SqliteStore.open(each) as store:
            await store.append("t", 0, [b"a"])
            assert await store.read("t") == [b"a"]
    with sql(path) as db, sql(new) as fresh:
        assert schema(db) == schema(fresh)
        assert version(db) == version(fresh)
