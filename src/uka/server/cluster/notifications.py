"""Notifications with which the processes of a cluster inform one another that a log has grown.

Notifications pass through the database, by Postgres's ``LISTEN`` and ``NOTIFY``. A notification contains the number of
the log's last line, but never the line's content. It may be lost, so each process also asks the store for missed lines,
regularly and after a reconnection.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..base.logs import log

BEAT = 0.5
"""Seconds between two notifications that a process sends to itself in order to test the connection."""
TIMEOUT = 2.0
"""Seconds without a notification, or without an answer of the database, after which the connection counts as lost."""
RECONNECT_DELAY = 0.5
"""Seconds between two attempts to connect."""
PREFIX = "uka-"
"""The prefix of all channel names; the log's id follows. Other programs may use other channels of the database."""
SETTINGS = {"application_name": "uka notifications", "synchronous_commit": "off"}
"""The Postgres settings of the connection. Its commits need not wait for the disk, since they store nothing."""
NOTIFY = "SELECT pg_notify(channel, seq) FROM unnest($1::text[], $2::text[]) AS growth (channel, seq)"


class Notifications:
    """A connection to the database that sends and receives notifications, and that reconnects by itself.

    It calls ``on_notification`` for each notification, with the log's id and the number of the log's last line. It
    calls ``on_connection_change`` when the connection is lost or restored. While the connection is lost, no method
    raises or blocks.
    """

    def __init__(
        self, database: str, on_notification: Callable[[str, int], None], on_connection_change: Callable[[], None]
    ) -> None:
        self._database = database
        self._on_notification, self._on_connection_change = on_notification, on_connection_change
        self._own = f"{PREFIX}process-{secrets.token_hex(8)}"
        """The channel on which this process sends notifications to itself."""
        self._wanted = {self._own}
        """The channels to listen on."""
        self._listened = set[str]()
        """The channels on which the connection listens already."""
        self._growth = dict[str, int]()
        """The notifications to send: the number of the last line for each channel."""
        self._has_work = asyncio.Event()
        """Set when there is a channel to listen on or leave, or a notification to send."""
        self._received_at = 0.0
        """When the last notification arrived, on the monotonic clock."""
        self._beaten_at = 0.0
        """When this process last sent a notification to itself, on the monotonic clock."""
        self.connected: bool | None = None
        """Whether notifications arrive; None before the first connection."""
        self._task = asyncio.create_task(self._run())

    def subscribe(self, id: str) -> None:
        """Receive notifications when other processes append to the log ``id``."""
        self._wanted.add(PREFIX + id)
        self._has_work.set()

    def unsubscribe(self, id: str) -> None:
        """Stop receiving notifications about the log ``id``."""
        self._wanted.discard(PREFIX + id)
        self._has_work.set()

    def publish(self, id: str, seq: int) -> None:
        """Notify the other processes that ``seq`` is now the number of the last line of the log ``id``.

        The notification is sent soon; it replaces one for the same log that has not been sent yet.
        """
        self._growth[PREFIX + id] = seq
        self._has_work.set()

    async def close(self) -> None:
        """Send the waiting notifications, for at most ``TIMEOUT`` seconds, then disconnect."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                while self.connected and self._growth:
                    await asyncio.sleep(0.01)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # The connection

    async def _run(self) -> None:
        while True:
            try:
                await self._exchange()
            except Exception as error:  # after any error the loop connects again
                self._set_connected(False, why=type(error).__name__)
            await asyncio.sleep(RECONNECT_DELAY)

    async def _exchange(self) -> None:
        """Send and receive notifications until an error occurs, or none arrives for too long."""
        connection: Any = await import_module("asyncpg").connect(  # asyncpg is optional, and has no type annotations
            self._database, timeout=TIMEOUT, command_timeout=TIMEOUT, server_settings=SETTINGS
        )
        try:
            self._listened = set[str]()
            await self._listen(connection)
            self._received_at = time.monotonic()
            while time.monotonic() < self._received_at + TIMEOUT:
                self._has_work.clear()
                await self._listen(connection)
                await self._send(connection)
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):  # asyncio.wait_for may swallow a cancellation
                        await self._has_work.wait()
            raise ConnectionError("no notification arrives")
        finally:
            connection.terminate()

    async def _listen(self, connection: Any) -> None:
        """Begin to listen on new channels, and stop listening on channels that are no longer wanted."""
        for channel in self._wanted - self._listened:
            await connection.add_listener(channel, self._receive)
            self._listened.add(channel)
        for channel in self._listened - self._wanted:
            await connection.remove_listener(channel, self._receive)
            self._listened.discard(channel)

    async def _send(self, connection: Any) -> None:
        growth, self._growth = self._growth, {}
        if time.monotonic() >= self._beaten_at + BEAT:
            self._beaten_at = time.monotonic()
            growth[self._own] = 0
        if growth:
            await connection.execute(NOTIFY, list(growth), [str(seq) for seq in growth.values()])

    def _receive(self, connection: Any, _: int, channel: str, payload: str) -> None:
        if connection.is_closed():
            return  # the notification was received before the connection was lost
        self._received_at = time.monotonic()
        if channel == self._own:
            self._set_connected(True)
        elif channel in self._wanted and payload.isdigit():
            self._on_notification(channel.removeprefix(PREFIX), int(payload))

    def _set_connected(self, connected: bool, why: str | None = None) -> None:
        if connected is not self.connected:
            self.connected = connected
            if connected:
                log.info("notifications arrive")
            else:
                log.warning("notifications do not arrive", why=why)
            self._on_connection_change()
