"""What a client's connection keeps in memory."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, cast

from uka.server.base.options import ServerOptions
from uka.server.sockets.client import FlushScheduler, SocketClient
from uka.server.sockets.outbox_limits import OutboxLimits


class _Socket:
    """A socket that forgets what is sent, and says when something was."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"type": "websocket", "client": None}
        self.sent = asyncio.Event()

    async def receive(self) -> None:
        raise AssertionError("nothing is received")

    async def send(self, message: object) -> None:
        self.sent.set()


async def test_a_message_that_was_sent_is_not_kept() -> None:
    socket = _Socket()
    client = SocketClient(cast(Any, socket), "ana", OutboxLimits(ServerOptions()), FlushScheduler())
    text = " ".join(["a snapshot"] * 100)
    kept = sys.getrefcount(text)
    client.push(text)
    sender = asyncio.create_task(client.send())
    await socket.sent.wait()
    while not client._idle:
        await asyncio.sleep(0)
    assert sys.getrefcount(text) == kept
    await client.finish(sender)
