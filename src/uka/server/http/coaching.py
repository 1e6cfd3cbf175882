"""HTTP routes for hints at tables where all other players are bots, and for reviews of finished games."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from uka.coach import DealReview
from uka.core.seats import Seat
from uka.table.commands import hints
from uka.wire.http_bodies import GameChances, Hint

from ..base.problems import refusal_responses
from ..base.requester import Requester
from .records import finished_record
from .request import Request, enforce_rate_limit
from .tables import InvitationHeader

ReviewedSeat = Annotated[Seat, QueryParameter(name="seat", description="the seat whose choices are judged")]
ReviewedDeal = Annotated[int, QueryParameter(name="deal", ge=0, le=1_000_000, description="the deal, from 0")]


@get("/api/tables/{table:str}/hint", responses=refusal_responses(401, 403, 404, 409, 503))
async def hint_at(request: Request, table: FromPath[str]) -> Hint:
    """Rate your legal actions, best first. It must be your turn, and all other players at the table must be bots."""
    guest = request.require_guest()
    live = await request.context.tables.find(table)
    await request.context.disclosure.check_member(live, guest.player)
    version = live.table.seq
    seen = hints.hint_observation(live.table, guest.player)
    enforce_rate_limit(request.services.hints, guest.player, "too many hints at once: wait a moment")
    return Hint(version, await request.services.coach.hint(seen, Requester(guest.player, request.address)))


@get("/api/tables/{table:str}/records/{number:int}/review", responses=refusal_responses(400, 403, 404, 409, 503))
async def review_of(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    seat: ReviewedSeat,
    deal: ReviewedDeal,
    invitation: InvitationHeader = None,
) -> DealReview:
    """Review a seat's choices in one deal of a finished game.

    The review gives the points that each choice cost, judged by what the seat knew at that moment.
    """
    log = await finished_record(request, table, number, invitation)
    enforce_rate_limit(request.services.reviews, request.address, "too many reviews from your address: wait a moment")
    return await request.services.coach.review(log, seat, deal, Requester(address=request.address))


@get("/api/tables/{table:str}/records/{number:int}/chances", responses=refusal_responses(400, 403, 404, 503))
async def chances_of(
    request: Request, table: FromPath[str], number: FromPath[int], invitation: InvitationHeader = None
) -> GameChances:
    """Return north-south's chances of winning a finished game: before each of its deals, and at its end."""
    log = await finished_record(request, table, number, invitation)
    return GameChances(await request.services.coach.chances(log))


ROUTES = (hint_at, review_of, chances_of)
