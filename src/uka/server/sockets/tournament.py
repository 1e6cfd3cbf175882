"""One client of a tournament, from its coming to its going: its first message says what link it holds."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from uka.core.errors import UkaError
from uka.store import NoSuchTable, StoreUnavailable
from uka.tournament import DoubtfulInput
from uka.wire import tournament_commands, tournament_updates
from uka.wire.http_bodies import Guest
from uka.wire.table_commands import InvalidMessage

from ..base.clock import now
from ..base.log_reader import UnreadableLog
from ..base.rate_limits import LimitExceeded
from ..live.context import ServerContext
from ..live.farewells import GOING_DOWN
from ..live.tournament import LiveTournament
from ..live.tournament_commands import tournament_operation
from .client import SocketClient, SocketConnection
from .table import MOST_LETTERS, address_of, answer_messages, counted, has_room

TableCommandOfTournament: TypeAlias = tournament_commands.GoToTable | tournament_commands.FillInWithBot
FIRST = 10.0
"""Seconds for the first message to come."""


async def serve_tournament_socket(
    socket: SocketConnection, hall: ServerContext, guest: Guest | None, tournament: str
) -> None:
    """A client's connection to a tournament, from its beginning to its end."""
    await socket.accept()
    client = SocketClient(socket, guest.player if guest else "", hall.outboxes, hall.post, tournament_farewell)
    sender = asyncio.get_running_loop().create_task(client.send())
    try:
        event = await _found(hall, client, tournament)
        if event is not None:
            with counted(hall, client.player, address_of(socket)):
                await _stay(socket, hall, event, client, guest, tournament)
    finally:
        await client.finish(sender)


def tournament_farewell(why: str, again: bool) -> str:
    """The last message."""
    return tournament_updates.write(tournament_updates.TournamentFarewell(why, again))


async def _found(hall: ServerContext, client: SocketClient, tournament: str) -> LiveTournament | None:
    if hall.closing:
        return client.farewell(GOING_DOWN, 1012, again=True)
    try:
        return await hall.events.find(tournament)
    except NoSuchTable as error:
        return client.farewell(str(error), 4404)
    except UnreadableLog as error:
        return client.farewell(str(error), 4500)
    except UkaError as error:
        return client.farewell(str(error), 1013, again=True)


async def _stay(
    socket: SocketConnection,
    hall: ServerContext,
    event: LiveTournament,
    client: SocketClient,
    guest: Guest | None,
    tournament: str,
) -> None:
    if not has_room(hall, client.player, address_of(socket)):
        return client.farewell("you have too many connections open", 4429)
    link = await _link(client)
    if link is None:
        return client.farewell("say first what link you hold", 4400)
    if event.closed:
        return client.farewell(GOING_DOWN, 1012, again=True)
    grant = hall.events.read(tournament, link) if link else ""
    held = event.tournament.grant(grant) if grant else None
    if link and (held is None or held.revoked):
        return client.farewell("this link counts no more: ask the director for another", 4403)
    client.grant = grant or ""

    async def answer(text: str | None) -> str:
        return tournament_updates.write(await _answer(hall, event, client, guest, text))

    event.arrive(client, tournament)
    try:
        await answer_messages(hall, client, answer)
    finally:
        event.depart(client)


async def _link(client: SocketClient) -> str | None:
    """The link of the first message; None for any other, or if none comes."""
    try:
        async with asyncio.timeout(FIRST):
            event = await client.receive()
        order = tournament_commands.read(event.get("text") or "") if event["type"] == "websocket.receive" else None
    except (TimeoutError, InvalidMessage):
        return None
    return order.link if isinstance(order, tournament_commands.PresentLink) else None


async def _answer(
    hall: ServerContext, event: LiveTournament, client: SocketClient, guest: Guest | None, text: str | None
) -> tournament_updates.TournamentUpdate:
    try:
        if text is None:
            raise InvalidMessage("messages are text, not binary")
        order = tournament_commands.read(text)
    except InvalidMessage as error:
        hall.metrics.refusals.labels("bad").inc()
        return tournament_updates.TournamentRejection(error.id, str(error)[:MOST_LETTERS])
    match order:
        case tournament_commands.PingTournament():
            return tournament_updates.TournamentPong(order.id, now())
        case tournament_commands.PresentLink():
            return tournament_updates.TournamentRejection(order.id, "you have said already what link you hold")
        case _:
            return await _done(hall, event, client, guest, order)


async def _done(
    hall: ServerContext,
    event: LiveTournament,
    client: SocketClient,
    guest: Guest | None,
    order: tournament_commands.LoggedTournamentCommand | TableCommandOfTournament,
) -> tournament_updates.TournamentUpdate:
    try:
        if event.tournament.applied(client.grant, order.id) is None:
            writer = f"{event.id}/{client.grant}" if client.grant else client.player
            hall.quotas.order(event.tournament, order, writer, client.address)
        match order:
            case tournament_commands.GoToTable():
                if guest is None:
                    return tournament_updates.TournamentRejection(
                        order.id, "the server does not know you yet: say what you are called, then come again"
                    )
                await hall.online.come(event, client.grant, guest, order.table, order.seat)
                version = event.tournament.seq
            case tournament_commands.FillInWithBot():
                version = await hall.online.let_bot(event, client.grant, order.table, order.seat, order.id)
            case _:
                if isinstance(order, tournament_commands.EnterTap):
                    await hall.online.check(event, client.grant, order.tap)
                version = await event.do(tournament_operation(order, client.grant), client.grant, order.id)
    except StoreUnavailable as error:
        kind, refusal = "store", tournament_updates.TournamentRejection(order.id, str(error), again=True)
    except LimitExceeded as error:
        kind, refusal = (
            "limits",
            tournament_updates.TournamentRejection(order.id, str(error), again=error.wait is not None),
        )
    except UkaError as error:
        doubt = error.about if isinstance(error, DoubtfulInput) else ""
        kind, refusal = (
            "rules",
            tournament_updates.TournamentRejection(order.id, str(error)[:MOST_LETTERS], doubt=doubt),
        )
    else:
        hall.metrics.actions.inc()
        return tournament_updates.TournamentAck(order.id, version)
    hall.metrics.refusals.labels(kind).inc()
    return refusal
