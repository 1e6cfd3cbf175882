"""HTTP routes for puzzles: lists, single puzzles, the puzzle of the day, and answers to attempts.

Puzzles are the same for everybody and need no guest. Browsers and proxies may store what these routes tell.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, JSONBody, QueryParameter

from uka import puzzles
from uka.puzzles import Puzzle, PuzzleFile
from uka.wire.positions import position_of
from uka.wire.puzzle_bodies import PuzzleAnswer, PuzzleAttempt, PuzzleCollection, PuzzleList, PuzzlePage

from ..base.problems import HttpRefusal, refusal_responses
from .request import Request

HOUR = CacheControlHeader(public=True, max_age=3_600)
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


@get("/api/puzzles/{rules:str}/day", cache_control=HOUR, responses=refusal_responses(400, 404))
async def puzzle_of_the_day(request: Request, rules: FromPath[str], day: Day = None) -> PuzzlePage:
    """Return the puzzle of a day. It is the same for everybody, and follows from the date.

    Without a date, the day is today in UTC.
    """
    found = _file(rules)
    return _page(found, puzzles.puzzle_of_the_day(found, day or datetime.now(UTC).date()))


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
    cost = puzzle.cost(action)
    return PuzzleAnswer(
        solved=action in puzzle.best,
        best=puzzle.best,
        second=puzzle.second,
        margin=puzzle.margin,
        margin_error=puzzle.margin_error,
        cost=cost.win,
        exact=cost.exact,
        reasons=puzzle.reasons,
        levels=puzzle.solved,
    )


def _file(rules: str) -> PuzzleFile:
    if rules not in (known := puzzles.names()):
        raise HttpRefusal(404, f"there are no puzzles of that ruleset, only of {', '.join(known) or 'none'}")
    return puzzles.load(rules)


def _puzzle(found: PuzzleFile, number: int) -> Puzzle:
    puzzle = found.numbered.get(number)
    if puzzle is None:
        raise HttpRefusal(404, "there is no puzzle of that number")
    return puzzle


def _page(found: PuzzleFile, puzzle: Puzzle) -> PuzzlePage:
    rules = found.header.rules
    position = position_of(puzzle.observation(rules))
    return PuzzlePage(rules.name, puzzle.deal, puzzle.theme, puzzle.difficulty, puzzle.rating, position)


ROUTES = (all_puzzles, puzzles_of, puzzle_of_the_day, one_puzzle, try_puzzle)
