"""Makes the course for a ruleset: each lesson that belongs to the ruleset, with its exercises."""

from __future__ import annotations

from functools import cache

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.rulesets import find
from uka.rulesets.rulebook import sentence

from . import position, question
from .description import ExerciseDescription, LessonDescription, applies, lesson_descriptions
from .facts import with_facts
from .lesson import Course, Exercise, Lesson

NAMES = ("uka", "tainui", "bicycle", "north_american")
"""The names of the rulesets that have a course."""
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
    """Return the course for the ruleset named ``name``. Raise ``UnknownCourse`` if there is none."""
    _check(name)
    return course_of(find(name))


def nearest(name: str) -> str:
    """Return the name of the ruleset whose course a learner of the ruleset ``name`` takes.

    That is ``name`` itself if it has a course. Raise ``UnknownCourse`` if ``name`` is no ruleset that comes with Uka.

    >>> nearest("bicycle"), nearest("knock")
    ('bicycle', 'north_american')
    """
    if name not in NEAREST:
        _check(name)
    return NEAREST.get(name, name)


def lesson_count(name: str) -> int:
    """Return the number of lessons of the course for the ruleset ``name``. Raise ``UnknownCourse`` if there is none.

    >>> lesson_count("uka") == len(course("uka").lessons)
    True
    """
    _check(name)
    rules = find(name)
    return len([each for each in lesson_descriptions() if applies(each.when, rules)])


def _check(name: str) -> None:
    """Raise ``UnknownCourse`` if the ruleset named ``name`` has no course."""
    if name not in NAMES:
        raise UnknownCourse(f"there are no lessons for {name!r}, only for {', '.join(NAMES)}")


def course_of(rules: Ruleset) -> Course:
    """Return the course for any ruleset, such as one with house rules.

    Raise ``InvalidDeal`` or ``IllegalAction`` if the ruleset does not allow a position of the course.
    """
    return Course(rules, tuple([_lesson(each, rules) for each in lesson_descriptions() if applies(each.when, rules)]))


def _lesson(lesson: LessonDescription, rules: Ruleset) -> Lesson:
    """Return a lesson under ``rules``: the exercises that belong to these rules, and the sentences that sum it up."""
    exercises = tuple([_exercise(each, rules) for each in lesson.exercises if applies(each.when, rules)])
    sentences = [sentence(rules, field) for field in lesson.rules]
    notes = [with_facts(note, rules) for note in lesson.notes]
    return Lesson(lesson.name, lesson.title, exercises, (*sentences, *notes))


def _exercise(exercise: ExerciseDescription, rules: Ruleset) -> Exercise:
    """Return an exercise with its answers under ``rules``: actions in a deal, or answers in words."""
    says = tuple([with_facts(text, rules) for text in exercise.says])
    asks = with_facts(exercise.asks, rules)
    if exercise.deal is None or not exercise.right:
        return Exercise(exercise.name, says, asks, question.answers(exercise, rules))
    deal = position.arranged_deal(exercise.deal, rules)
    seen = position.seen_by_learner(deal, exercise.deal)
    return Exercise(exercise.name, says, asks, position.answers(exercise, deal, seen), seen)
