"""The places at which a learner stopped in the courses of lessons, kept in a small file, one place for each course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.lessons import Course, Exercise, Lesson
from uka.records.user_folder import data_folder, read_small, write_small

FILE = "lessons.json"


class LessonPlace(NamedTuple):
    """A place in a course: an exercise, with the number of its lesson and its own number in the lesson, from 1."""

    lesson_number: int
    lesson: Lesson
    number: int
    exercise: Exercise


def places(course: Course) -> Iterator[LessonPlace]:
    """Yield the places of a course, in order."""
    for lesson_number, lesson in enumerate(course.lessons, 1):
        for number, exercise in enumerate(lesson.exercises, 1):
            yield LessonPlace(lesson_number, lesson, number, exercise)


def saved_place(course: Course) -> LessonPlace | None:
    """Return the place at which the learner stopped. Return None if none is stored, or only the first of the course."""
    name = _stored().get(course.rules.name)
    return next((place for place in [*places(course)][1:] if place.exercise.name == name), None)


def save_place(course: Course, place: LessonPlace | None) -> str:
    """Store the place at which the learner goes on, or forget it if it is None.

    Return a sentence if the file cannot be written, or an empty text.
    """
    kept = {name: exercise for name, exercise in _stored().items() if name != course.rules.name}
    if place is not None:
        kept[course.rules.name] = place.exercise.name
    try:
        write_small(FILE, kept)
    except OSError as error:
        return f"Your place in the course can't be saved in {data_folder()}: {error.strerror}. The course goes on."
    return ""


def _stored() -> dict[str, str]:
    return read_small(FILE, dict[str, str]) or {}
