"""HTTP routes for quick games: to get a seat among people who want the same rules, and to see who waits."""

from __future__ import annotations

from litestar import Response, get, post, route
from litestar.params import JSONBody

from uka.wire.quick_bodies import QuickRequest, QuickStatus, QuickTicket, QuickWaiting

from ..base.problems import refusal_responses
from .request import Request, enforce_rate_limit
from .rulesets import ruleset_with_changes

PATH = "/api/quick"


@get(PATH, responses=refusal_responses())
async def who_is_here(request: Request) -> QuickStatus:
    """Return about how many people are online, and the quick games that wait for people."""
    _ = request.guest  # reading the guest records that the guest is online
    waiting = [
        QuickWaiting(line.rules, line.title, sum(seat.name is not None for seat in line.seats), line.begins)
        for line in request.context.lobby.everywhere()
        if line.begins is not None
    ]
    return QuickStatus(request.context.presence.everywhere(), tuple(waiting))


@post(PATH, status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def quick_game(request: Request, data: JSONBody[QuickRequest]) -> QuickTicket:
    """Take a seat in a quick game with people who want exactly the same rules.

    The game begins as soon as every seat has a person who is connected to the table. If it has not begun 20 seconds
    after the first person came, it begins with bots in the free seats. A person who does not connect within eight
    seconds loses the seat. If you already have a seat in this game, nothing changes.
    """
    guest = request.known
    enforce_rate_limit(request.services.quick, guest.player, "too many quick games at once: wait a moment")
    rules = ruleset_with_changes(data.rules, data.changes)
    live = await request.context.quick_games.seat(rules, data.bots, guest, request.address)
    return QuickTicket(live.id, request.context.invitations.of(live), live.table.quick_at)


@route(PATH, http_method="OPTIONS", include_in_schema=False, status_code=204)
async def options() -> Response[None]:
    """List the HTTP methods of this path, as in ``identity``."""
    return Response(None, headers={"Allow": "GET, OPTIONS, POST"})


ROUTES = (options, who_is_here, quick_game)
