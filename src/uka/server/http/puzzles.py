"""HTTP routes for puzzles: lists, single puzzles, the puzzle of the day, and answers to attempts.

Puzzles are the same for everybody and need no guest. So browsers and proxies may cache the responses to GET requests.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, JSONBody, QueryParameter

from uka import puzzles
from uka.coach import RatedAction
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.puzzles import Puzzle, PuzzleFile
from uka.wire.positions import position_of
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
    files = [puzzles.load(name) for name in puzzles.names()]
    return [PuzzleCollection(file.header.rules.name, file.header.rules.title, file.themes) for file in files]


@get("/api/puzzles/{rules:str}", cache_control=HOUR, responses=refusal_responses(404))
async def puzzles_of(request: Request, rules: FromPath[str]) -> PuzzleList:
    """Return the rating (difficulty) of each puzzle of a ruleset, by theme and then by the puzzle's number."""
    return PuzzleList(rules, _file(rules).ratings)


@get("/api/puzzles/{rules:str}/day", responses=refusal_responses(400, 404))
async def puzzle_of_the_day(request: Request, rules: FromPath[str], day: PuzzleDate = None) -> Response[PuzzlePage]:
    """Return the puzzle of a day under a ruleset, which is the same for everybody.

    Without a date, the day is today in UTC, and the response may be cached until today ends.
    """
    clock = request.context.clock
    file = _file(rules)
    chosen = day or clock.today
    seconds = CACHE_SECONDS if day else min(CACHE_SECONDS, max(0, end_of(chosen) - clock.now()) // 1_000)
    caching = CacheControlHeader(public=True, max_age=seconds)
    page = _page(file, puzzles.puzzle_of_the_day(file, chosen))
    return Response(page, headers={caching.HEADER_NAME: caching.to_header()})


@get("/api/puzzles/{rules:str}/{number:int}", cache_control=HOUR, responses=refusal_responses(404))
async def one_puzzle(request: Request, rules: FromPath[str], number: FromPath[int]) -> PuzzlePage:
    """Return a puzzle without its answer."""
    file = _file(rules)
    return _page(file, _puzzle(file, number))


@post("/api/puzzles/{rules:str}/{number:int}/attempt", status_code=200, responses=refusal_responses(400, 404, 413, 415))
async def try_puzzle(
    request: Request, rules: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAttempt]
) -> PuzzleAnswer:
    """Return whether an action solves a puzzle, and the best actions with the reasons. Nothing is stored."""
    file, action = _file(rules), data.action
    puzzle = _puzzle(file, number)
    seen = puzzle.observation(file.header.rules)
    if action not in seen.lawful_actions:
        raise HttpRefusal(400, seen.why_not(action) or "that would be a revoke: follow the rules in a puzzle")
    cost = puzzle.cost(action, await _rated(request, seen, action) if puzzle.needs_rating(action) else ())
    return PuzzleAnswer(
        solved=action in puzzle.best,
        best=puzzle.best,
        second=puzzle.second,
        margin=puzzle.margin,
        margin_error=puzzle.margin_error,
        cost=cost.win,
        exact=cost.exact,
        cost_reasons=cost.reasons,
        reasons=puzzle.reasons,
        levels=puzzle.solved,
    )


async def _rated(request: Request, seen: Observation, action: Action) -> tuple[RatedAction, ...]:
    """Rate all legal actions, each compared with ``action``, the client's choice, and return the ratings.

    Return an empty tuple if the client's address sends too many attempts, or if the server is too busy.
    """
    try:
        enforce_rate_limit(request.services.reviews, request.address, "too many attempts at once: wait a moment")
        return await request.services.coach.hint(seen, Requester(address=request.address), chosen=action)
    except HttpRefusal:
        return ()


def _file(rules: str) -> PuzzleFile:
    known = puzzles.names()
    if rules not in known:
        raise HttpRefusal(404, f"there are no puzzles of that ruleset, only of {', '.join(known) or 'none'}")
    return puzzles.load(rules)


def _puzzle(file: PuzzleFile, number: int) -> Puzzle:
    puzzle = file.by_deal.get(number)
    if puzzle is None:
        raise HttpRefusal(404, "there is no puzzle of that number")
    return puzzle


def _page(file: PuzzleFile, puzzle: Puzzle) -> PuzzlePage:
    rules = file.header.rules
    position = position_of(puzzle.observation(rules))
    return PuzzlePage(rules.name, puzzle.deal, puzzle.theme, puzzle.difficulty, puzzle.rating, position)


ROUTES = (all_puzzles, puzzles_of, puzzle_of_the_day, one_puzzle, try_puzzle)
