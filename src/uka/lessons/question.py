"""Exercises in which the learner chooses an answer in words. Which answer is right follows from the ruleset."""

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
from .facts import with_facts
from .lesson import LessonAnswer
from .position import arranged_deal

MAX_ANSWERS = 4
"""The largest number of answers in an exercise."""


def answers(exercise: ExerciseDescription, rules: Ruleset) -> tuple[LessonAnswer, ...]:
    """Return the answers of an exercise in random order. The same exercise always has the same order."""
    right, *wrong = dict.fromkeys(_choices(exercise, rules))
    shown = [right, *wrong[: MAX_ANSWERS - 1]]
    random.Random(exercise.name).shuffle(shown)
    reply = (*_refusal_sentence(exercise, rules), with_facts(exercise.because, rules))
    return tuple(LessonAnswer(label, label == right, reply) for label in shown)


def _choices(exercise: ExerciseDescription, rules: Ruleset) -> Iterable[str]:
    """Return the answers in words, the right one first. The caller must remove duplicates."""
    if exercise.rule:
        return _rule_sentences(exercise.rule, rules)
    if exercise.said:
        return _spoken_words(exercise.said, rules)
    if exercise.scored:
        return _points(exercise.scored, rules)
    if exercise.lawful:
        return ("No", "Yes") if _refusal(exercise, rules) else ("Yes", "No")
    if exercise.leader:
        return _leader_choices(_deal(exercise), rules)
    return [with_facts(choice, rules) for choice in exercise.choices]


def _rule_sentences(field: str, rules: Ruleset) -> list[str]:
    """Return the rulebook's sentence about ``field`` under ``rules``.

    The sentences for the other values that the field could have follow, as wrong answers.
    """
    value, sentences = value_of(rules, field), SENTENCES[field]
    assert not isinstance(sentences, str)
    return [sentence(rules, field), *(text for other, text in sentences.items() if other != value)]


def _spoken_words(word: str, rules: Ruleset) -> list[str]:
    """Return what a player says for the call ``word``, then what players say for other calls."""
    said = {call.word: f"“{call.said}”" for call in spoken_calls(rules) if ANY_SUIT not in call.said}
    return [said[word], *said.values()]


def _points(scored: ScoredTricks, rules: Ruleset) -> list[str]:
    """Return the points that a deal scores and the side that gets them, then other points."""
    outcome = outcome_of(
        scored.tricks,
        rules.hand_size,
        loner=scored.alone,
        lone_defender=False,
        lone_must_march=rules.lone_must_march,
    )
    right = _points_phrase(rules.scoring[outcome], ours=outcome not in TO_DEFENDERS)
    others = [_points_phrase(points, ours=True) for points in sorted({1, 2, rules.scoring[outcome] + 1})]
    return [right, *others, _points_phrase(rules.scoring.euchred, ours=False), _points_phrase(1, ours=False)]


def _points_phrase(points: int, *, ours: bool) -> str:
    """Return a phrase that gives points to the learner's side if ``ours`` is true, else to the other side."""
    side = LEARNER.partnership if ours else LEARNER.partnership.other
    return f"{counted(points, 'point')} to {NAMES.them(side)}"


def _leader_choices(described: DealDescription, rules: Ruleset) -> list[str]:
    """Return the name of the seat that leads in a described deal, then the names of all seats."""
    leader = arranged_deal(described, rules).leader
    assert leader is not None
    return [NAMES.name(leader), *(NAMES.name(seat) for seat in SEATS)]


def _refusal(exercise: ExerciseDescription, rules: Ruleset) -> str | None:
    """Return why the action that the exercise asks about is not legal, or None if it is."""
    return arranged_deal(_deal(exercise), rules).why_not(exercise.lawful)


def _refusal_sentence(exercise: ExerciseDescription, rules: Ruleset) -> tuple[str, ...]:
    """Return why the action that the exercise asks about is illegal, as a tuple of one sentence.

    Return an empty tuple if the action is legal, or if the exercise does not ask whether an action is legal.
    """
    refusal = _refusal(exercise, rules) if exercise.lawful else None
    if not refusal:
        return ()
    for card in rules.cards:
        refusal = refusal.replace(str(card), card_name(card))
    return (f"{refusal[0].upper()}{refusal[1:]}.",)


def _deal(exercise: ExerciseDescription) -> DealDescription:
    assert exercise.deal is not None
    return exercise.deal
