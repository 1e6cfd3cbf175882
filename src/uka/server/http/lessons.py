"""HTTP routes for lessons. Lessons are the same for everybody and need no guest."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath

from uka.hosting import lesson_pages
from uka.wire.lesson_bodies import CoursePage, CourseSummary

from ..base.problems import refusal_responses
from .request import Request

HOUR = CacheControlHeader(public=True, max_age=3_600)
"""Lets browsers and proxies cache an answer for an hour. After an update the server may have other lessons."""


@get("/api/lessons", cache_control=HOUR, responses=refusal_responses())
async def all_courses(request: Request) -> list[CourseSummary]:
    """List the rulesets that there are lessons for."""
    return lesson_pages.course_summaries()


@get("/api/lessons/{rules:str}", cache_control=HOUR, responses=refusal_responses(404))
async def one_course(request: Request, rules: FromPath[str]) -> CoursePage:
    """Return all lessons for a ruleset. The positions in the lessons contain no card that the learner may not see."""
    return await asyncio.to_thread(lesson_pages.page_of_course, rules)


ROUTES = (all_courses, one_course)
