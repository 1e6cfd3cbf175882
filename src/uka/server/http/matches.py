"""HTTP routes for duplicate matches: to open one, look at it, take a seat, and begin."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from uka.core.seats import Seat
from uka.days import day_rules, points_of
from uka.table import GivenDeals, Table, TableStage
from uka.wire.http_bodies import Guest
from uka.wire.match_bodies import MatchBegin, MatchChair, MatchPage, MatchSeatRequest, MatchTable, NewMatch, OwnSeat

from ..base.problems import refusal_responses
from ..base.requester import Requester
from ..live.days import PACES, USUAL_PACE
from ..live.matches import LiveMatch
from .request import Request, enforce_rate_limit
from .rulesets import ruleset_with_changes


@post("/api/matches", responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def open_match(request: Request, data: JSONBody[NewMatch]) -> MatchPage:
    """Open a duplicate match: two tables with the same deals. You decide when it begins."""
    guest = request.known
    enforce_rate_limit(request.services.quick, guest.player, "too many matches at once: wait a moment")
    rules = day_rules(ruleset_with_changes(data.rules, data.changes), data.deals)
    pace = msgspec.structs.replace(USUAL_PACE, **{name: getattr(data.settings or USUAL_PACE, name) for name in PACES})
    match = await request.context.matches.open(rules, guest, pace, Requester(guest.player, request.address))
    return _page(request, match, guest)


@get("/api/matches/{match:str}", responses=refusal_responses(409, 503))
async def show_match(request: Request, match: FromPath[str]) -> MatchPage:
    """Return a match: who sits where and, after the end of both games, the points."""
    return _page(request, await request.context.matches.find(match), request.guest)


@post("/api/matches/{match:str}/seat", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def sit_in_match(request: Request, match: FromPath[str], data: JSONBody[MatchSeatRequest]) -> MatchPage:
    """Take a free seat of a match before it begins."""
    guest, found = request.known, await request.context.matches.find(match)
    live = found.tables[data.table]
    if live.table.member(guest.player) is None:
        request.context.quotas.count_join(live.table, guest.player, request.address)
    await request.context.matches.sit(found, guest, data.table, data.seat)
    return _page(request, found, guest)


@post("/api/matches/{match:str}/begin", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def begin_match(request: Request, match: FromPath[str], data: JSONBody[MatchBegin]) -> MatchPage:
    """Begin both games of your match. Bots take the free seats."""
    guest, found = request.known, await request.context.matches.find(match)
    await request.context.matches.begin(found, guest.player, data.bots)
    return _page(request, found, guest)


def _page(request: Request, match: LiveMatch, guest: Guest | None) -> MatchPage:
    one, two = [live.table for live in match.tables]
    over, player = match.over, guest.player if guest else ""
    invitations = request.context.invitations
    return MatchPage(
        match=match.id,
        title=one.rules.title,
        deals=one.rules.deals,
        begun=match.begun,
        over=over,
        host=player == match.host,
        away_ms=one.settings.away_ms,
        tables=tuple(_table(number, table) for number, table in enumerate((one, two))),
        own=_own(request, match, player),
        points=tuple((a, -b) for a, b in zip(points_of(one), points_of(two), strict=False)) if over else (),
        replays=tuple((live.id, invitations.of(live)) for live in match.tables) if over else (),
        seed=request.context.packs.seed(GivenDeals("match", match.id), one.rules).hex() if over else None,
    )


def _own(request: Request, match: LiveMatch, player: str) -> OwnSeat | None:
    place = match.table_and_seat_of(player) if player else None
    if place is None:
        return None
    number, seat = place
    live = match.tables[number]
    return OwnSeat(1 if number else 0, seat, live.id, request.context.invitations.of(live))


def _table(number: int, table: Table) -> MatchTable:
    chairs = tuple(MatchChair(seat, _team(number, seat), _name(table, seat)) for seat in table.rules.seats)
    results = points_of(table) if table.stage is not TableStage.SEATING else ()
    return MatchTable(chairs, len(results), table.stage is TableStage.OVER)


def _team(number: int, seat: Seat) -> Literal[0, 1]:
    return 0 if (seat in (Seat.NORTH, Seat.SOUTH)) == (number == 0) else 1


def _name(table: Table, seat: Seat) -> str | None:
    player = table.chair(seat).player
    member = table.member(player) if player else None
    return member.name if member else None


ROUTES = (open_match, show_match, sit_in_match, begin_match)
