"""Lessons: a course in which a learner answers questions about deals and rules. The answers follow from the ruleset.

``course.toml`` describes the course once for all rulesets. Which actions are legal, who takes a trick and what a deal
scores comes from ``uka.core``.

- ``description``: the course as ``course.toml`` describes it, before a ruleset is applied.
- ``facts``: puts a ruleset's numbers, words and rulebook sentences into the texts of a lesson.
- ``lesson``: lessons, exercises and answers, as a learner gets them.
- ``continuation``: plays a deal to its end after an answer, and says what happened.
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
