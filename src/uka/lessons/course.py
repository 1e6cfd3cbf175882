"""The course under a ruleset: each lesson that belongs to the ruleset, with its exercises."""

from __future__ import annotations

from functools import cache

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.rulesets import find
from uka.rulesets.rulebook import sentence

from . import position, question
from .description import ExerciseDescription, LessonDescription, applies, described
from .facts import filled
from .lesson import Course, Exercise, Lesson

NAMES = ("uka", "tainui", "bicycle", "north_american")
"""The rulesets that the course is for."""


NEAREST = {
    "knock": "north_american",
    "cardgames": "north_american",
    "canadian": "north_american",
    "australian": "north_american",
    "british": "north_american",
    "ohio": "north_american",
}
"""For each shipped ruleset without a course, the ruleset whose course fits best."""


class UnknownCourse(UkaError):
    """Raised if there are no lessons for a ruleset."""


def names() -> tuple[str, ...]:
    """Return the names of the rulesets that there are lessons for."""
    return NAMES


@cache
def course(name: str) -> Course:
    """Return the course for a ruleset. Raise ``UnknownCourse`` if there is none."""
    _check(name)
    return course_of(find(name))


def nearest(name: str) -> str:
    """Return the ruleset whose course a learner of a shipped ruleset takes. Raise ``UnknownCourse`` for another one.

    >>> nearest("bicycle"), nearest("knock")
    ('bicycle', 'north_american')
    """
    if name not in NEAREST:
        _check(name)
    return NEAREST.get(name, name)


def lesson_count(name: str) -> int:
    """Return the number of lessons of the course for a ruleset. Raise ``UnknownCourse`` if there is none.

    >>> lesson_count("uka") == len(course("uka").lessons)
    True
    """
    _check(name)
    return sum(applies(each.when, find(name)) for each in described())


def _check(name: str) -> None:
    if name not in NAMES:
        raise UnknownCourse(f"there are no lessons for {name!r}, only for {', '.join(NAMES)}")


def course_of(rules: Ruleset) -> Course:
    """Return the course for a ruleset, such as one with house rules.

    Raise ``InvalidDeal`` or ``IllegalAction`` if the ruleset does not allow a position of the course.
    """
    return Course(rules, tuple([_lesson(each, rules) for each in described() if applies(each.when, rules)]))


def _lesson(lesson: LessonDescription, rules: Ruleset) -> Lesson:
    exercises = tuple([_exercise(each, rules) for each in lesson.exercises if applies(each.when, rules)])
    notes = [filled(note, rules) for note in lesson.notes]
    return Lesson(lesson.name, lesson.title, exercises, (*(sentence(rules, field) for field in lesson.rules), *notes))


def _exercise(exercise: ExerciseDescription, rules: Ruleset) -> Exercise:
    says, asks = tuple([filled(text, rules) for text in exercise.says]), filled(exercise.asks, rules)
    if exercise.deal is None or not exercise.right:
        return Exercise(exercise.name, says, asks, question.answers(exercise, rules))
    deal = position.arranged(exercise.deal, rules)
    seen = position.seen_by_learner(deal, exercise.deal)
    return Exercise(exercise.name, says, asks, position.answers(exercise, deal, seen), seen)
