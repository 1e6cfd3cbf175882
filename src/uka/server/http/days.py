"""HTTP routes for the day's deals: the days, the board of a day, and a game with its deals."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from uka.core.ruleset import Ruleset
from uka.days import DEALS, DayBoard, day_rules
from uka.records.fair import FIRST_DAY
from uka.rulesets import DEFAULT_RULESET
from uka.wire.day_bodies import DayGame, DayPage, DaysStatus, DayStanding, DayTicket, OwnDay
from uka.wire.http_bodies import Guest
from uka.wire.table_commands import RulesetName

from ..base.problems import HttpRefusal, refusal_responses
from ..base.requester import Requester
from ..live.days import PACES, USUAL_PACE
from .request import Request, enforce_rate_limit
from .rulesets import ruleset_with_changes

SHOWN = 50
"""The number of results that a board shows."""
Changes = Annotated[str, QueryParameter(name="changes", description="changes to fields of the ruleset, as JSON")]


@get("/api/days", responses=refusal_responses())
async def all_days(request: Request) -> DaysStatus:
    """Tell which days have deals, and the anchor of their seeds."""
    days = request.context.days
    return DaysStatus(FIRST_DAY, days.today, days.anchor.hex(), DEALS)


@get("/api/days/{day:str}", responses=refusal_responses(400, 409, 503))
async def day_board(
    request: Request, day: FromPath[str], rules: FromQuery[RulesetName] = DEFAULT_RULESET, changes: Changes = "{}"
) -> DayPage:
    """Return the board of a day under a ruleset."""
    guest, played, when = request.guest, day_rules(_rules(rules, changes)), _date(day)
    board = await request.context.days.own_board(when, played, guest)
    return _page(request, when, played, board, guest)


@post("/api/days/{day:str}/games", status_code=200, responses=refusal_responses(400, 401, 409, 413, 415, 503))
async def play_day(request: Request, day: FromPath[str], data: JSONBody[DayGame]) -> DayTicket:
    """Open your table for the deals of a day, or find the one that you have.

    Your first game counts. It cannot be begun again, and nobody plays for you. Afterwards you can practise.
    """
    guest, when = request.known, _date(day)
    request.context.days.check_day(when)
    enforce_rate_limit(request.services.quick, guest.player, "too many games at once: wait a moment")
    rules = day_rules(ruleset_with_changes(data.rules, data.changes))
    pace = msgspec.structs.replace(USUAL_PACE, **{name: getattr(data.settings or USUAL_PACE, name) for name in PACES})
    requester = Requester(guest.player, request.address)
    place = await request.context.days.play(when, rules, guest, requester, pace)
    return DayTicket(place.live.id, request.context.invitations.of(place.live), place.counted)


def _date(text: str) -> date:
    with suppress(ValueError):
        if str(found := date.fromisoformat(text)) == text:
            return found
    raise HttpRefusal(400, "a day is a date such as 2026-11-24")


def _rules(name: RulesetName, changes: str) -> Ruleset:
    try:
        found = msgspec.json.decode(changes, type=dict[str, Any])
    except RecursionError:
        raise HttpRefusal(400, "changes are a JSON object: this one is nested too deeply") from None
    except msgspec.MsgspecError as error:
        raise HttpRefusal(400, f"changes are a JSON object: {error}") from None
    return ruleset_with_changes(name, found)


def _page(request: Request, day: date, rules: Ruleset, board: DayBoard, guest: Guest | None) -> DayPage:
    seed = request.context.days.published_seed(day)
    own = _own(board, guest.player) if guest else None
    open_ = seed is not None or (own is not None and own.points)
    if open_ and board.opened:
        payer = Requester(guest.player if guest else "", request.address)
        request.context.day_boards.request_par(day, rules, board, payer)
    return DayPage(
        day=day,
        title=rules.title,
        players=len(board.standings),
        results=tuple(DayStanding(each.rank, each.name, each.total) for each in board.standings[:SHOWN]),
        own=own,
        par=board.par if open_ else (),
        averages=board.averages if open_ else (),
        seed=seed.hex() if seed else None,
    )


def _own(board: DayBoard, player: str) -> OwnDay | None:
    begun, standing = board.begun.get(player), board.result_of(player)
    if begun is None:
        return None
    return OwnDay(begun.table, standing.points, standing.rank) if standing else OwnDay(begun.table)


ROUTES = (all_days, day_board, play_day)
