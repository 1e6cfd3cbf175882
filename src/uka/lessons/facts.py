"""Puts facts of a ruleset, such as the points for a march, in place of their names in the texts of lessons.

The names stand in braces:

- ``{rule[target]}``: the sentence of the rulebook about a field
- ``{points[march]}``: the points for an outcome
- ``{word[decline]}``: what a player says
- ``{said[decline]}``: the same in quotation marks and brackets; empty if the sentence before it has these words already
- ``{target}``: the points that win the game
- ``{clock}``: the minutes until the bell
- ``{penalty}``: the points for a revoke
- ``{lowest}``: the lowest rank of the pack
- ``{ranks}``: all ranks of a plain suit
- ``{on_pack}``: a sentence about an upcard that stays on the pack; empty if the rules don't say so
"""

from __future__ import annotations

import msgspec

from uka.core.cards import Rank
from uka.core.ruleset import Ruleset
from uka.narration.names import counted
from uka.rulesets.rulebook import sentence
from uka.rulesets.shared_rules import ranks_text

PLAIN = {"decline": "pass", "order_up": "order it up"}
"""The words for calls that the lessons themselves use."""
LOWEST = {24: Rank.NINE, 28: Rank.EIGHT, 32: Rank.SEVEN}
"""The lowest rank of each size of pack."""


class RuleSentences:
    """A ruleset's rulebook as a kind of dict: from a field of the ruleset to the sentence about this field."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __getitem__(self, field: str) -> str:
        return sentence(self.rules, field)


def with_facts(text: str, rules: Ruleset) -> str:
    """Return ``text`` with the facts of ``rules`` in place of the names in braces.

    >>> from uka import ruleset
    >>> with_facts("A march scores {points[march]}. {rule[target]}", ruleset("tainui"))
    'A march scores 2 points. The first side to 11 points wins.'
    """
    points = {name: counted(value, "point") for name, value in msgspec.structs.asdict(rules.scoring).items()}
    return text.format(
        rule=RuleSentences(rules),
        points=points,
        word=msgspec.structs.asdict(rules.words),
        said={word: _in_brackets(getattr(rules.words, word), plain) for word, plain in PLAIN.items()},
        target=counted(rules.target, "point"),
        clock=counted(rules.clock, "minute"),
        penalty=counted(rules.revoke_penalty, "point"),
        lowest=str(LOWEST[rules.pack]),
        ranks=ranks_text(rules),
        on_pack=f" {sentence(rules, 'upcard_stays')}" if rules.upcard_stays else "",
    )


def _in_brackets(words: str, plain: str) -> str:
    """Return ``words`` in quotation marks and brackets, or an empty text if ``words`` ends in ``plain``.

    ``words`` is what a player says for an action, and ``plain`` is what the lesson calls this action.
    """
    return "" if words.endswith(plain) else f" (“{words}”)"
