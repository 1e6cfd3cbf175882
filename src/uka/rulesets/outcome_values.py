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
"""The outcomes that can score points, in the order of the rulebook's score table."""
COUNTS = ("no", "one", "two", "three", "four", "five")
SENTENCES = {
    Outcome.MADE: "Makers who take {tricks} score {points}.",
    Outcome.MARCH: "Makers who take {tricks}, a march, score {points}.",
    Outcome.LONE_MADE: "A loner who takes {tricks} scores {points}.",
    Outcome.LONE_MARCH: "A loner who takes {tricks} scores {points}.",
    Outcome.EUCHRED: "Makers who take {tricks} are euchred: the defenders score {points}.",
    Outcome.LONE_EUCHRED: "A loner who takes {tricks} is euchred: the defenders score {points}.",
    Outcome.DEFENDED_ALONE: "A lone defender who euchres the makers scores {points} instead.",
}
NEVER = {
    Outcome.LONE_MADE: "Even a loner who takes three or four tricks is euchred: the defenders score {points}.",
    Outcome.DEFENDED_ALONE: "No defender goes alone, so nothing is scored for it.",
}
NO_LONER = "Nobody goes alone, so nothing is scored for it."


def possible_outcomes(rules: Ruleset) -> tuple[Outcome, ...]:
    """Return the outcomes that a deal can have under these rules, in the order of the score table."""
    possible = {value.outcome for value in reported_results.outcome_values(rules)}
    return tuple(outcome for outcome in SCORED if outcome in possible)


def outcome_sentence(rules: Ruleset, outcome: Outcome) -> str:
    """Return a sentence about the points for an outcome, or about the reason why the outcome is impossible.

    >>> from uka import ruleset
    >>> outcome_sentence(ruleset("uka"), Outcome.LONE_EUCHRED)
    'A loner who takes fewer than five tricks is euchred: the defenders score 4 points.'
    """
    values = [value for value in reported_results.outcome_values(rules) if value.outcome is outcome]
    if not values:
        never = NO_LONER if rules.alone_by == "nobody" else NEVER[outcome]
        return never.format(points=points(rules.scoring.lone_euchred))
    return SENTENCES[outcome].format(
        tricks=_tricks(values[0].tricks, rules.hand_size), points=points(max(values[0].points))
    )


def _tricks(taken: tuple[int, ...], most: int) -> str:
    if taken[0] == 0:
        return f"fewer than {COUNTS[taken[-1] + 1]} tricks"
    return f"all {COUNTS[most]} tricks" if taken == (most,) else f"{' or '.join(COUNTS[n] for n in taken)} tricks"


def points(count: int) -> str:
    """Return a number of points with its noun, such as "6 points".

    >>> points(0), points(1), points(6)
    ('no points', '1 point', '6 points')
    """
    return f"{count or 'no'} point{'s' * (count != 1)}"
