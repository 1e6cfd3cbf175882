"""Notifications with which the processes of a cluster inform one another that a log has grown.

A notification contains the number of the log's last line, but never the line's content. It may be lost, so each process
also asks the store for missed lines, regularly and after a reconnection.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from litestar.channels import ChannelsBackend

from uka.store import is_postgres

from ..base.logs import log

BEAT = 0.5
"""Seconds between two messages that a process sends to itself in order to test the connection."""
TIMEOUT = 2.0
"""Seconds without a message after which the connection counts as lost."""
RECONNECT_DELAY = 0.5
"""Seconds between two attempts to connect."""
PREFIX = "uka-"
"""The prefix of all channel names; the log's id follows. Other programs on the same bus use other channel names."""


class NotificationBackend(ChannelsBackend, ABC):
    """A channels backend for Litestar that can also publish many messages at once."""

    @abstractmethod
    async def publish_all(self, growth: Mapping[str, int]) -> None:
        """Publish the number of each log's last line on the log's channel.

        ``growth`` maps the names of channels to these numbers.
        """


class NotificationBus:
    """A connection for notifications that reconnects by itself.

    The bus calls ``heard`` for each notification, with the log's id and the number of the log's last line. It calls
    ``changed`` when the connection is lost or restored. While the connection is lost, no method raises or blocks.
    """

    def __init__(
        self, connect: Callable[[], NotificationBackend], heard: Callable[[str, int], None], changed: Callable[[], None]
    ) -> None:
        self._connect, self._heard, self._changed = connect, heard, changed
        self._own = f"{PREFIX}process-{secrets.token_hex(8)}"
        self._followed = {self._own}
        self._wanted = set[str]()
        self._growth = dict[str, int]()
        self._stir = asyncio.Event()
        self._last = 0.0
        self.connected = self._reported = False
        """``connected``: whether messages arrive. ``_reported``: whether a failure to connect was logged."""
        self._task = asyncio.create_task(self._run())

    def subscribe(self, id: str) -> None:
        """Subscribe to a log's notifications."""
        self._followed.add(PREFIX + id)
        self._stir.set()

    def unsubscribe(self, id: str) -> None:
        """Unsubscribe from a log's notifications."""
        self._followed.discard(PREFIX + id)
        self._stir.set()

    def publish(self, id: str, seq: int) -> None:
        """Publish the number of a log's last line. A newer number replaces a number that has not been sent yet."""
        self._growth[PREFIX + id] = seq
        self._stir.set()

    async def close(self) -> None:
        """Send the queued notifications, then disconnect."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                while self.connected and self._growth:
                    await asyncio.sleep(0.01)
        self._changed = lambda: None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # The connection

    async def _run(self) -> None:
        while True:
            backend = self._connect()
            try:
                await self._use(backend)
            except Exception as error:  # after any error the loop connects again
                if not self.connected and not self._reported:
                    log.warning("the notification bus is unreachable", why=type(error).__name__)
                self._reported = True
            finally:
                self._set_connected(False)
                with suppress(Exception):
                    async with asyncio.timeout(TIMEOUT):
                        await backend.on_shutdown()
            await asyncio.sleep(RECONNECT_DELAY)

    async def _use(self, backend: NotificationBackend) -> None:
        """Receive and publish notifications until an error occurs, or no message arrives for too long."""
        async with asyncio.timeout(TIMEOUT):
            await backend.on_startup()
        self._wanted = set[str]()
        await self._subscribe(backend)
        self._last = time.monotonic()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen(backend))
            group.create_task(self._send(backend))
            group.create_task(self._watch(backend))

    async def _listen(self, backend: NotificationBackend) -> None:
        async for channel, data in backend.stream_events():
            self._last = time.monotonic()
            if channel == self._own:
                self._set_connected(True)
            elif channel in self._followed and data.isdigit():
                self._heard(channel.removeprefix(PREFIX), int(data))
        raise ConnectionError("the notification bus has closed the connection")

    async def _send(self, backend: NotificationBackend) -> None:
        while True:
            await self._stir.wait()
            self._stir.clear()
            await self._subscribe(backend)
            growth, self._growth = self._growth, {}
            async with asyncio.timeout(TIMEOUT):  # asyncio.wait_for may swallow a cancellation
                await backend.publish_all(growth)

    async def _subscribe(self, backend: NotificationBackend) -> None:
        async with asyncio.timeout(TIMEOUT):
            if new := self._followed - self._wanted:
                await backend.subscribe(new)
            if old := self._wanted - self._followed:
                await backend.unsubscribe(old)
            self._wanted = (self._wanted | new) - old

    async def _watch(self, backend: NotificationBackend) -> None:
        while True:
            self._growth[self._own] = 0
            self._stir.set()
            await asyncio.sleep(BEAT)
            if time.monotonic() > self._last + TIMEOUT:
                raise ConnectionError("the notification bus is silent")

    def _set_connected(self, connected: bool) -> None:
        if connected is not self.connected:
            self.connected = connected
            self._changed()


# Backends


def backend_of(url: str) -> Callable[[], NotificationBackend]:
    """Return a function that opens connections to the notification bus at ``url``.

    The bus is a Postgres database, or a server that uses the Redis protocol.
    """
    return (lambda: _postgres(url)) if is_postgres(url) else (lambda: _redis(url))


def _redis(url: str) -> NotificationBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend

    redis: Any = import_module("redis.asyncio").Redis.from_url(  # redis has incomplete type hints
        url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT
    )

    class RedisBackend(RedisChannelsPubSubBackend, NotificationBackend):
        async def publish_all(self, growth: Mapping[str, int]) -> None:
            async with redis.pipeline(transaction=False) as pipe:
                for channel, seq in growth.items():
                    pipe.publish(channel, seq)
                await pipe.execute()

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await redis.aclose()

    return RedisBackend(redis=redis)


def _postgres(url: str) -> NotificationBackend:
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    class PostgresBackend(AsyncPgChannelsBackend, NotificationBackend):
        """Litestar's backend for Postgres, except that it publishes all messages over one connection.

        Litestar's own backend opens a connection for each message.
        """

        async def on_startup(self) -> None:
            await super().on_startup()
            self._publisher: Any = await import_module("asyncpg").connect(url, timeout=TIMEOUT)

        async def publish_all(self, growth: Mapping[str, int]) -> None:
            channels, numbers = list(growth), [str(seq) for seq in growth.values()]
            await self._publisher.execute(
                "SELECT pg_notify(channel, seq) FROM unnest($1::text[], $2::text[]) AS growth (channel, seq)",
                channels, numbers,
            )  # fmt: skip

        async def on_shutdown(self) -> None:
            for connection in (self._publisher, self._listener_conn):
                try:
                    await connection.close(timeout=RECONNECT_DELAY)  # pyright: ignore[reportUnknownMemberType]
                except Exception:
                    connection.terminate()

    return PostgresBackend(url)
