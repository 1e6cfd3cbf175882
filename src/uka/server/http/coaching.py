"""HTTP routes for hints at tables where all other players are bots, and for reviews of finished games and deals."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from uka.coach import ChoiceExplanation, DealReview
from uka.core.seats import Seat
from uka.hosting.past_choices import (
    AskedChoice,
    check_may_ask,
    checked_game_so_far,
    choice_in_last_deal,
    made_choice,
    past_choice,
)
from uka.records import Log
from uka.table.commands import hints
from uka.wire.http_bodies import GameChances, Hint

from ..base.problems import refusal_responses
from ..base.requester import Requester
from ..live.table import LiveTable
from .records import TOO_MANY, finished_record
from .request import Request, enforce_rate_limit
from .tables import InvitationHeader

ReviewedSeat = Annotated[Seat, QueryParameter(name="seat", description="the seat whose choices are judged")]
ReviewedDeal = Annotated[int, QueryParameter(name="deal", ge=0, le=1_000_000, description="the deal, from 0")]

ReviewedStep = Annotated[int, QueryParameter(name="step", ge=0, le=1_000, description="the step of the deal, from 0")]
NumberedDeal = Annotated[
    int, QueryParameter(name="deal", ge=0, le=1_000_000, description="the number of the last deal in its game, from 0")
]
AskedCall = Annotated[
    int | None, QueryParameter(name="call", ge=0, le=100, description="the index of a call among the deal's calls")
]
AskedTrick = Annotated[
    int | None, QueryParameter(name="trick", ge=0, le=100, description="the trick of a card, from 0, instead of a call")
]
AskedSeat = Annotated[Seat | None, QueryParameter(name="seat", description="the seat that played the card")]


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


@get("/api/tables/{table:str}/records/{number:int}/why", responses=refusal_responses(400, 403, 404, 409, 503))
async def why_of(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    deal: ReviewedDeal,
    step: ReviewedStep,
    invitation: InvitationHeader = None,
) -> ChoiceExplanation:
    """Say why a seat made one choice in a finished game: what it knew, what it compared, and what that was worth."""
    log = await finished_record(request, table, number, invitation)
    return await _explained(request, await asyncio.to_thread(past_choice, log, deal, step))


@get("/api/tables/{table:str}/why", responses=refusal_responses(400, 401, 403, 404, 409, 503))
async def why_at(
    request: Request,
    table: FromPath[str],
    deal: NumberedDeal,
    call: AskedCall = None,
    trick: AskedTrick = None,
    seat: AskedSeat = None,
) -> ChoiceExplanation:
    """Say why a bot made a call or played a card in the deal that ended last: what it knew and what it compared.

    You must be at the table, where the game may go on. Until it is over, only bots that had their seat throughout the
    deal say why. Give either the call, as its index among all calls of the deal, or the trick and seat of a card.
    """
    guest = request.require_guest()
    made = made_choice(call, trick, seat)
    live = await request.context.tables.find(table)
    await request.context.disclosure.check_member(live, guest.player)
    await request.context.disclosure.check_reading(live, guest.player, None)
    check_may_ask(live.table)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    log = await _last_game(request, live)
    past = await asyncio.to_thread(choice_in_last_deal, log, deal, made)
    return await _explained(request, past)


async def _last_game(request: Request, live: LiveTable) -> Log:
    """Return the record of the game that goes on at a table, up to its last finished deal, or of the last game.

    Raise ``Unknown`` if no deal of the game is finished.
    """
    archive, games = request.services.archive, await request.services.archive.games(live.id)
    if not live.table.playing and games:
        return await games[-1].log()
    return checked_game_so_far(await archive.game_so_far(live.id, (len(games), live.table.number, live.table.in_deal)))


async def _explained(request: Request, past: AskedChoice) -> ChoiceExplanation:
    enforce_rate_limit(request.services.reviews, request.address, "too many reviews from your address: wait a moment")
    return await request.services.coach.why(past.choice, past.level, Requester(address=request.address))


@get("/api/tables/{table:str}/records/{number:int}/chances", responses=refusal_responses(400, 403, 404, 503))
async def chances_of(
    request: Request, table: FromPath[str], number: FromPath[int], invitation: InvitationHeader = None
) -> GameChances:
    """Return north-south's chances of winning a finished game: before each of its deals, and at its end."""
    log = await finished_record(request, table, number, invitation)
    return GameChances(await request.services.coach.chances(log))


ROUTES = (hint_at, review_of, why_of, why_at, chances_of)
