"""HTTP routes for tables: to list, open and join tables, to invite people, and to open a WebSocket."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from uka.hosting.table_opening import first_operations, new_table
from uka.hosting.table_summaries import table_summary
from uka.table.commands import people
from uka.wire.http_bodies import Guest, JoinRequest, NewTable, TableSummary, TableTicket

from ..base.problems import refusal_responses
from ..base.requester import Requester
from ..live.table import LiveTable
from ..sockets.table import serve_table_socket
from .request import Request, RequestServices

InvitationHeader = Annotated[
    str | None, HeaderParameter(name="X-Uka-Invitation", description="the invitation to a table that is not public")
]


@get("/api/lobby", responses=refusal_responses())
async def lobby(request: Request) -> list[TableSummary]:
    """List the public tables that somebody is connected to. Tables that wait for players come first.

    The number of tables of one host in the list is limited, so that other hosts' tables have room.
    """
    return list(request.context.lobby.everywhere())


@post("/api/tables", responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def open_table(request: Request, data: JSONBody[NewTable]) -> TableTicket:
    """Open a table and become its host. The request may also take a seat for you and begin the game."""
    guest = request.require_guest()
    rules, settings = new_table(data)
    requester = Requester(guest.player, request.address)
    operations = first_operations(data, guest.player, request.context.packs)
    live = await request.context.tables.open(rules, guest, settings, requester, operations)
    return _ticket(request, live)


@get("/api/tables/{table:str}", responses=refusal_responses(400, 403, 404, 503))
async def show_table(request: Request, table: FromPath[str], invitation: InvitationHeader = None) -> TableSummary:
    """Return the summary of a table that you may enter.

    The table must be public, or you must have joined it or have an invitation.
    """
    live = await find_readable(request, table, invitation)
    return table_summary(live.id, live.table)


@post(
    "/api/tables/{table:str}/join", status_code=200, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503)
)
async def join_table(request: Request, table: FromPath[str], data: JSONBody[JoinRequest]) -> TableTicket:
    """Join a table, and take a free seat unless you only want to watch.

    If no seat is free, you watch. If you have joined the table before, nothing changes.
    """
    guest = request.require_guest()
    live = await request.context.tables.find(table)
    await request.context.disclosure.check_entry(live, guest.player, data.invitation)
    if live.table.member(guest.player) is None:
        await _join(request, live, guest, watch=data.watch)
    return _ticket(request, live)


async def _join(request: Request, live: LiveTable, guest: Guest, *, watch: bool) -> None:
    """Let ``guest`` join a table, and give them a free seat unless they only ``watch``."""
    context = request.context
    if live.table.quick and not watch and await context.quick_games.join(live, guest, request.address):
        return
    context.quotas.count_join(live.table, guest.player, request.address)
    sitting = people.join if live.table.quick else people.join_and_sit
    command = people.join_to_watch if watch else sitting
    most = context.options.members
    await live.do(lambda table: command(table, guest.player, guest.name, most, guest.avatar or ""), guest.player)
    if live.table.seat_of(guest.player) is not None:
        live.check_presence_soon(guest.player)


@get("/api/tables/{table:str}/invitation", responses=refusal_responses(401, 403, 404, 503))
async def invite(request: Request, table: FromPath[str]) -> TableTicket:
    """Return the invitation to a table that you have joined. The invitation changes when the host removes a person."""
    guest = request.require_guest()
    live = await request.context.tables.find(table)
    await request.context.disclosure.check_member(live, guest.player, "only people at a table can invite others")
    return _ticket(request, live)


@websocket("/api/tables/{table:str}/socket")
async def socket_of(
    socket: WebSocket[Any, Any, State],
    table: FromPath[str],
    since: FromQuery[int | None] = None,
) -> None:
    """Open a WebSocket to a table. ``uka.wire.table_commands`` and ``uka.wire.table_updates`` define its messages.

    The server first sends what has changed since the version ``since`` of the table, or the whole table if ``since`` is
    None.
    """
    services: RequestServices = socket.app.state["services"]
    guest = services.guests.find(socket.cookies, https=socket.scope["scheme"] == "wss")
    await serve_table_socket(socket, services.hub, guest, table, since)


async def find_readable(request: Request, table: str, invitation: str | None) -> LiveTable:
    """Return the table with the id ``table``. Raise ``Withheld`` if the client may not read its summary and records."""
    guest = request.admit_guest()
    live = await request.context.tables.find(table)
    await request.context.disclosure.check_reading(live, guest.player if guest else "", invitation)
    return live


def _ticket(request: Request, live: LiveTable) -> TableTicket:
    return TableTicket(live.id, request.context.invitations.of(live))
