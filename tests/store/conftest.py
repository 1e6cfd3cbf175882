"""A store in a real file, for every test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from uka.store import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "uka.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(path, patience=0.3) as store:
        yield store
