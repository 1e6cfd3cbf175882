"""HTTP routes for duplicate matches (two tables with the same deals): to open one, look at it, sit down, begin."""

from __future__ import annotations

from typing import Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody

from uka.core.seats import Seat
from uka.days import day_rules, points_of
from uka.hosting.chosen_rules import ruleset_with_changes
from uka.hosting.day_tables import chosen_pace
from uka.table import GivenDeals, Table, TableStage
from uka.wire.http_bodies import Guest
from uka.wire.match_bodies import MatchBegin, MatchChair, MatchPage, MatchSeatRequest, MatchTable, NewMatch, OwnSeat

from ..base.problems import refusal_responses
from ..base.requester import Requester
from ..live.matches import LiveMatch
from .request import Request, enforce_rate_limit


@post("/api/matches", responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def open_match(request: Request, data: JSONBody[NewMatch]) -> MatchPage:
    """Open a duplicate match: two tables with the same deals. You decide when the match begins."""
    guest = request.require_guest()
    enforce_rate_limit(request.services.quick, guest.player, "too many matches at once: wait a moment")
    rules = day_rules(ruleset_with_changes(data.rules, data.changes), data.deals)
    requester = Requester(guest.player, request.address)
    match = await request.context.matches.open(rules, guest, chosen_pace(data.settings), requester)
    return _page(request, match, guest)


@get("/api/matches/{match:str}", responses=refusal_responses(409, 503))
async def show_match(request: Request, match: FromPath[str]) -> MatchPage:
    """Return a duplicate match: who sits where and, once both games are over, the points of each deal."""
    found = await request.context.matches.find(match)
    await request.context.matches.publish_secrets_if_due(found)
    return _page(request, found, request.admit_guest())


@post("/api/matches/{match:str}/seat", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def sit_in_match(request: Request, match: FromPath[str], data: JSONBody[MatchSeatRequest]) -> MatchPage:
    """Take a free seat at one of the two tables of a duplicate match that has not begun."""
    guest = request.require_guest()
    found = await request.context.matches.find(match)
    live = found.tables[data.table]
    if live.table.member(guest.player) is None:
        request.context.quotas.count_join(live.table, guest.player, request.address)
    await request.context.matches.sit(found, guest, data.table, data.seat)
    return _page(request, found, guest)


@post("/api/matches/{match:str}/begin", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def begin_match(request: Request, match: FromPath[str], data: JSONBody[MatchBegin]) -> MatchPage:
    """Begin both games of a duplicate match that you have opened. Bots take the free seats."""
    guest = request.require_guest()
    found = await request.context.matches.find(match)
    await request.context.matches.begin(found, guest.player, data.bots)
    return _page(request, found, guest)


def _page(request: Request, match: LiveMatch, guest: Guest | None) -> MatchPage:
    """Return the page of a match as ``guest`` sees it. The points, replays and seed are shown once it is over."""
    first, second = [live.table for live in match.tables]
    over = match.over
    player = guest.player if guest else ""
    invitations = request.context.invitations
    return MatchPage(
        match=match.id,
        title=first.rules.title,
        deals=first.rules.deals,
        begun=match.begun,
        over=over,
        host=player == match.host,
        away_ms=first.settings.away_ms,
        tables=tuple(_table(number, table) for number, table in enumerate((first, second))),
        own=_own_seat(request, match, player),
        points=_points_of_teams(first, second) if over else (),
        replays=tuple((live.id, invitations.of(live)) for live in match.tables) if over else (),
        seed=request.context.packs.seed(GivenDeals("match", match.id), first.rules).hex() if over else None,
    )


def _points_of_teams(first: Table, second: Table) -> tuple[tuple[int, int], ...]:
    """Return for each deal a pair: the points of team 0 at the first table, and its points at the second table."""
    both = zip(points_of(first), points_of(second), strict=False)  # from the side of north-south
    return tuple((points, -points_against) for points, points_against in both)  # at the second, team 0 is east-west


def _own_seat(request: Request, match: LiveMatch, player: str) -> OwnSeat | None:
    place = match.table_and_seat_of(player) if player else None
    if place is None:
        return None
    number, seat = place
    live = match.tables[number]
    return OwnSeat(1 if number == 1 else 0, seat, live.id, request.context.invitations.of(live))


def _table(number: int, table: Table) -> MatchTable:
    chairs = tuple(MatchChair(seat, _team(number, seat), _name_at(table, seat)) for seat in table.rules.seats)
    results = points_of(table) if table.stage is not TableStage.SEATING else ()
    return MatchTable(chairs, len(results), table.stage is TableStage.OVER)


def _team(number: int, seat: Seat) -> Literal[0, 1]:
    """Return the team of a seat at table ``number``. Team 0 sits north-south at table 0, and east-west at table 1."""
    north_south = seat in (Seat.NORTH, Seat.SOUTH)
    if number == 0:
        return 0 if north_south else 1
    return 1 if north_south else 0


def _name_at(table: Table, seat: Seat) -> str | None:
    player = table.chair(seat).player
    member = table.member(player) if player else None
    return member.name if member else None


ROUTES = (open_match, show_match, sit_in_match, begin_match)
