"""Serves a client's WebSocket connection to a table: reads the client's commands, and answers each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from uka.core.errors import UkaError
from uka.hosting.errors import Withheld
from uka.hosting.problems import rejection_of
from uka.hosting.table_commands import table_operation
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import StaleVersion
from uka.wire import socket_updates, table_commands
from uka.wire.http_bodies import Guest
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Ack, Pong, Rejection, SocketAnswer

from ..base.clock import awake
from ..base.log_reader import UnreadableLog
from ..base.options import ServerOptions
from ..base.rate_limits import LimitExceeded, TokenBucket
from ..live.farewells import GOING_DOWN
from ..live.table import LiveTable
from .client import SocketClient
from .direct import SocketConnection
from .hub import SocketHub

MOST_LETTERS = 300
"""The maximum length of the text in a rejection, in characters."""


async def serve_table_socket(
    socket: SocketConnection, hub: SocketHub, guest: Guest | None, table: str, since: int | None
) -> None:
    """Serve a client's connection to a table until the connection ends. ``table`` is the table's id.

    ``since`` is the last version of the table that a reconnecting client knows, or None. If another process of the
    cluster runs the table, relay the connection to that process.
    """
    if guest is not None and await hub.relays.relay(socket, table):
        return
    await socket.accept()
    client = SocketClient(socket, guest.player if guest else "", hub.outboxes, hub.flushes)
    sender = asyncio.get_running_loop().create_task(client.send())
    try:
        live = await _find_table(hub, client, guest, table)
        if live is not None:
            with hub.limits.counted(client.player, client.address):
                await _serve_client(hub, live, client, since)
    finally:
        await client.finish(sender)


async def _find_table(hub: SocketHub, client: SocketClient, guest: Guest | None, table: str) -> LiveTable | None:
    """Return the table with the id ``table`` if the client may connect to it.

    Otherwise send the client the reason, close the connection and return None.
    """
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


async def _serve_client(hub: SocketHub, live: LiveTable, client: SocketClient, since: int | None) -> None:
    """Connect a client to its table, and answer the client's messages until the connection ends."""
    if not hub.limits.is_within(client.player, client.address):
        return client.farewell("you have too many connections open", 4429)
    if live.table.seat_of(client.player) is not None:
        try:
            # Each time a seated player connects or disconnects, the table's log grows by a line.
            hub.context.quotas.count_line(client.player, client.address)
        except LimitExceeded as error:
            return client.farewell(str(error), 1013, again=True)

    async def answer(text: str | None) -> str:
        return socket_updates.write(await _answer_message(hub, live, client, text))

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
    options = hub.context.options
    bucket = TokenBucket(options.messages, options.message_burst)
    while (message := await client.receive())["type"] == "websocket.receive":
        hub.context.metrics.messages.inc()
        if not await _wait_for_rate(bucket, options, client):
            return
        client.heard = awake()
        await hub.context.admission.admit(client.address, client.player)
        client.push(await answer(message.get("text")))
        hub.flushes.flush()


async def _wait_for_rate(bucket: TokenBucket, options: ServerOptions, client: SocketClient) -> bool:
    """Wait until the rate limit allows another message; return False if the connection ends while waiting."""
    while not bucket.take(time.monotonic()):
        if client.gone:
            return False
        await asyncio.sleep(1 / options.messages)
    return True


async def _answer_message(hub: SocketHub, live: LiveTable, client: SocketClient, text: str | None) -> SocketAnswer:
    """Carry out a client's message, and return the answer. ``text`` is None if the message is binary."""
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
        case table_commands.WriteChatLine() | table_commands.ReportChatLine():
            return _answer_chat(hub, live, client, command)
        case _:
            return await _answer_command(hub, live, client, command)


async def _answer_command(
    hub: SocketHub, live: LiveTable, client: SocketClient, command: table_commands.LoggedTableCommand
) -> SocketAnswer:
    """Carry out a client's command, and return the answer for the client: an acknowledgement or a rejection."""
    player = client.player
    try:
        hub.context.quotas.count_table_command(live.table, command, player, client.address)
        version = await live.do(table_operation(command, player, live), player, command.id)
    except UkaError as error:
        return count_rejection(hub, command.id, error)
    hub.context.metrics.actions.inc()
    return Ack(command.id, version)


def _answer_chat(
    hub: SocketHub, live: LiveTable, client: SocketClient, command: table_commands.ChatCommand
) -> SocketAnswer:
    """Carry out a command about the chat, and return the answer: an acknowledgement or a rejection."""
    try:
        hub.context.quotas.count_chat(client.player)
        live.do_chat(command, client.player)
    except UkaError as error:
        return count_rejection(hub, command.id, error)
    return Ack(command.id, live.table.seq)


def count_rejection(hub: SocketHub, id: str, error: UkaError) -> Rejection:
    """Return the rejection of the command ``id``, which was refused with ``error``, and count it in the metrics."""
    kind, rejection = _rejection(id, error)
    hub.context.metrics.refusals.labels(kind).inc()
    return rejection


def _rejection(id: str, error: UkaError) -> tuple[str, Rejection]:
    """Return the kind of a refusal, as a label for the metrics, and the rejection to send."""
    match error:
        case StaleVersion():
            return "stale", rejection_of(id, error)
        case StoreUnavailable():
            return "store", Rejection(id, str(error), again=True)
        case LimitExceeded():
            return "limits", Rejection(id, str(error), again=error.wait is not None)
        case _:
            return "rules", rejection_of(id, error)
