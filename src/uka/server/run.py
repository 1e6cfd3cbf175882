"""Runs the server until it is told to stop: uvicorn, with an end that tells everyone and does not take long."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from uka.store import SqliteStore
from uka.wire.table_commands import MOST_BYTES

from .app import app
from .base.listener import BACKLOG
from .base.logs import log
from .base.options import ServerOptions
from .live.context import ServerContext
from .sockets.hub import SocketHub
from .sockets.uvicorn_protocols import ConnectionReaper, HttpProtocol, WebSocketProtocol, abort_all, is_worth_logging

if TYPE_CHECKING:
    from uka.store.postgres import PostgresStore

    from .cluster.notifications import NotificationBackend

FAREWELL = 1.5
"""Seconds that clients have to take leave, once they were told."""
FINISH = 1.0
"""Seconds for what is being done after that."""
PATIENCE = 2.0
"""Seconds to wait for a store that another program has locked; one who asks meanwhile waits twice as long at most."""
RESERVE = 200
"""Files kept free of connections: the store's, the workers', and connections that are told there is no room."""
COLLECT = (200, 1_000_000, 1_000)
"""When Python looks for garbage: only among what is new, and often, since it stops all else: 0.4 ms at a time."""
SWITCH = 0.0005
"""Seconds after which the event loop lets another thread have its turn: the store's writer, which has little to do."""
KINDS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class ClusterUrls(NamedTuple):
    """A store that several processes serve: URLs of its database, and of the bus over which they hear of each other."""

    database: str
    bus: str


def run(
    store: Path | ClusterUrls,
    listener: socket.socket,
    options: ServerOptions,
    *,
    proxies: Sequence[str] = (),
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve the tables of a store until a signal asks for an end; ``ready`` is called once answers are given.

    ``proxies`` are the addresses and networks whose word on where a request came from is taken.
    """
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.ERROR)
    logging.getLogger("uvicorn.error").addFilter(is_worth_logging)
    with _stoppable() as stop, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(store, listener, options, proxies, ready, stop))


async def _serve(
    where: Path | ClusterUrls,
    listener: socket.socket,
    options: ServerOptions,
    proxies: Sequence[str],
    ready: Callable[[], None],
    stop: StopSignal,
) -> None:
    async with await _open(where) as store:
        context = await ServerContext.start(store, options, _bus(where))
        await GameServer(context, proxies, ready, stop).serve([listener])


async def _open(where: Path | ClusterUrls) -> SqliteStore | PostgresStore:
    if isinstance(where, Path):
        return await SqliteStore.open(where, patience=PATIENCE)
    from uka.store.postgres import PostgresStore  # asyncpg, for those who have it

    return await PostgresStore.open(where.database)


def _bus(where: Path | ClusterUrls) -> Callable[[], NotificationBackend] | None:
    if isinstance(where, Path):
        return None
    from .cluster.notifications import backend_of

    return backend_of(where.bus)


class StopSignal:
    """Whether an end was asked for, and by a second Ctrl-C that nobody is waited for; a third waits for nothing."""

    asked = hurried = False

    def __call__(self, number: int, _: FrameType | None) -> None:
        """Take a signal."""
        again = self.asked and number == signal.SIGINT
        if again and self.hurried:
            os._exit(130)  # what was acknowledged is on disk, and the workers follow
        self.asked, self.hurried = True, again


@contextmanager
def _stoppable() -> Generator[StopSignal]:
    """While this lasts, signals ask for an end; those that this process is to ignore are ignored still."""
    stop = StopSignal()
    found = [getattr(signal, kind) for kind in KINDS if hasattr(signal, kind)]
    before = {number: signal.getsignal(number) for number in found}
    taken = [number for number in found if before[number] is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield stop
    finally:
        for number in taken:
            signal.signal(number, before[number])


class GameServer(uvicorn.Server):
    """uvicorn's server with our own shutdown, which informs all clients and does not take long."""

    def __init__(
        self, context: ServerContext, proxies: Sequence[str], ready: Callable[[], None], stop: StopSignal
    ) -> None:
        self._context, self.hub = context, SocketHub(context)
        super().__init__(_config(self.hub, proxies))
        self._ready, self._stop, self._reaper = ready, stop, ConnectionReaper()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to ``StopSignal``: uvicorn would raise them again at the end."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        gc.freeze()  # what was imported is never looked through again
        gc.set_threshold(*COLLECT)
        sys.setswitchinterval(SWITCH)
        log.info(
            "answering", addresses=[server.sockets[0].getsockname()[:2] for server in self.servers if server.sockets]
        )
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second; whether to stop."""
        if not counter % 10:
            self._reaper.look(set(self.server_state.connections), asyncio.get_running_loop().time())
            self.hub.outboxes.look()
        return await super().on_tick(counter) or self._stop.asked

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody in any more, say farewell, let what is being done be done; wait for no client long."""
        state = self.server_state
        log.info("going down", sockets=len(state.connections))
        self._context.closing = True  # who asks whether to send people here is told no
        await _until(lambda: self._stop.hurried, self._context.options.drain)
        for server in self.servers:
            server.close()
        await self._context.close()
        for connection in tuple(state.connections):
            if isinstance(connection, HttpToolsProtocol):
                connection.shutdown()
        await _until(lambda: self._stop.hurried or not (state.connections or state.tasks), FAREWELL)
        abort_all(set(state.connections))
        await _until(lambda: not state.tasks, FINISH)
        await self.lifespan.shutdown()
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).disabled = True  # what is cancelled now would be told as a failure


def _config(hub: SocketHub, proxies: Sequence[str]) -> uvicorn.Config:
    direct = hub.context.options.direct_sockets
    return uvicorn.Config(
        app(hub),
        http=HttpProtocol if direct else "httptools",
        ws=WebSocketProtocol if direct else "websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MOST_BYTES + 64,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        interface="asgi3",
        lifespan="on",
        log_config=None,
        log_level="error",  # below that it only tells of clients' bad requests, one line each
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        limit_concurrency=_room(),
        backlog=BACKLOG,
        timeout_keep_alive=15,
    )


async def _until(done: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, or for so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not done():
                await asyncio.sleep(0.02)


def _room() -> int | None:
    """How many connections fit into the files that this process may have open, after asking for all it may have."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a Mac says that there is no limit, and has one
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(now - RESERVE, now // 2) if now > 0 else None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.new_event_loop
    return uvloop.new_event_loop
