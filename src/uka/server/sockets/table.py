"""One client at a table, from its coming to its going: its messages are read and answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

from uka.core.errors import UkaError
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import StaleVersion
from uka.wire import table_commands, table_updates
from uka.wire.http_bodies import Guest
from uka.wire.table_commands import InvalidMessage

from ..base.log_reader import UnreadableLog
from ..base.options import ServerOptions
from ..base.rate_limits import LimitExceeded, TokenBucket
from ..base.security import address
from ..live.context import ServerContext
from ..live.farewells import GOING_DOWN
from ..live.table import LiveTable
from ..live.table_commands import table_operation
from .client import SocketClient, SocketConnection

MOST_LETTERS = 300
"""Of a refusal."""


async def serve_table_socket(
    socket: SocketConnection, hall: ServerContext, guest: Guest | None, table: str, since: int | None = None
) -> None:
    """A client's connection to a table, from its beginning to its end."""
    await socket.accept()
    client = SocketClient(socket, guest.player if guest else "", hall.outboxes, hall.post)
    sender = asyncio.get_running_loop().create_task(client.send())
    try:
        live = await _admitted(hall, client, guest, table)
        if live is not None:
            with counted(hall, client.player, address_of(socket)):
                await _stay(socket, hall, live, client, since)
    finally:
        await client.finish(sender)


async def _admitted(hall: ServerContext, client: SocketClient, guest: Guest | None, table: str) -> LiveTable | None:
    """The table, if the client may be told of it; else it is told why not."""
    if guest is None:
        return client.farewell("say who you are first: PUT /api/me", 4401)
    if hall.closing:
        return client.farewell(GOING_DOWN, 1012, again=True)
    try:
        live = await hall.find(table)
    except NoSuchTable as error:
        return client.farewell(str(error), 4404)
    except UnreadableLog as error:
        return client.farewell(str(error), 4500)
    except UkaError as error:
        return client.farewell(str(error), 1013, again=True)
    if live.table.member(client.player) is None:
        return client.farewell("you are not at this table: join it first", 4403)
    return live


async def _stay(
    socket: SocketConnection, hall: ServerContext, live: LiveTable, client: SocketClient, since: int | None
) -> None:
    if not has_room(hall, client.player, address_of(socket)):
        return client.farewell("you have too many connections open", 4429)
    if live.table.seat_of(client.player) is not None:
        try:
            hall.quotas.line(client.player, client.address)  # that they are there, and that they are gone, are lines
        except LimitExceeded as error:
            return client.farewell(str(error), 1013, again=True)

    async def answer(text: str | None) -> str:
        return table_updates.write(await _answer(hall, live, client, text))

    live.arrive(client, since)
    try:
        await live.back(client.player)  # what comes at once may count on it
        await answer_messages(hall, client, answer)
    finally:
        live.depart(client)


async def answer_messages(
    hall: ServerContext, client: SocketClient, answer: Callable[[str | None], Awaitable[str]]
) -> None:
    """Answer each message until the connection ends; what comes too fast waits, and so does what comes after it."""
    options, bucket = hall.options, TokenBucket(hall.options.messages, hall.options.message_burst)
    while (came := await client.receive())["type"] == "websocket.receive":
        hall.metrics.messages.inc()
        if not await _paced(bucket, options, client):
            return
        client.heard = time.monotonic()
        await hall.admission.admit(client.address, client.player)
        client.push(await answer(came.get("text")))
        hall.post.go()


async def _paced(bucket: TokenBucket, options: ServerOptions, client: SocketClient) -> bool:
    """Wait until another message may come; False if the client is gone meanwhile: no flood is read to its end."""
    while not bucket.take(time.monotonic()):
        if client.gone:
            return False
        await asyncio.sleep(1 / options.messages)
    return True


async def _answer(
    hall: ServerContext, live: LiveTable, client: SocketClient, text: str | None
) -> table_updates.TableUpdate:
    try:
        if text is None:
            raise InvalidMessage("messages are text, not binary")
        ask = table_commands.read(text)
    except InvalidMessage as error:
        hall.metrics.refusals.labels("bad").inc()
        return table_updates.TableRejection(error.id, str(error)[:MOST_LETTERS])
    match ask:
        case table_commands.PingTable():
            return table_updates.TablePong(ask.id, live.now())
        case table_commands.SyncTable():
            live.sync(client, ask.since)
            return table_updates.TableAck(ask.id, live.table.seq)
        case _:
            return await _done(hall, live, client, ask)


async def _done(
    hall: ServerContext, live: LiveTable, client: SocketClient, ask: table_commands.LoggedTableCommand
) -> table_updates.TableUpdate:
    player = client.player
    try:
        hall.quotas.ask(live.table, ask, player, client.address)
        version = await live.do(table_operation(ask, player), player, ask.id)
    except StaleVersion as error:
        kind, refusal = "stale", table_updates.TableRejection(ask.id, str(error), stale=True)
    except StoreUnavailable as error:
        kind, refusal = "store", table_updates.TableRejection(ask.id, str(error), again=True)
    except LimitExceeded as error:
        kind, refusal = "limits", table_updates.TableRejection(ask.id, str(error), again=error.wait is not None)
    except UkaError as error:
        kind, refusal = "rules", table_updates.TableRejection(ask.id, str(error)[:MOST_LETTERS])
    else:
        hall.metrics.actions.inc()
        return table_updates.TableAck(ask.id, version)
    hall.metrics.refusals.labels(kind).inc()
    return refusal


# How many


def address_of(socket: SocketConnection) -> str:
    """Where it comes from; with IPv6 the network."""
    return address(socket.scope)


def has_room(hall: ServerContext, player: str, address: str) -> bool:
    """Whether somebody may have another socket open; who is no guest counts by their address only."""
    sockets, options = hall.sockets, hall.options
    return (not player or sockets[player] <= options.sockets_a_guest) and sockets[address] <= options.sockets_an_address


@contextmanager
def counted(hall: ServerContext, player: str, address: str) -> Generator[None]:
    """Count a socket while it is open."""
    keys = (player, address)
    hall.sockets.update(keys)
    hall.metrics.sockets.inc()
    try:
        yield
    finally:
        hall.metrics.sockets.dec()
        hall.sockets.subtract(keys)
        for key in keys:
            if not hall.sockets[key]:
                del hall.sockets[key]
