"""A lesson as a learner gets it: exercises, each with all its answers and what follows from each answer."""

from __future__ import annotations

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset


class LessonAnswer(msgspec.Struct, frozen=True):
    """An answer that a learner may choose in an exercise."""

    label: str
    """The answer in words."""
    right: bool
    """Whether the answer is right."""
    reply: tuple[str, ...]
    """The sentences that the learner reads after choosing the answer."""
    action: Action | None = None
    """The action in a deal for which the answer stands; None if the question is about something else."""


class Exercise(msgspec.Struct, frozen=True):
    """A rule or an idea in two sentences, and a question about it."""

    name: str
    """The name of the exercise, which is unique in the course."""
    says: tuple[str, ...]
    """The sentences that explain the rule or idea."""
    asks: str
    """The question."""
    answers: tuple[LessonAnswer, ...]
    """All answers to choose from: all legal actions in a deal, or answers in words."""
    seen: Observation | None = None
    """What the learner, who sits south, sees of the deal; None if the question needs no cards."""

    @property
    def right_answers(self) -> tuple[LessonAnswer, ...]:
        """The right answers."""
        return tuple([answer for answer in self.answers if answer.right])


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of a course."""

    name: str
    title: str
    exercises: tuple[Exercise, ...]
    rules: tuple[str, ...]
    """The rules that the lesson is about, as sentences."""


class Course(msgspec.Struct, frozen=True):
    """All lessons for one ruleset."""

    rules: Ruleset
    lessons: tuple[Lesson, ...]
