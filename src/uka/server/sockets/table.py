"""Serves a client's WebSocket connection to a table: reads the client's commands, and answers each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from uka.core.errors import UkaError
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import StaleVersion
from uka.wire import socket_updates, table_commands
from uka.wire.http_bodies import Guest
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Ack, Pong, Rejection, SocketAnswer

from ..base.clock import awake
from ..base.log_reader import UnreadableLog
from ..base.options import ServerOptions
from ..base.problems import Withheld
from ..base.rate_limits import LimitExceeded, TokenBucket
from ..live.farewells import GOING_DOWN
from ..live.table import LiveTable
from ..live.table_commands import table_operation
from .client import SocketClient
from .direct import SocketConnection
from .hub import SocketHub

MOST_LETTERS = 300
"""The maximum length of the text in a rejection, in characters."""


async def serve_table_socket(
    socket: SocketConnection, hub: SocketHub, guest: Guest | None, table: str, since: int | None
) -> None:
    """Serve a client's connection to a table until it ends. ``table`` is the table's id.

    ``since`` is the last version that a reconnecting client knows, or None. If another process of the cluster runs the
    table, relay the connection to it.
    """
    if guest is not None and await hub.relays.relay(socket, table):
        return
    await socket.accept()
    client = SocketClient(socket, guest.player if guest else "", hub.outboxes, hub.flushes)
    sender = asyncio.get_running_loop().create_task(client.send())
    try:
        live = await _admitted(hub, client, guest, table)
        if live is not None:
            with hub.limits.counted(client.player, client.address):
                await _stay(socket, hub, live, client, since)
    finally:
        await client.finish(sender)


async def _admitted(hub: SocketHub, client: SocketClient, guest: Guest | None, table: str) -> LiveTable | None:
    """Return the table if the client may connect to it. Otherwise send the reason, close the socket and return None."""
    if guest is None:
        return client.farewell("say who you are first: PUT /api/me", 4401)
    if hub.context.closing:
        return client.farewell(GOING_DOWN, 1012, again=True)
    try:
        live = await hub.context.tables.find(table)
        await hub.context.disclosure.check_member(live, client.player)
    except Withheld as error:
        return client.farewell(str(error), 4403)
    except NoSuchTable as error:
        return client.farewell(str(error), 4404)
    except UnreadableLog as error:
        return client.farewell(str(error), 4500)
    except UkaError as error:
        return client.farewell(str(error), 1013, again=True)
    return live


async def _stay(
    socket: SocketConnection, hub: SocketHub, live: LiveTable, client: SocketClient, since: int | None
) -> None:
    if not hub.limits.has_room(client.player, client.address):
        return client.farewell("you have too many connections open", 4429)
    if live.table.seat_of(client.player) is not None:
        try:
            # Each time a seated player connects or disconnects, the table's log grows by a line.
            hub.context.quotas.count_line(client.player, client.address)
        except LimitExceeded as error:
            return client.farewell(str(error), 1013, again=True)

    async def answer(text: str | None) -> str:
        return socket_updates.write(await _answer(hub, live, client, text))

    live.arrive(client, since)
    try:
        await live.mark_connected(client.player)  # the player must count as connected before the first command is read
        await answer_messages(hub, client, answer)
    finally:
        live.depart(client)


async def answer_messages(hub: SocketHub, client: SocketClient, answer: Callable[[str | None], Awaitable[str]]) -> None:
    """Answer each message of a client until the connection ends, within the rate limit of a socket.

    ``answer`` is a function that returns the answer to a message. Its argument is the message's text, or None if the
    message is binary.
    """
    options, bucket = hub.context.options, TokenBucket(hub.context.options.messages, hub.context.options.message_burst)
    while (came := await client.receive())["type"] == "websocket.receive":
        hub.context.metrics.messages.inc()
        if not await _paced(bucket, options, client):
            return
        client.heard = awake()
        await hub.context.admission.admit(client.address, client.player)
        client.push(await answer(came.get("text")))
        hub.flushes.flush()


async def _paced(bucket: TokenBucket, options: ServerOptions, client: SocketClient) -> bool:
    """Wait until the rate limit allows another message; return False if the connection ends while waiting."""
    while not bucket.take(time.monotonic()):
        if client.gone:
            return False
        await asyncio.sleep(1 / options.messages)
    return True


async def _answer(hub: SocketHub, live: LiveTable, client: SocketClient, text: str | None) -> SocketAnswer:
    try:
        if text is None:
            raise InvalidMessage("messages are text, not binary")
        command = table_commands.read(text)
    except InvalidMessage as error:
        hub.context.metrics.refusals.labels("bad").inc()
        return Rejection(error.id, str(error)[:MOST_LETTERS])
    match command:
        case table_commands.PingTable():
            return Pong(command.id, live.now())
        case table_commands.SyncTable():
            live.sync(client, command.since)
            return Ack(command.id, live.table.seq)
        case _:
            return await _done(hub, live, client, command)


async def _done(
    hub: SocketHub, live: LiveTable, client: SocketClient, command: table_commands.LoggedTableCommand
) -> SocketAnswer:
    player = client.player
    try:
        hub.context.quotas.count_table_command(live.table, command, player, client.address)
        version = await live.do(table_operation(command, player, live), player, command.id)
    except StaleVersion as error:
        kind, refusal = "stale", Rejection(command.id, str(error), stale=True)
    except StoreUnavailable as error:
        kind, refusal = "store", Rejection(command.id, str(error), again=True)
    except LimitExceeded as error:
        kind, refusal = "limits", Rejection(command.id, str(error), again=error.wait is not None)
    except UkaError as error:
        kind, refusal = "rules", Rejection(command.id, str(error)[:MOST_LETTERS])
    else:
        hub.context.metrics.actions.inc()
        return Ack(command.id, version)
    hub.context.metrics.refusals.labels(kind).inc()
    return refusal
