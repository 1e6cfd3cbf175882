"""The HTTP route for seasons. The server keeps no season: each request brings the season's log."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from uka.hosting.season_pages import page_of_season
from uka.wire.season_bodies import MOST_SEASON_BYTES, SeasonPage, SeasonRequest

from ..base.problems import refusal_responses
from .records import TOO_MANY
from .request import Request, enforce_rate_limit


@post(
    "/api/seasons",
    status_code=200,
    request_max_body_size=MOST_SEASON_BYTES,
    responses=refusal_responses(400, 413, 415, 503),
)
async def season(request: Request, data: JSONBody[SeasonRequest]) -> SeasonPage:
    """Return the page of a season from its log, perhaps after a change: table, honours, trends, meetings, ratings.

    The server keeps nothing of it. The status is 400 if a log is damaged or the change is refused.
    """
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    return await request.services.checker.do(page_of_season, data, request.context.clock.now())


ROUTES = (season,)
