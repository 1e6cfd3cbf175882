"""Runs the server under uvicorn until a signal stops it. Then the server notifies all clients and shuts down."""

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
from ipaddress import ip_network
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from uka.store import SqliteStore
from uka.wire.table_commands import MOST_BYTES

from .app import app
from .base.listening_socket import BACKLOG, address_of
from .base.logs import log
from .base.options import ServerOptions
from .live.context import ServerContext
from .sockets.hub import SocketHub
from .sockets.uvicorn_protocols import ConnectionReaper, WebSocketProtocol, abort_all, http_protocol, is_worth_logging

if TYPE_CHECKING:
    from uka.store.postgres import PostgresStore

FAREWELL_TIMEOUT = 1.5
"""Seconds that the server waits for clients to disconnect after it has sent its last message to them."""
FINISH_TIMEOUT = 1.0
"""Seconds that the server waits for running requests to finish after all connections are closed."""
LOCK_TIMEOUT = 2.0
"""Seconds to wait for a SQLite store that another program has locked. A request waits at most twice as long."""
RESERVED_FILES = 200
"""The number of file descriptors reserved for the store, the workers, and connections that are about to be refused."""
GC_THRESHOLDS = (200, 1_000_000, 1_000)
"""The thresholds of the garbage collector, which checks new objects often, in 0.4 ms each time, and old ones rarely."""
SWITCH_INTERVAL = 0.0005
"""Python's thread switch interval in seconds. It is short, so that the store's writer thread does not wait long."""
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""The names of the signals that stop the server. No operating system has all of them."""


def run(
    store: Path | str,
    listener: socket.socket,
    options: ServerOptions,
    *,
    proxies: Sequence[str] = (),
    ready: Callable[[str | None], None] = lambda _: None,
) -> None:
    """Serve the tables and tournaments of a store until a stop signal arrives.

    ``store`` is the path of a SQLite file, or the URL of a Postgres database, which servers may share. ``listener`` is
    the socket on which the server listens. ``proxies`` are the addresses and networks of proxies whose forwarding
    headers the server trusts. The server calls ``ready`` when it begins to answer requests, with the secret of the link
    of its club's first organiser, or with None if it belongs to no club.
    """
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.ERROR)
    logging.getLogger("uka").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_worth_logging)
    with _handle_stop_signals() as stop, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(store, listener, options, proxies, ready, stop))


async def _serve(
    where: Path | str,
    listener: socket.socket,
    options: ServerOptions,
    proxies: Sequence[str],
    ready: Callable[[str | None], None],
    stop: StopSignal,
) -> None:
    async with await _open_store(where) as store:
        database = None if isinstance(where, Path) else where
        context = await ServerContext.start(store, options, database)
        await GameServer(context, proxies, ready, stop).serve([listener])


async def _open_store(where: Path | str) -> SqliteStore | PostgresStore:
    if isinstance(where, Path):
        return await SqliteStore.open(where, patience=LOCK_TIMEOUT)
    from uka.store.postgres import PostgresStore  # needs asyncpg, which is optional

    return await PostgresStore.open(where)


class StopSignal:
    """A signal handler, which records that the server must stop. A third Ctrl-C exits the process at once."""

    asked = False
    """Whether the server must stop."""
    hurried = False
    """Whether the server must stop without waiting for clients and requests: a second Ctrl-C asks for that."""

    def __call__(self, number: int, _: FrameType | None) -> None:
        """Record that the server must stop, and whether it must hurry. At the third Ctrl-C, exit the process."""
        is_repeated = self.asked and number == signal.SIGINT
        if is_repeated and self.hurried:
            os._exit(130)  # safe: acknowledged changes are on disk, and the workers end with this process
        self.asked = True
        self.hurried = is_repeated


@contextmanager
def _handle_stop_signals() -> Generator[StopSignal]:
    """Yield a ``StopSignal`` that handles the signals in ``STOP_SIGNALS`` within this context.

    A signal that the process already ignores is still ignored within this context.
    """
    stop = StopSignal()
    numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
    previous = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number in numbers if previous[number] is not signal.SIG_IGN]
    for number in handled:
        signal.signal(number, stop)
    try:
        yield stop
    finally:
        for number in handled:
            signal.signal(number, previous[number])


class GameServer(uvicorn.Server):
    """uvicorn's server, with a shutdown that notifies all clients and takes a few seconds."""

    def __init__(
        self, context: ServerContext, proxies: Sequence[str], ready: Callable[[str | None], None], stop: StopSignal
    ) -> None:
        self._context, self.hub = context, SocketHub(context)
        super().__init__(_config(self.hub, proxies))
        self._ready, self._stop, self._reaper = ready, stop, ConnectionReaper()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Do nothing: ``StopSignal`` handles signals. uvicorn would raise the signals again after the shutdown."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, log the addresses, and call ``ready``."""
        self._context.packs.prepare()
        await super().startup(sockets)
        gc.freeze()  # from now on the collector ignores the imported modules
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL)
        log.info(
            "started", addresses=[server.sockets[0].getsockname()[:2] for server in self.servers if server.sockets]
        )
        self._announce(self._context.options.advertise or (address_of(sockets[0]) if sockets else ""))
        club = self._context.club
        self._ready(club.organisers_link() if club else None)

    def _announce(self, address: str) -> None:
        """Let the next heartbeat tell the other processes of the cluster at which address they reach this process.

        If ``address`` is empty, they can't reach it, and relay no connections to it.
        """
        if self._context.cluster is not None:
            self._context.cluster.address = address

    async def on_tick(self, counter: int) -> bool:
        """Check connections and queued messages once a second, and return whether the server must stop.

        uvicorn calls this method ten times a second.
        """
        if not counter % 10:
            self._reaper.abort_late(set(self.server_state.connections), asyncio.get_running_loop().time())
            self.hub.outboxes.measure_all()
        return await super().on_tick(counter) or self._stop.asked

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting connections, notify clients, and let running requests finish. Each step has a time limit."""
        state = self.server_state
        log.info("stopping", sockets=len(state.connections))
        self._context.closing = True  # load balancers see that the server is not ready
        self._announce("")
        await _wait_until(lambda: self._stop.hurried, self._context.options.drain)
        for server in self.servers:
            server.close()
        self.hub.relays.close()
        await self._context.close()
        for connection in tuple(state.connections):
            if isinstance(connection, HttpToolsProtocol):
                connection.shutdown()
        await _wait_until(lambda: self._stop.hurried or not (state.connections or state.tasks), FAREWELL_TIMEOUT)
        abort_all(set(state.connections))
        await _wait_until(lambda: not state.tasks, FINISH_TIMEOUT)
        await self.lifespan.shutdown()
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).disabled = True  # tasks cancelled from here on would be logged as errors


def _config(hub: SocketHub, proxies: Sequence[str]) -> uvicorn.Config:
    direct = hub.context.options.direct_sockets
    return uvicorn.Config(
        app(hub),
        http=http_protocol(hub.outboxes.enforce) if direct else "httptools",
        ws=WebSocketProtocol if direct else "websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MOST_BYTES + 64,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        interface="asgi3",
        lifespan="on",
        log_config=None,
        log_level="error",  # lower levels only report invalid requests of clients
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies, *map(_mapped_to_ipv6, proxies)],
        limit_concurrency=_raise_file_limit(),
        backlog=BACKLOG,
        timeout_keep_alive=15,
    )


def _mapped_to_ipv6(proxy: str) -> str:
    """Return ``proxy``, an address or network, in the form in which an IPv6 socket reports IPv4 clients.

    An IPv6 address or network is returned as it is.

    >>> _mapped_to_ipv6("10.0.0.0/8"), _mapped_to_ipv6("127.0.0.1"), _mapped_to_ipv6("2001:db8::/32")
    ('::ffff:10.0.0.0/104', '::ffff:127.0.0.1/128', '2001:db8::/32')
    """
    network = ip_network(proxy)
    return str(network) if network.version == 6 else f"::ffff:{network.network_address}/{96 + network.prefixlen}"


async def _wait_until(done: Callable[[], bool], seconds: float) -> None:
    """Wait until ``done`` returns true, but not longer than ``seconds``."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not done():
                await asyncio.sleep(0.02)


def _raise_file_limit() -> int | None:
    """Raise the limit on open files of this process as far as the operating system allows.

    Return the number of connections for which the limit leaves room, or None if there is no limit.
    """
    try:
        import resource
    except ImportError:  # Windows
        return None
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS reports that the limit has no maximum, but refuses to remove the limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return None
    return max(limit - RESERVED_FILES, limit // 2)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.new_event_loop
    return uvloop.new_event_loop
