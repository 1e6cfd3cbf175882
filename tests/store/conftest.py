"""Fixtures: ``store`` is a store in a real file; ``place`` is a place for a store on SQLite, then on Postgres."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import pytest

from tests.postgres import postgres
from uka.store import SqliteStore, Store


class Opened(Store, Protocol):
    """A store that is closed at the end of an ``async with`` block."""

    async def __aenter__(self) -> Any: ...
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


class Place(Protocol):
    """The place of a store: a file or a Postgres database. Opening it twice opens the same store.

    ``str`` returns the path or URL that another process needs to open the store.
    """

    async def open(self, *, pace: float = 0) -> Opened: ...


class File:
    """The place of a store in a SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    async def open(self, *, pace: float = 0) -> Opened:
        return await SqliteStore.open(self.path, pace=pace)


class Database:
    """The place of a store in a Postgres database."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn

    def __str__(self) -> str:
        return self.dsn

    async def open(self, *, pace: float = 0) -> Opened:
        from uka.store.postgres import PostgresStore

        return await PostgresStore.open(self.dsn, pace=pace)


def place_of(where: str) -> Place:
    return Database(where) if where.startswith("postgresql:") else File(Path(where))


@contextmanager
def new_place(kind: str) -> Iterator[Place]:
    """Yield a place without a store; skip the test if that kind of database is not installed."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield File(Path(folder) / "uka.db")
    else:
        pytest.importorskip("asyncpg", reason="needs asyncpg: pip install 'uka[cluster]'")
        with postgres() as dsn:
            yield Database(dsn)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with new_place(request.param) as place:
        yield place


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "uka.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(path, patience=0.3) as store:
        yield store
