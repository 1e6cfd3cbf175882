"""HTTP routes for puzzles: lists, single puzzles, the puzzle of the day, and answers to attempts.

Puzzles are the same for everybody and need no guest. Browsers and proxies may store what these routes tell.
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

LONGEST = 3_600
HOUR = CacheControlHeader(public=True, max_age=LONGEST)
"""How long an answer may be stored: a server with a new version has other puzzles."""
Day = Annotated[date | None, QueryParameter(name="date", description="a date such as 2026-11-24; without it, today")]


@get("/api/puzzles", cache_control=HOUR, responses=refusal_responses())
async def all_puzzles(request: Request) -> list[PuzzleCollection]:
    """List the rulesets that have puzzles, and how many puzzles of each theme there are."""
    found = [puzzles.load(name) for name in puzzles.names()]
    return [PuzzleCollection(each.header.rules.name, each.header.rules.title, each.themes) for each in found]


@get("/api/puzzles/{rules:str}", cache_control=HOUR, responses=refusal_responses(404))
async def puzzles_of(request: Request, rules: FromPath[str]) -> PuzzleList:
    """List the ratings of the puzzles of a ruleset, by theme and by number of the puzzle."""
    return PuzzleList(rules, _file(rules).ratings)


@get("/api/puzzles/{rules:str}/day", responses=refusal_responses(400, 404))
async def puzzle_of_the_day(request: Request, rules: FromPath[str], day: Day = None) -> Response[PuzzlePage]:
    """Return the puzzle of a day. It is the same for everybody, and follows from the date.

    Without a date, the day is today in UTC, and the answer may be stored until that day ends.
    """
    clock, found = request.context.clock, _file(rules)
    chosen = day or clock.today
    left = LONGEST if day else min(LONGEST, max(0, end_of(chosen) - clock.now()) // 1_000)
    stored = CacheControlHeader(public=True, max_age=left)
    page = _page(found, puzzles.puzzle_of_the_day(found, chosen))
    return Response(page, headers={stored.HEADER_NAME: stored.to_header()})


@get("/api/puzzles/{rules:str}/{number:int}", cache_control=HOUR, responses=refusal_responses(404))
async def one_puzzle(request: Request, rules: FromPath[str], number: FromPath[int]) -> PuzzlePage:
    """Return a puzzle without its answer."""
    found = _file(rules)
    return _page(found, _puzzle(found, number))


@post("/api/puzzles/{rules:str}/{number:int}/attempt", status_code=200, responses=refusal_responses(400, 404, 413, 415))
async def try_puzzle(
    request: Request, rules: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAttempt]
) -> PuzzleAnswer:
    """Tell whether an action solves a puzzle, and the answer of the puzzle. Nothing is stored."""
    found = _file(rules)
    puzzle, action = _puzzle(found, number), data.action
    if action not in (seen := puzzle.observation(found.header.rules)).lawful_actions:
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
    """Return the choices, rated against an action; return none if the server has no time for that."""
    try:
        enforce_rate_limit(request.services.reviews, request.address, "too many attempts at once: wait a moment")
        return await request.services.coach.hint(seen, Requester(address=request.address), chosen=action)
    except HttpRefusal:
        return ()


def _file(rules: str) -> PuzzleFile:
    if rules not in (known := puzzles.names()):
        raise HttpRefusal(404, f"there are no puzzles of that ruleset, only of {', '.join(known) or 'none'}")
    return puzzles.load(rules)


def _puzzle(found: PuzzleFile, number: int) -> Puzzle:
    puzzle = found.by_deal.get(number)
    if puzzle is None:
        raise HttpRefusal(404, "there is no puzzle of that number")
    return puzzle


def _page(found: PuzzleFile, puzzle: Puzzle) -> PuzzlePage:
    rules = found.header.rules
    position = position_of(puzzle.observation(rules))
    return PuzzlePage(rules.name, puzzle.deal, puzzle.theme, puzzle.difficulty, puzzle.rating, position)


ROUTES = (all_puzzles, puzzles_of, puzzle_of_the_day, one_puzzle, try_puzzle)
