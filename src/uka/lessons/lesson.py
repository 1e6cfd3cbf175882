"""A lesson as a learner takes it: exercises, each with its answers and what follows from each of them."""

from __future__ import annotations

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset


class LessonAnswer(msgspec.Struct, frozen=True):
    """An answer that a learner may give, whether it is right, and the sentences that reply to it.

    ``action`` is the action that the answer stands for. It is None if the answer is words.
    """

    label: str
    right: bool
    reply: tuple[str, ...]
    action: Action | None = None


class Exercise(msgspec.Struct, frozen=True):
    """A rule or an idea in two sentences, and a question about it. ``name`` is unique in the course.

    ``seen`` is what the learner, who sits south, sees of the deal. It is None if the question needs no cards. The
    ``answers`` are all legal actions in this position, or the answers in words.
    """

    name: str
    says: tuple[str, ...]
    asks: str
    answers: tuple[LessonAnswer, ...]
    seen: Observation | None = None

    @property
    def right(self) -> tuple[LessonAnswer, ...]:
        """The right answers."""
        return tuple([answer for answer in self.answers if answer.right])


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of a course. ``rules`` are the rules that it is about, as sentences."""

    name: str
    title: str
    exercises: tuple[Exercise, ...]
    rules: tuple[str, ...]


class Course(msgspec.Struct, frozen=True):
    """The lessons under one ruleset."""

    rules: Ruleset
    lessons: tuple[Lesson, ...]
