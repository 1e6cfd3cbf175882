"""The bodies of HTTP responses about lessons."""

from __future__ import annotations

from uka.core.ruleset import Ruleset
from uka.lessons import Course, Exercise, Lesson, LessonAnswer
from uka.table.views.deal_view import DealView, view_of_deal

from .http_bodies import ResponseBody


class CourseSummary(ResponseBody, frozen=True):
    """A summary of a course (all lessons for one ruleset), for lists of courses."""

    rules: str
    """The name of the ruleset."""
    title: str
    """The title of the ruleset."""
    lessons: int
    """The number of lessons in the course."""


class LessonExercise(ResponseBody, frozen=True):
    """A rule or an idea, and a question about it."""

    name: str
    """The name of the exercise, which is unique in the course."""
    says: tuple[str, ...]
    """The rule or idea, as sentences."""
    asks: str
    """The question."""
    answers: tuple[LessonAnswer, ...]
    deal: DealView | None
    """The deal as the learner sees it, if the answers are actions in it; null if the answers are texts."""


class LessonPage(ResponseBody, frozen=True):
    """A lesson with its exercises."""

    name: str
    title: str
    exercises: tuple[LessonExercise, ...]
    rules: tuple[str, ...]
    """The sentences of the rulebook that the lesson explains."""


class CoursePage(ResponseBody, frozen=True):
    """A course: all lessons for one ruleset, with the answers to each question and what follows from each answer."""

    rules: Ruleset
    lessons: tuple[LessonPage, ...]


def course_page(course: Course) -> CoursePage:
    """Return the response body that holds ``course``.

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
