"""HTTP routes for quick games, in which the server seats people who want the same rules at one table."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from uka.hosting.chosen_rules import ruleset_with_changes
from uka.wire.quick_bodies import QuickRequest, QuickStatus, QuickTicket, QuickWaiting

from ..base.problems import refusal_responses
from .options_route import options_route
from .request import Request, enforce_rate_limit

PATH = "/api/quick"


@get(PATH, responses=refusal_responses())
async def quick_status(request: Request) -> QuickStatus:
    """Return how many people are online, roughly, and the quick games that still need players.

    If a cookie identifies you, you count as online yourself.
    """
    request.admit_guest()  # counts the guest as online
    waiting = [
        QuickWaiting(table.rules, table.title, sum(seat.name is not None for seat in table.seats), table.begins)
        for table in request.context.lobby.everywhere()
        if table.begins is not None
    ]
    return QuickStatus(request.context.presence.count_everywhere(), tuple(waiting))


@post(PATH, status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def quick_game(request: Request, data: JSONBody[QuickRequest]) -> QuickTicket:
    """Take a seat in a quick game with people who want exactly the same rules.

    The game begins as soon as every seat has a person who is connected to the table. If it has not begun 20 seconds
    after the first person came, it begins with bots in the free seats. A person who does not connect within eight
    seconds loses the seat. If you already have a seat in this game, nothing changes.
    """
    guest = request.require_guest()
    enforce_rate_limit(request.services.quick, guest.player, "too many quick games at once: wait a moment")
    rules = ruleset_with_changes(data.rules, data.changes)
    live = await request.context.quick_games.seat(rules, data.bots, guest, request.address)
    return QuickTicket(live.id, request.context.invitations.of(live), live.table.quick_at)


ROUTES = (options_route(PATH, "GET, OPTIONS, POST"), quick_status, quick_game)
