"""What the processes of a fleet tell each other: that a log has grown, and up to which line; never what is in it.

What is told may be lost: who listens asks the store for what it missed whenever the bus was gone, and now and then.
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
"""Seconds from one message to itself to the next, by which a process knows that the bus is there."""
PATIENCE = 2.0
"""Seconds after which a bus that says nothing is taken for gone."""
AGAIN = 0.5
"""Seconds until it is looked for again."""
PREFIX = "uka-"
"""Of a channel's name, before the id of a log: others may use the same server."""


class NotificationBackend(ChannelsBackend, ABC):
    """One of Litestar's, which can also tell much at once."""

    @abstractmethod
    async def spread(self, growth: Mapping[str, int]) -> None:
        """Tell how far logs have come, each on its channel."""


class NotificationBus:
    """A connection to the bus that comes back by itself.

    ``heard`` is called with an id and a number, ``changed`` when the bus is gone or there again. Nothing here ever
    raises for a bus that is gone, and nobody waits for it.
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
        self.there = self._missed = False
        """Whether messages come and go."""
        self._task = asyncio.create_task(self._run())

    def follow(self, id: str) -> None:
        """Hear of a log."""
        self._followed.add(PREFIX + id)
        self._stir.set()

    def forget(self, id: str) -> None:
        """Hear no more of a log."""
        self._followed.discard(PREFIX + id)
        self._stir.set()

    def tell(self, id: str, seq: int) -> None:
        """Tell the others that a log has come so far; of several numbers they hear the last."""
        self._growth[PREFIX + id] = seq
        self._stir.set()

    async def close(self) -> None:
        """Say what is still to be said, and let go."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.there and self._growth:
                    await asyncio.sleep(0.01)
        self._changed = lambda: None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # Behind it

    async def _run(self) -> None:
        while True:
            backend = self._connect()
            try:
                await self._use(backend)
            except Exception as error:  # whatever a bus ends with: it is looked for again
                if not self.there and not self._missed:
                    log.warning("there is no bus", why=type(error).__name__)
                self._missed = True
            finally:
                self._is_there(False)
                with suppress(Exception):
                    async with asyncio.timeout(PATIENCE):
                        await backend.on_shutdown()
            await asyncio.sleep(AGAIN)

    async def _use(self, backend: NotificationBackend) -> None:
        """Listen and talk until one of the two fails, or the bus falls silent."""
        async with asyncio.timeout(PATIENCE):
            await backend.on_startup()
        self._wanted = set[str]()
        await self._subscribe(backend)
        self._last = time.monotonic()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen(backend))
            group.create_task(self._talk(backend))
            group.create_task(self._watch(backend))

    async def _listen(self, backend: NotificationBackend) -> None:
        async for channel, data in backend.stream_events():
            self._last = time.monotonic()
            if channel == self._own:
                self._is_there(True)
            elif channel in self._followed and data.isdigit():
                self._heard(channel.removeprefix(PREFIX), int(data))
        raise ConnectionError("the bus has ended")

    async def _talk(self, backend: NotificationBackend) -> None:
        while True:
            await self._stir.wait()
            self._stir.clear()
            await self._subscribe(backend)
            growth, self._growth = self._growth, {}
            async with asyncio.timeout(PATIENCE):  # not wait_for, which may swallow that it is cancelled
                await backend.spread(growth)

    async def _subscribe(self, backend: NotificationBackend) -> None:
        async with asyncio.timeout(PATIENCE):
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
            if time.monotonic() > self._last + PATIENCE:
                raise ConnectionError("the bus is silent")

    def _is_there(self, there: bool) -> None:
        if there is not self.there:
            self.there = there
            self._changed()


# The two kinds


def backend_of(url: str) -> Callable[[], NotificationBackend]:
    """What makes a connection to a bus at a URL of Postgres or of a server that speaks Redis's protocol."""
    return (lambda: _postgres(url)) if is_postgres(url) else (lambda: _redis(url))


def _redis(url: str) -> NotificationBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend

    redis: Any = import_module("redis.asyncio").Redis.from_url(  # what it has of types is not known in full
        url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
    )

    class Kept(RedisChannelsPubSubBackend, NotificationBackend):
        async def spread(self, growth: Mapping[str, int]) -> None:
            async with redis.pipeline(transaction=False) as pipe:
                for channel, seq in growth.items():
                    pipe.publish(channel, seq)
                await pipe.execute()

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await redis.aclose()

    return Kept(redis=redis)


def _postgres(url: str) -> NotificationBackend:
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    class Kept(AsyncPgChannelsBackend, NotificationBackend):
        """Litestar's, but for a connection that is kept to tell over: its own makes one for each message."""

        async def on_startup(self) -> None:
            await super().on_startup()
            self._talks: Any = await import_module("asyncpg").connect(url, timeout=PATIENCE)

        async def spread(self, growth: Mapping[str, int]) -> None:
            channels, numbers = list(growth), [str(seq) for seq in growth.values()]
            await self._talks.execute(
                "SELECT pg_notify(channel, seq) FROM unnest($1::text[], $2::text[]) AS told (channel, seq)",
                channels, numbers,
            )  # fmt: skip

        async def on_shutdown(self) -> None:
            for connection in (self._talks, self._listener_conn):
                try:
                    await connection.close(timeout=AGAIN)  # pyright: ignore[reportUnknownMemberType]
                except Exception:
                    connection.terminate()

    return Kept(url)
