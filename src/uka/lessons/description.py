"""The description of the course, as ``course.toml`` holds it. It is the same for all rulesets.

A text may hold facts in braces, such as ``{points[march]}`` or ``{rule[nobody_calls]}``: see ``uka.lessons.facts``.
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
"""For each field of a ruleset, the values under which something is part of the course."""


class DealDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in which the learner sits south: the hands as dealt, the turn-up, and the actions so far.

    In packs of 32 cards, the cards in ``low`` replace those that they stand beside: ``{9c = "7c"}``.
    """

    dealer: str
    upcard: str
    north: str
    east: str
    south: str
    west: str
    actions: str = ""
    low: dict[str, str] = {}
    revokes: bool = False
    score: tuple[int, int] = (0, 0)


class ScoredTricks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tricks that the learner's side took after it made trump, and whether the learner went alone."""

    tricks: int
    alone: bool = False


class ExerciseDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise: what the learner reads, what is asked, and which answers are right.

    With ``right``, the learner chooses an action in ``deal``; actions are written as ``uka.core.action_text`` does.
    Exactly one of the following fields makes an exercise that is answered in words. ``choices`` lists the answers, the
    right one first. ``rule`` asks which of a field's values the ruleset has. ``said`` asks for the words of a call.
    ``scored`` asks for points. ``lawful`` asks whether an action is legal in ``deal``. ``leader`` asks who leads in
    ``deal``. ``because`` tells why the right answer is right, and ``mistake`` why the other actions are wrong.
    """

    name: str
    says: tuple[str, str]
    asks: str
    because: str
    when: dict[str, tuple[Any, ...]] = {}
    deal: DealDescription | None = None
    right: tuple[str, ...] = ()
    mistake: str = ""
    choices: tuple[str, ...] = ()
    rule: str = ""
    said: str = ""
    scored: ScoredTricks | None = None
    lawful: str = ""
    leader: bool = False


class LessonDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: its exercises, and the fields whose sentences in the rulebook sum it up."""

    name: str
    title: str
    exercises: tuple[ExerciseDescription, ...]
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    when: dict[str, tuple[Any, ...]] = {}


@cache
def described() -> tuple[LessonDescription, ...]:
    """Return the lessons of the course, as they are described."""
    table = tomllib.loads((HERE / "course.toml").read_text("utf-8"))
    return msgspec.convert(table["lessons"], tuple[LessonDescription, ...])


def applies(when: Condition, rules: Ruleset) -> bool:
    """Return whether a part of the course belongs to a ruleset."""
    return all(value_of(rules, field) in values for field, values in when.items())
