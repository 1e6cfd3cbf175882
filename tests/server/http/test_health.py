"""Health checks: a write to the store is tried, and a failure is reported with its reason."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import postgres as pg
from tests.server.process import serving
from tests.server.web import ONE_WORKER, Web
from tests.store.support import locked, sql
from tests.store.test_faults import BIG, small_disk
from uka.server.app import app
from uka.server.base.options import ServerOptions
from uka.server.http import health
from uka.server.live.context import ServerContext
from uka.server.sockets.hub import SocketHub
from uka.store import InvalidStore, SqliteStore, Store, StoreUnavailable

pytestmark = pytest.mark.server

READY = "/api/health/ready"


@asynccontextmanager
async def over(store: Store) -> AsyncIterator[httpx.AsyncClient]:
    """Yield an HTTP client of a server over a store."""
    context = await ServerContext.start(store, ServerOptions(**ONE_WORKER))
    web = Web(context, app(SocketHub(context)))
    try:
        async with web.app.lifespan(), web.client() as client:
            yield client
    finally:
        await context.close()


async def asked(client: httpx.AsyncClient) -> str:
    """Return the reason why the server is not ready, or ""; check that it is alive."""
    answer = await client.get(READY)
    assert (await client.get("/api/health/live")).json()["ready"] is True
    if answer.status_code == 200:
        return ""
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    return answer.json()["why"]


async def test_a_ready_server_has_written_to_the_store(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "uka.db") as store, over(store) as client:
        probes = set[bytes | None]()
        for _ in range(3):
            assert await asked(client) == ""
            probes.add(await store.get("probe"))
        assert len(probes) == 3
        assert None not in probes


@contextmanager
def too_large(path: Path) -> Iterator[None]:
    """Let no file of this process grow, as a disk quota does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def moved(path: Path) -> Iterator[None]:
    path.rename(path.with_suffix(".away"))
    yield
    path.with_suffix(".away").rename(path)


TROUBLES: dict[str, tuple[Callable[[Path], AbstractContextManager[None]], str]] = {
    "locked": (locked, "another program has the store locked"),
    "moved": (moved, "the store's file was moved or deleted"),
    "over its quota": (too_large, "the store's disk failed"),
}


@pytest.mark.parametrize("kind", TROUBLES)
async def test_a_failed_write_is_reported_and_the_server_recovers(tmp_path: Path, kind: str) -> None:
    trouble, why = TROUBLES[kind]
    path = tmp_path / "uka.db"
    async with await SqliteStore.open(path, patience=0.3) as store, over(store) as client:
        assert await asked(client) == ""
        with trouble(path):
            assert await asked(client) == why
        assert await asked(client) == ""


async def fill(store: Store) -> None:
    """Append lines until the disk is full, in smaller and smaller steps, so that not even a small value fits."""
    number = 0
    for lines in ([BIG[:1_000]] * 5, [BIG[:1_000]], [b"x"]):
        with suppress(StoreUnavailable):
            while True:
                await store.append("t", number, lines)
                number += len(lines)
    await store.append("t", number, [b"x"])


async def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "2m") as disk:
        async with await SqliteStore.open(disk / "uka.db") as store, over(store) as client:
            assert await asked(client) == ""
            with pytest.raises(StoreUnavailable, match="disk is full"):
                await fill(store)
            assert await asked(client) == "the store's disk is full"
            subprocess.run(["mount", "-o", "remount,size=40m", disk], check=True)
            assert await asked(client) == ""


async def test_a_hanging_store_is_probed_once_and_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SqliteStore.open(tmp_path / "uka.db") as store, over(store) as client:
        hangs, probes = asyncio.Event(), 0

        async def probe() -> None:
            nonlocal probes
            probes += 1
            await hangs.wait()
            raise StoreUnavailable("the store's disk failed")

        monkeypatch.setattr(health, "PROBE_TIMEOUT", 0.1)
        monkeypatch.setattr(store, "probe", probe)
        told = await asyncio.gather(*(asked(client) for _ in range(20)))
        assert set(told) == {"the store does not answer"}
        assert probes == 1
        monkeypatch.setattr(health, "PROBE_TIMEOUT", 30)
        waiting = asyncio.create_task(asked(client))
        await asyncio.sleep(0.01)
        hangs.set()
        assert await waiting == "the store's disk failed"
        monkeypatch.undo()
        assert await asked(client) == ""


# A damaged file


def spoil(path: Path) -> None:
    """Overwrite all pages of a file but the first, as a damaged disk may."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(os.urandom(size - 4096))


async def filled(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        for number in range(20):
            await store.append("t", number, [BIG])


async def test_damage_found_while_serving_keeps_the_server_unready(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    await filled(path)
    async with await SqliteStore.open(path) as store, over(store) as client:
        assert await asked(client) == ""
        with sql(path) as db:
            (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'lines'").fetchone()
        with path.open("r+b") as file:
            file.seek(4096 * (page - 1))
            file.write(b"\xff" * 4096)
        with suppress(StoreUnavailable):
            await store.read("t")
            pytest.skip("the page was still in memory")
        assert "the file is damaged" in await asked(client)
        assert "the file is damaged" in await asked(client)


async def test_a_damaged_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    await filled(path)
    spoil(path)
    with pytest.raises(InvalidStore, match=r"uka\.db: the file is damaged"):
        await SqliteStore.open(path)


def test_a_server_on_a_damaged_file_refuses_to_start_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    asyncio.run(filled(path))
    spoil(path)
    before = path.read_bytes()
    command = [sys.executable, "-m", "uka.cli", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode != 0
    assert "the file is damaged" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert path.read_bytes() == before


# Permissions of the file


def test_a_database_that_others_may_read_is_restricted_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    asyncio.run(filled(path))
    path.chmod(0o644)
    with serving(tmp_path) as server:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        code, _, err, _ = server.end(signal.SIGTERM)
        assert (code, err) == (0, f"{path} holds secrets and others could open it: now only its user can.\n")
    with serving(tmp_path) as server:
        assert server.end(signal.SIGTERM)[2] == ""


# Postgres


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@pytest.mark.postgres
async def test_a_read_only_database(dsn: str) -> None:
    pytest.importorskip("asyncpg")
    from uka.store.postgres import PostgresStore

    name: Any = dsn.rpartition("/")[2]
    async with await PostgresStore.open(dsn, patience=1.0) as store, over(store) as client:
        assert await asked(client) == ""
        assert await store.get("probe")
        pg.server().sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        pg.server().sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        for _ in range(9):  # each broken connection of the pool fails once
            if "read" in (told := await asked(client)):
                break
        assert told == "the database can only be read just now: try again"
        pg.server().sql(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        pg.server().sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        assert "" in [await asked(client) for _ in range(9)]
        with pg.server().paused():
            assert "can't be reached" in await asked(client)
