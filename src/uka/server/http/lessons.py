"""HTTP routes for lessons. Lessons are the same for everybody and need no guest."""

from __future__ import annotations

import asyncio
from functools import cache

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath

from uka import lessons
from uka.rulesets import find
from uka.wire.lesson_bodies import CoursePage, CourseSummary, course_page

from ..base.problems import HttpRefusal, refusal_responses
from .request import Request

HOUR = CacheControlHeader(public=True, max_age=3_600)
"""Lets browsers and proxies cache an answer for an hour. After an update the server may have other lessons."""


@get("/api/lessons", cache_control=HOUR, responses=refusal_responses())
async def all_courses(request: Request) -> list[CourseSummary]:
    """List the rulesets that there are lessons for."""
    return [CourseSummary(name, find(name).title, lessons.lesson_count(name)) for name in lessons.names()]


@get("/api/lessons/{rules:str}", cache_control=HOUR, responses=refusal_responses(404))
async def one_course(request: Request, rules: FromPath[str]) -> CoursePage:
    """Return all lessons for a ruleset. The positions in the lessons contain no card that the learner may not see."""
    if rules not in lessons.names():
        raise HttpRefusal(404, f"there are no lessons for that ruleset, only for {', '.join(lessons.names())}")
    return await asyncio.to_thread(_page, rules)  # slow the first time: every deal of the course is played to its end


@cache
def _page(rules: str) -> CoursePage:
    return course_page(lessons.course(rules))


ROUTES = (all_courses, one_course)
