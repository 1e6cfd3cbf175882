"""Sentences about the points for each outcome, for the rulebook and for printed sheets."""

from __future__ import annotations

from uka.core import reported_results
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome

SCORED = (
    Outcome.MADE,
    Outcome.MARCH,
    Outcome.LONE_MADE,
    Outcome.LONE_MARCH,
    Outcome.EUCHRED,
    Outcome.LONE_EUCHRED,
    Outcome.DEFENDED_ALONE,
)
"""The outcomes that score the points of ``Scoring``, in the order of the rulebook's score table."""
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")
SENTENCES = {
    Outcome.MADE: "Makers who take {tricks} score {points}.",
    Outcome.MARCH: "Makers who take {tricks}, a march, score {points}.",
    Outcome.LONE_MADE: "A loner who takes {tricks} scores {points}.",
    Outcome.LONE_MARCH: "A loner who takes {tricks} scores {points}.",
    Outcome.EUCHRED: "Makers who take {tricks} are euchred: the defenders score {points}.",
    Outcome.LONE_EUCHRED: "A loner who takes {tricks} is euchred: the defenders score {points}.",
    Outcome.DEFENDED_ALONE: "A lone defender who euchres the makers scores {points} instead.",
}
IMPOSSIBLE = {
    Outcome.LONE_MADE: "Even a loner who takes three or four tricks is euchred: the defenders score {points}.",
    Outcome.DEFENDED_ALONE: "No defender goes alone, so nothing is scored for it.",
}
"""The sentences for outcomes that are impossible under some rules, although loners are allowed."""
NO_LONER = "Nobody goes alone, so nothing is scored for it."


def possible_outcomes(rules: Ruleset) -> tuple[Outcome, ...]:
    """Return the outcomes of ``SCORED`` that a deal can have under ``rules``."""
    possible = {value.outcome for value in reported_results.outcome_values(rules)}
    return tuple(outcome for outcome in SCORED if outcome in possible)


def outcome_sentence(rules: Ruleset, outcome: Outcome) -> str:
    """Return a sentence that says how many points ``outcome`` scores under ``rules``, or why it is impossible.

    >>> from uka import ruleset
    >>> outcome_sentence(ruleset("uka"), Outcome.LONE_EUCHRED)
    'A loner who takes fewer than five tricks is euchred: the defenders score 4 points.'
    """
    values = [value for value in reported_results.outcome_values(rules) if value.outcome is outcome]
    if not values:
        sentence = NO_LONER if rules.alone_by == "nobody" else IMPOSSIBLE[outcome]
        return sentence.format(points=points_text(rules.scoring.lone_euchred))
    value = values[0]
    tricks = _tricks_text(value.tricks, rules.hand_size)
    return SENTENCES[outcome].format(tricks=tricks, points=points_text(max(value.points)))


def _tricks_text(numbers: tuple[int, ...], hand_size: int) -> str:
    """Return the numbers of tricks with which an outcome is reached in words, such as "three or four tricks"."""
    if numbers[0] == 0:
        return f"fewer than {NUMBER_WORDS[numbers[-1] + 1]} tricks"
    if numbers == (hand_size,):
        return f"all {NUMBER_WORDS[hand_size]} tricks"
    return f"{' or '.join(NUMBER_WORDS[number] for number in numbers)} tricks"


def points_text(count: int) -> str:
    """Return a number of points as text, such as "6 points".

    >>> points_text(0), points_text(1), points_text(6)
    ('no points', '1 point', '6 points')
    """
    return f"{count or 'no'} {'point' if count == 1 else 'points'}"
