"""The description of the course in ``course.toml``, which is the same for all rulesets.

In place of a fact that depends on the ruleset, a text holds its name in braces, such as ``{points[march]}`` or
``{rule[nobody_calls]}``. The module ``facts`` lists these names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from uka.core.ruleset import Ruleset
from uka.rulesets.rulebook import value_of

HERE = Path(__file__).parent
Condition = Mapping[str, tuple[Any, ...]]
"""A dict from the name of a ruleset's field to the values under which a lesson or exercise is part of the course."""


class DealDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in which the learner sits south and has to choose. The hands are as they were dealt."""

    dealer: str
    upcard: str
    north: str
    east: str
    south: str
    west: str
    actions: str = ""
    """The actions so far, separated by commas, or ``everybody passes``."""
    low: dict[str, str] = {}
    """A dict from card to the lower card that replaces it in packs of 32 cards, such as ``{9c = "7c"}``."""
    revokes: bool = False
    """Whether players can revoke in the deal, and claim revokes."""
    score: tuple[int, int] = (0, 0)
    """The score of the game: the learner's side, then the other side. A negative number counts from the target."""


class ScoredTricks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a deal in which the learner's side made trump. An exercise asks how many points it scores."""

    tricks: int
    """The number of tricks that the learner's side took."""
    alone: bool = False
    """Whether the learner went alone."""


class ExerciseDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise: what the learner reads, what is asked, and which answers are right.

    If ``right`` is given, the learner chooses an action in ``deal``. Otherwise exactly one of the fields from
    ``choices`` on is given, and the learner chooses an answer in words.
    """

    name: str
    """The name of the exercise, which is unique in the course."""
    says: tuple[str, str]
    """The two sentences that the learner reads before the question."""
    asks: str
    """The question."""
    because: str
    """Why the right answer is right."""
    when: dict[str, tuple[Any, ...]] = {}
    """The rulesets to which the exercise belongs: a dict from field to the values that it may have."""
    deal: DealDescription | None = None
    right: tuple[str, ...] = ()
    """The right actions, written as in ``uka.core.action_text``."""
    mistake: str = ""
    """Why the other actions are wrong."""
    choices: tuple[str, ...] = ()
    """The answers, the right one first."""
    rule: str = ""
    """A field of a ruleset: the learner is asked which of its values the ruleset has."""
    said: str = ""
    """A call: the learner is asked for the words that a player says."""
    scored: ScoredTricks | None = None
    """How a deal ended: the learner is asked for the points."""
    lawful: str = ""
    """An action: the learner is asked whether it is legal in ``deal``."""
    leader: bool = False
    """Whether the learner is asked who leads in ``deal``."""


class LessonDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of the course: its exercises, and sentences that sum it up."""

    name: str
    title: str
    exercises: tuple[ExerciseDescription, ...]
    rules: tuple[str, ...] = ()
    """The fields of a ruleset whose sentences in the rulebook sum up the lesson."""
    notes: tuple[str, ...] = ()
    """Further sentences that sum up the lesson."""
    when: dict[str, tuple[Any, ...]] = {}
    """The rulesets to which the lesson belongs: a dict from field to the values that it may have."""


@cache
def lesson_descriptions() -> tuple[LessonDescription, ...]:
    """Return the lessons that ``course.toml`` describes, for all rulesets."""
    table = tomllib.loads((HERE / "course.toml").read_text("utf-8"))
    return msgspec.convert(table["lessons"], tuple[LessonDescription, ...])


def applies(when: Condition, rules: Ruleset) -> bool:
    """Return whether a lesson or exercise with the condition ``when`` belongs to the course for ``rules``."""
    return all(value_of(rules, field) in values for field, values in when.items())
