"""Serves a client's WebSocket connection to a tournament. The client's first message must present a link."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from uka.core.errors import UkaError
from uka.hosting.errors import Withheld
from uka.hosting.tournament_commands import tournament_operation
from uka.store import NoSuchTable
from uka.wire import socket_updates, tournament_commands
from uka.wire.http_bodies import Guest
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Ack, Pong, Rejection, SocketAnswer

from ..base.log_reader import UnreadableLog
from ..live.farewells import GOING_DOWN
from ..live.tournament import LiveTournament
from .client import SocketClient
from .direct import SocketConnection
from .hub import SocketHub
from .table import MOST_LETTERS, answer_messages, count_rejection

PlayerCommand: TypeAlias = tournament_commands.GoToTable | tournament_commands.FillInWithBot
"""A command to an online table of the tournament. Other commands change the tournament's own log."""
LINK_TIMEOUT = 10.0
"""Seconds within which a client's first message must arrive, which presents a link."""


async def serve_tournament_socket(
    socket: SocketConnection, hub: SocketHub, guest: Guest | None, tournament: str
) -> None:
    """Serve a client's connection to a tournament until the connection ends. ``tournament`` is the tournament's id."""
    await socket.accept()
    client = SocketClient(socket, guest.player if guest else "", hub.outboxes, hub.flushes)
    sender = asyncio.get_running_loop().create_task(client.send())
    try:
        live_tournament = await _find_tournament(hub, client, tournament)
        if live_tournament is not None:
            with hub.limits.counted(client.player, client.address):
                await _serve_client(hub, live_tournament, client, guest, tournament)
    finally:
        await client.finish(sender)


async def _find_tournament(hub: SocketHub, client: SocketClient, tournament: str) -> LiveTournament | None:
    if hub.context.closing:
        return client.farewell(GOING_DOWN, 1012, again=True)
    try:
        return await hub.context.tournaments.find(tournament)
    except NoSuchTable as error:
        return client.farewell(str(error), 4404)
    except UnreadableLog as error:
        return client.farewell(str(error), 4500)
    except UkaError as error:
        return client.farewell(str(error), 1013, again=True)


async def _serve_client(
    hub: SocketHub,
    live_tournament: LiveTournament,
    client: SocketClient,
    guest: Guest | None,
    tournament: str,
) -> None:
    """Receive a client's link, connect the client to its tournament, and answer messages until the connection ends."""
    if not hub.limits.is_within(client.player, client.address):
        return client.farewell("you have too many connections open", 4429)
    link = await _receive_link(client)
    if link is None:
        return client.farewell("present your link in the first message", 4400)
    if live_tournament.closed:
        return client.farewell(GOING_DOWN, 1012, again=True)
    try:
        client.grant = hub.context.links.grant_of(tournament, live_tournament.tournament, link)
    except Withheld as error:
        return client.farewell(str(error), 4403)

    async def answer(text: str | None) -> str:
        return socket_updates.write(await _answer_message(hub, live_tournament, client, guest, text))

    live_tournament.arrive(client)
    try:
        await answer_messages(hub, client, answer)
    finally:
        live_tournament.depart(client)


async def _receive_link(client: SocketClient) -> str | None:
    """Return the link that a client's first message presents. A client without a link presents an empty text.

    Return None if the first message does not present a link, or if no message arrives in time.
    """
    try:
        async with asyncio.timeout(LINK_TIMEOUT):
            message = await client.receive()
        if message["type"] != "websocket.receive":
            return None
        command = tournament_commands.read(message.get("text") or "")
    except (TimeoutError, InvalidMessage):
        return None
    return command.link if isinstance(command, tournament_commands.PresentLink) else None


async def _answer_message(
    hub: SocketHub, live_tournament: LiveTournament, client: SocketClient, guest: Guest | None, text: str | None
) -> SocketAnswer:
    """Carry out a client's message, and return the answer. ``text`` is None if the message is binary."""
    try:
        if text is None:
            raise InvalidMessage("messages are text, not binary")
        command = tournament_commands.read(text)
    except InvalidMessage as error:
        hub.context.metrics.refusals.labels("bad").inc()
        return Rejection(error.id, str(error)[:MOST_LETTERS])
    match command:
        case tournament_commands.PingTournament():
            return Pong(command.id, live_tournament.now())
        case tournament_commands.PresentLink():
            return Rejection(command.id, "this connection has already presented its link")
        case _:
            return await _answer_command(hub, live_tournament, client, guest, command)


async def _answer_command(
    hub: SocketHub,
    live_tournament: LiveTournament,
    client: SocketClient,
    guest: Guest | None,
    command: tournament_commands.LoggedTournamentCommand | PlayerCommand,
) -> SocketAnswer:
    """Carry out a client's command, and return the answer for the client: an acknowledgement or a rejection."""
    try:
        if live_tournament.tournament.applied_line(client.grant, command.id) is None:
            writer = f"{live_tournament.id}/{client.grant}" if client.grant else client.player
            hub.context.quotas.count_tournament_command(live_tournament.tournament, command, writer, client.address)
        version = await _carry_out(hub, live_tournament, client.grant, guest, command)
    except UkaError as error:
        return count_rejection(hub, command.id, error)
    hub.context.metrics.actions.inc()
    return Ack(command.id, version)


async def _carry_out(
    hub: SocketHub,
    live_tournament: LiveTournament,
    grant: str,
    guest: Guest | None,
    command: tournament_commands.LoggedTournamentCommand | PlayerCommand,
) -> int:
    """Carry out a client's command, and return the tournament's new version.

    Raise ``UkaError`` if the command is refused. ``grant`` is the id of the grant that the client's link stands for.
    """
    tables = hub.context.tournament_tables
    match command:
        case tournament_commands.GoToTable():
            if guest is None:
                raise UkaError("the server doesn't know you yet: give your name, then try again")
            await tables.enter(live_tournament, grant, guest, command.table, command.seat)
            return live_tournament.tournament.seq
        case tournament_commands.FillInWithBot():
            return await tables.fill_with_bot(live_tournament, grant, command.table, command.seat, command.id)
        case _:
            if isinstance(command, tournament_commands.EnterTap):
                await tables.check_tap(live_tournament, command.tap)
            return await live_tournament.do(tournament_operation(command, grant), grant, command.id)
