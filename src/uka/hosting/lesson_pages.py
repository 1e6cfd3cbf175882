"""The pages of the lessons, which are the same for everybody."""

from __future__ import annotations

from functools import cache

from uka import lessons
from uka.rulesets import find
from uka.wire.lesson_bodies import CoursePage, CourseSummary, course_page

from .errors import Unknown


def course_summaries() -> list[CourseSummary]:
    """Return a summary of each ruleset that there are lessons for."""
    return [CourseSummary(name, find(name).title, lessons.lesson_count(name)) for name in lessons.names()]


@cache
def page_of_course(rules: str) -> CoursePage:
    """Return all lessons for a ruleset. Their positions contain no card that the learner may not see.

    The first call takes long, since every deal of the course is played to its end. Raise ``Unknown`` if there are no
    lessons for that ruleset.
    """
    if rules not in lessons.names():
        raise Unknown(f"there are no lessons for that ruleset, only for {', '.join(lessons.names())}")
    return course_page(lessons.course(rules))
