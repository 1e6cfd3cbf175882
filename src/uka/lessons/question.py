"""Exercises in which the learner chooses an answer in words. The ruleset decides which answer is right."""

from __future__ import annotations

import random
from collections.abc import Iterable

from uka.core.ruleset import Ruleset
from uka.core.scoring import TO_DEFENDERS, outcome_of
from uka.core.seats import SEATS
from uka.narration.names import card_name, counted
from uka.rulesets.rulebook import sentence, value_of
from uka.rulesets.sentences import SENTENCES
from uka.rulesets.spoken_calls import ANY_SUIT, spoken_calls

from .continuation import LEARNER, NAMES
from .description import DealDescription, ExerciseDescription, ScoredTricks
from .facts import filled
from .lesson import LessonAnswer
from .position import arranged

MAX_ANSWERS = 4
"""The largest number of answers to choose from."""


def answers(exercise: ExerciseDescription, rules: Ruleset) -> tuple[LessonAnswer, ...]:
    """Return the answers to a question, the right one among them at a place that depends on the name only."""
    right, *wrong = dict.fromkeys(_choices(exercise, rules))
    wrong = wrong[: MAX_ANSWERS - 1]
    shown = [right, *wrong]
    random.Random(exercise.name).shuffle(shown)
    because = filled(exercise.because, rules)
    reasons = _reasons(exercise, rules)
    return tuple(LessonAnswer(label, label == right, (*reasons, because)) for label in shown)


def _choices(exercise: ExerciseDescription, rules: Ruleset) -> Iterable[str]:
    """Return the answers in words, the right one first. Some may be listed twice."""
    if exercise.rule:
        return _values(exercise.rule, rules)
    if exercise.said:
        return _words(exercise.said, rules)
    if exercise.scored:
        return _points(exercise.scored, rules)
    if exercise.lawful:
        return ("No", "Yes") if _refusal(exercise, rules) else ("Yes", "No")
    if exercise.leader:
        return _leaders(_deal(exercise), rules)
    return [filled(choice, rules) for choice in exercise.choices]


def _values(field: str, rules: Ruleset) -> list[str]:
    """Return the rulebook's sentence for a field, then its sentences for the field's other values."""
    value, sentences = value_of(rules, field), SENTENCES[field]
    assert not isinstance(sentences, str)
    return [sentence(rules, field), *(text for other, text in sentences.items() if other != value)]


def _words(word: str, rules: Ruleset) -> list[str]:
    """Return what a player says, then the words for other calls."""
    said = {call.word: f"“{call.said}”" for call in spoken_calls(rules) if ANY_SUIT not in call.said}
    return [said[word], *said.values()]


def _points(scored: ScoredTricks, rules: Ruleset) -> list[str]:
    outcome = outcome_of(
        scored.tricks,
        rules.hand_size,
        loner=scored.alone,
        lone_defender=False,
        lone_must_march=rules.lone_must_march,
    )
    right = _scored(rules.scoring[outcome], ours=outcome not in TO_DEFENDERS)
    others = [_scored(points, ours=True) for points in sorted({1, 2, rules.scoring[outcome] + 1})]
    return [right, *others, _scored(rules.scoring.euchred, ours=False), _scored(1, ours=False)]


def _scored(points: int, *, ours: bool) -> str:
    return f"{counted(points, 'point')} to {NAMES.to(LEARNER.partnership if ours else LEARNER.partnership.other)}"


def _leaders(described: DealDescription, rules: Ruleset) -> list[str]:
    leader = arranged(described, rules).leader
    assert leader is not None
    return [NAMES.name(leader), *(NAMES.name(seat) for seat in SEATS)]


def _refusal(exercise: ExerciseDescription, rules: Ruleset) -> str | None:
    return arranged(_deal(exercise), rules).why_not(exercise.lawful)


def _reasons(exercise: ExerciseDescription, rules: Ruleset) -> tuple[str, ...]:
    """Return the sentence with which the rules refuse an action, if the question is about one that they refuse."""
    refusal = _refusal(exercise, rules) if exercise.lawful else None
    if not refusal:
        return ()
    for card in rules.cards:
        refusal = refusal.replace(str(card), card_name(card))
    return (f"{refusal[0].upper()}{refusal[1:]}.",)


def _deal(exercise: ExerciseDescription) -> DealDescription:
    assert exercise.deal is not None
    return exercise.deal
