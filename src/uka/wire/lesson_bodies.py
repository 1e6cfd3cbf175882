"""The bodies of HTTP responses about lessons."""

from __future__ import annotations

from uka.core.ruleset import Ruleset
from uka.lessons import Course, Exercise, Lesson, LessonAnswer
from uka.table.views.deal_view import DealView, view_of_deal

from .http_bodies import ResponseBody


class CourseSummary(ResponseBody, frozen=True):
    """A course for lists: the name and the title of its ruleset, and the number of its lessons."""

    rules: str
    title: str
    lessons: int


class LessonExercise(ResponseBody, frozen=True):
    """A rule or an idea, and a question about it.

    ``deal`` is the deal as the learner sees it; the answers are then the actions that the learner may choose. It is
    null if the answers are words. ``name`` is unique in the course.
    """

    name: str
    says: tuple[str, ...]
    asks: str
    answers: tuple[LessonAnswer, ...]
    deal: DealView | None


class LessonPage(ResponseBody, frozen=True):
    """A lesson. ``rules`` are the sentences of the rulebook that it is about."""

    name: str
    title: str
    exercises: tuple[LessonExercise, ...]
    rules: tuple[str, ...]


class CoursePage(ResponseBody, frozen=True):
    """All lessons for a ruleset, with the answers and what follows from each of them."""

    rules: Ruleset
    lessons: tuple[LessonPage, ...]


def course_page(course: Course) -> CoursePage:
    """Return a course as clients get it.

    >>> from uka.lessons import course
    >>> [lesson.title for lesson in course_page(course("uka")).lessons][:2]
    ['Tricks', 'The bowers']
    """
    return CoursePage(course.rules, tuple(map(_lesson, course.lessons)))


def _lesson(lesson: Lesson) -> LessonPage:
    return LessonPage(lesson.name, lesson.title, tuple(map(_exercise, lesson.exercises)), lesson.rules)


def _exercise(exercise: Exercise) -> LessonExercise:
    seen = exercise.seen
    deal = view_of_deal(seen, seen.cards) if seen else None
    return LessonExercise(exercise.name, exercise.says, exercise.asks, exercise.answers, deal)
