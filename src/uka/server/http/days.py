"""HTTP routes for the day's deals, which are the same for everyone, and for their boards (lists of results)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from uka.core.ruleset import Ruleset
from uka.days import DEALS, DayBoard, day_rules
from uka.hosting.chosen_rules import ruleset_with_changes
from uka.hosting.day_tables import chosen_pace, date_of, ruleset_with_text
from uka.records.fair import FIRST_DAY
from uka.rulesets import DEFAULT_RULESET
from uka.wire.day_bodies import DayGame, DayPage, DaysStatus, DayStanding, DayTicket, OwnDay, PublishedSeed
from uka.wire.http_bodies import Guest
from uka.wire.table_commands import RulesetName

from ..base.problems import refusal_responses
from ..base.requester import Requester
from .request import Request, enforce_rate_limit

MOST_RESULTS = 50
"""The maximum number of results that the page of a board shows."""
Changes = Annotated[str, QueryParameter(name="changes", description="changes to fields of the ruleset, as JSON")]


@get("/api/days", responses=refusal_responses())
async def all_days(request: Request) -> DaysStatus:
    """Return the first day whose deals everybody can play, the present day, and the number of deals of each day.

    The response also holds a published hash, against which anybody can check the seed of a day once the seed is out.
    """
    days = request.context.days
    return DaysStatus(FIRST_DAY, days.today, days.anchor.hex(), DEALS)


@get("/api/days/{day:str}", responses=refusal_responses(400, 409, 503))
async def day_board(
    request: Request, day: FromPath[str], rules: FromQuery[RulesetName] = DEFAULT_RULESET, changes: Changes = "{}"
) -> DayPage:
    """Return the board of a day under a ruleset: the best results with the day's deals, and your own result."""
    guest = request.admit_guest()
    played_rules = day_rules(ruleset_with_text(rules, changes))
    date_played = date_of(day)
    board = await request.context.days.own_board(date_played, played_rules, guest)
    return _page(request, date_played, played_rules, board, guest)


@post("/api/days/{day:str}/games", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def play_day(request: Request, day: FromPath[str], data: JSONBody[DayGame]) -> DayTicket:
    """Open your table for the deals of a day, or return the one that you have opened.

    Only your first game with these deals counts for the results of the day. You cannot begin it again, and nobody can
    play for you. After this game you can play the deals again for practice.
    """
    guest = request.require_guest()
    date_played = date_of(day)
    request.context.days.check_day(date_played)
    enforce_rate_limit(request.services.quick, guest.player, "too many games at once: wait a moment")
    rules = day_rules(ruleset_with_changes(data.rules, data.changes))
    requester = Requester(guest.player, request.address)
    place = await request.context.days.play(date_played, rules, guest, requester, chosen_pace(data.settings))
    return DayTicket(place.live.id, request.context.invitations.of(place.live), place.counted)


@get("/engine/days.json", include_in_schema=False)
async def last_published_seed(request: Request) -> PublishedSeed | None:
    """Return the last published seed, with which the engine of the page deals past days without this server."""
    found = request.context.days.last_published()
    return PublishedSeed(found[0], found[1].hex()) if found else None


def _page(request: Request, day: date, rules: Ruleset, board: DayBoard, guest: Guest | None) -> DayPage:
    seed = request.context.days.published_seed(day)
    own = _own_day(board, guest.player) if guest else None
    deals_shown = seed is not None or (own is not None and own.points)
    if deals_shown and board.opened:
        payer = Requester(guest.player if guest else "", request.address)
        request.context.day_boards.request_par(day, rules, board, payer)
    return DayPage(
        day=day,
        title=rules.title,
        players=len(board.standings),
        results=tuple(DayStanding(each.rank, each.name, each.total) for each in board.standings[:MOST_RESULTS]),
        own=own,
        par=board.par if deals_shown else (),
        averages=board.averages if deals_shown else (),
        seed=seed.hex() if seed else None,
    )


def _own_day(board: DayBoard, player: str) -> OwnDay | None:
    begun = board.begun.get(player)
    if begun is None:
        return None
    standing = board.result_of(player)
    return OwnDay(begun.table, standing.points, standing.rank) if standing else OwnDay(begun.table)


ROUTES = (all_days, day_board, play_day, last_published_seed)
