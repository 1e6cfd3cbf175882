"""A real server over a real store in the test's process, and HTTP clients of it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest import mock

import httpx
import uvicorn
from litestar import Litestar

from tests.needs import needs
from tests.patience import DEADLINES, PATIENCE
from tests.table.driver import Driver
from uka.core.ruleset import Ruleset
from uka.server import app as server_app
from uka.server.base.club import ClubSettings
from uka.server.base.options import ServerOptions
from uka.server.http import static_page
from uka.server.live.context import ServerContext
from uka.server.sockets.hub import SocketHub
from uka.server.workers import bots, record_checker
from uka.store import SqliteStore
from uka.table import TableSettings
from uka.wire.table_commands import MOST_BYTES

MANY = (1e6, 1e6)
LIMITS = (
    "requests_an_address", "requests_a_guest", "guests_an_address", "tables_a_guest", "tables_an_address",
    "tables_of_tournaments", "tournaments_a_guest", "tournaments_an_address", "lines_a_guest", "lines_an_address",
    "sheets_an_address", "records_an_address", "checks_an_address", "hints_a_guest", "reviews_an_address",
    "quick_games_a_guest", "boards_a_guest", "boards_an_address", "claims_an_address",
    "chat_a_guest", "codes_an_address",
)  # fmt: skip
OPEN = ("open_tables_a_guest", "open_tables_an_address", "open_tournaments_a_guest", "open_tournaments_an_address")
PACE = {"bots_pace": 0.0, "absent_after": 1e6, "thinking_a_guest": MANY, "thinking_an_address": MANY}
FREE: dict[str, Any] = {
    **dict.fromkeys(LIMITS, MANY), **dict.fromkeys(OPEN, 10**6), **dict.fromkeys(DEADLINES, PATIENCE), **PACE,
}  # fmt: skip
"""Options of a server that sets no limits, and answers however long it takes."""
ONE_WORKER: dict[str, Any] = {**FREE, "workers": 1}
"""The same with one bot process."""
HOME = "http://uka.test"
BUILD = server_app.application
_idle: dict[Any, list[tuple[Litestar, Any]]] = {}
"""Applications that no server uses, by what they are built from, each with its handler of requests."""


class Web(NamedTuple):
    """A server in this process."""

    context: ServerContext
    app: Litestar

    def client(self, base_url: str = HOME, **more: Any) -> httpx.AsyncClient:
        """Return an HTTP client with its own cookies."""
        return httpx.AsyncClient(transport=httpx.ASGITransport(cast(Any, self.app)), base_url=base_url, **more)

    async def guest(self, name: str) -> httpx.AsyncClient:
        """Return an HTTP client of a new guest with a name."""
        client = self.client()
        assert (await client.put("/api/me", json={"name": name})).status_code == 200
        return client


@contextmanager
def lent(hub: SocketHub) -> Generator[Litestar]:
    """Lend the application that serves a hub. To build one takes long, so those that come back are lent again."""
    borrowed = list[Callable[[], None]]()

    def application(club: ClubSettings | None, *, closed: bool) -> Litestar:
        key = (static_page.BUILT, static_page.ENGINE, club, closed)
        idle = _idle.setdefault(key, [])
        litestar, handler = idle.pop() if idle else (built := BUILD(club, closed=closed), built.asgi_handler)
        litestar.asgi_handler = handler
        borrowed.append(lambda: idle.append((litestar, handler)))
        return litestar

    with mock.patch.object(server_app, "application", application):
        app = server_app.app(hub)
    yield app
    for gives_back in borrowed:  # not after an error: something may still use it
        gives_back()


@contextmanager
def no_nice_workers() -> Generator[None]:
    """Let the processes of a server be as urgent as others, which would take all of a busy machine."""
    with mock.patch.object(bots, "NICE", 0), mock.patch.object(record_checker, "NICE", 0):
        yield


@asynccontextmanager
async def served(*, path: Path | None = None, **options: Any) -> AsyncIterator[Web]:
    """Run a server with no limits but those given; with a ``path``, over a store on disk."""
    needs("server")
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(bots, "LONGEST", PATIENCE), no_nice_workers():
        async with await SqliteStore.open(path or Path(folder) / "uka.db") as store:
            context = await ServerContext.start(store, ServerOptions(**ONE_WORKER | options))
            try:
                with lent(SocketHub(context)) as app:
                    async with app.lifespan():
                        yield Web(context, app)
            finally:
                await context.close()


@asynccontextmanager
async def listening(web: Web) -> AsyncIterator[str]:
    """Serve it with uvicorn on a free port; yield its URL."""
    quiet: dict[str, Any] = {"log_config": None, "server_header": False, "lifespan": "off"}
    server = uvicorn.Server(
        uvicorn.Config(web.app, port=0, ws="websockets-sansio", ws_max_size=MOST_BYTES + 64, **quiet)
    )
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def played(
    context: ServerContext, table: str, rules: Ruleset, *, bots_talk: bool = False, **settings: Any
) -> Driver:
    """Write a table with a finished game to the store. If its bots are silent, its log grows no more."""
    driver = Driver(rules, TableSettings(bots_talk=bots_talk, **settings), seed=table)
    driver.seat("ana")
    driver.begin()
    driver.play_out()
    await context.store.append(table, 0, [line.text for line in driver.lines])
    return driver
