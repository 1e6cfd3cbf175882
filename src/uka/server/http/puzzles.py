"""HTTP routes for puzzles: lists, single puzzles, the puzzle of the day, and answers to attempts.

Puzzles are the same for everybody and need no guest. So browsers and proxies may cache the responses to GET requests.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, JSONBody, QueryParameter

from uka.coach import RatedAction
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.hosting import puzzle_pages
from uka.wire.puzzle_bodies import PuzzleAnswer, PuzzleAttempt, PuzzleCollection, PuzzleList, PuzzlePage

from ..base.problems import HttpRefusal, refusal_responses
from ..base.requester import Requester
from ..live.day_boards import end_of
from .request import Request, enforce_rate_limit

CACHE_SECONDS = 3_600
"""The maximum number of seconds for which a response may be cached."""
HOUR = CacheControlHeader(public=True, max_age=CACHE_SECONDS)
"""Lets browsers and proxies cache a response for an hour. After an update the server may have other puzzles."""
PuzzleDate = Annotated[
    date | None, QueryParameter(name="date", description="a date such as 2026-11-24; without it, today")
]


@get("/api/puzzles", cache_control=HOUR, responses=refusal_responses())
async def all_puzzles(request: Request) -> list[PuzzleCollection]:
    """List the rulesets that have puzzles, and how many puzzles of each theme there are."""
    return puzzle_pages.puzzle_collections()


@get("/api/puzzles/{rules:str}", cache_control=HOUR, responses=refusal_responses(404))
async def puzzles_of(request: Request, rules: FromPath[str]) -> PuzzleList:
    """Return the rating (difficulty) of each puzzle of a ruleset, by theme and then by the puzzle's number."""
    return puzzle_pages.puzzle_ratings(rules)


@get("/api/puzzles/{rules:str}/day", responses=refusal_responses(400, 404))
async def puzzle_of_the_day(request: Request, rules: FromPath[str], day: PuzzleDate = None) -> Response[PuzzlePage]:
    """Return the puzzle of a day under a ruleset, which is the same for everybody.

    Without a date, the day is today in UTC, and the response may be cached until today ends.
    """
    clock = request.context.clock
    chosen = day or clock.today
    seconds = CACHE_SECONDS if day else min(CACHE_SECONDS, max(0, end_of(chosen) - clock.now()) // 1_000)
    caching = CacheControlHeader(public=True, max_age=seconds)
    return Response(puzzle_pages.page_of_day(rules, chosen), headers={caching.HEADER_NAME: caching.to_header()})


@get("/api/puzzles/{rules:str}/{number:int}", cache_control=HOUR, responses=refusal_responses(404))
async def one_puzzle(request: Request, rules: FromPath[str], number: FromPath[int]) -> PuzzlePage:
    """Return a puzzle without its answer."""
    return puzzle_pages.page_of_puzzle(rules, number)


@post("/api/puzzles/{rules:str}/{number:int}/attempt", status_code=200, responses=refusal_responses(400, 404, 413, 415))
async def try_puzzle(
    request: Request, rules: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAttempt]
) -> PuzzleAnswer:
    """Return whether an action solves a puzzle, and the best actions with the reasons. Nothing is stored."""
    attempt = puzzle_pages.Attempt(rules, number, data.action)
    return attempt.answer(await _rated(request, attempt.seen, data.action) if attempt.needs_rating else ())


async def _rated(request: Request, seen: Observation, action: Action) -> tuple[RatedAction, ...]:
    """Rate all legal actions, each compared with ``action``, the client's choice, and return the ratings.

    Return an empty tuple if the client's address sends too many attempts, or if the server is too busy.
    """
    try:
        enforce_rate_limit(request.services.reviews, request.address, "too many attempts at once: wait a moment")
        return await request.services.coach.hint(seen, Requester(address=request.address), chosen=action)
    except HttpRefusal:
        return ()


ROUTES = (all_puzzles, puzzles_of, puzzle_of_the_day, one_puzzle, try_puzzle)
