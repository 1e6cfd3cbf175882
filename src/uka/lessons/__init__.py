"""Lessons: a course in which a learner plays positions. The ruleset decides what each lesson asks and answers.

``course.toml`` describes the course once for all rulesets. Legality, tricks and points come from ``uka.core``.

- ``description``: the course as it is described, before a ruleset is applied.
- ``facts``: a ruleset's numbers, words and rulebook sentences, for the texts of a lesson.
- ``lesson``: lessons, exercises and answers, for a learner.
- ``continuation``: plays a deal on after an answer, and tells what follows.
- ``position``: exercises in which the learner chooses an action in a deal.
- ``question``: exercises in which the learner chooses an answer in words.
- ``course``: the course under a ruleset.

>>> [lesson.title for lesson in course("uka").lessons][:2]
['Tricks', 'The bowers']
"""

from __future__ import annotations

from .course import NAMES, NEAREST, UnknownCourse, course, lesson_count, names, nearest
from .lesson import Course, Exercise, Lesson, LessonAnswer

__all__ = [
    "NAMES",
    "NEAREST",
    "Course",
    "Exercise",
    "Lesson",
    "LessonAnswer",
    "UnknownCourse",
    "course",
    "lesson_count",
    "names",
    "nearest",
]
