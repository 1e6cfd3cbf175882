"""Routes for lessons."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.web import served
from uka import lessons
from uka.wire.lesson_bodies import CoursePage, CourseSummary

pytestmark = pytest.mark.server


async def test_each_ruleset_of_the_list_has_a_course_that_may_be_stored() -> None:
    async with served() as web:
        listed = msgspec.json.decode((await web.client().get("/api/lessons")).content, type=list[CourseSummary])
        assert [each.rules for each in listed] == list(lessons.names())
        for each in listed:
            answer = await web.client().get(f"/api/lessons/{each.rules}")
            assert answer.headers["Cache-Control"] == "max-age=3600, public"
            page = msgspec.json.decode(answer.content, type=CoursePage)
            assert page.rules.title == each.title
            assert [lesson.title for lesson in page.lessons] == [x.title for x in lessons.course(each.rules).lessons]


async def test_a_ruleset_without_lessons_is_refused() -> None:
    async with served() as web:
        answer = await web.client().get("/api/lessons/ohio")
        assert answer.status_code == 404
        assert "only for uka, tainui, bicycle, north_american" in answer.text
