"""The facts of a ruleset that the texts of lessons name in braces.

``{rule[target]}`` is a sentence of the rulebook, ``{points[march]}`` a number of points, ``{word[decline]}`` what a
player says, ``{target}`` the points that win, ``{clock}`` the minutes until the bell, ``{penalty}`` the points for a
revoke, ``{lowest}`` the lowest rank of the pack, and ``{ranks}`` all ranks of a plain suit. ``{on_pack}`` is a sentence
about a turn-up that stays on the pack; it is empty under other rules. ``{said[decline]}`` is what a player says in
brackets. It is empty if the sentence before it already has these words.
"""

from __future__ import annotations

import msgspec

from uka.core.cards import Rank
from uka.core.ruleset import Ruleset
from uka.narration.names import counted
from uka.rulesets.rulebook import sentence
from uka.rulesets.shared_rules import ranks_text

PLAIN = {"decline": "pass", "order_up": "order it up"}
"""The words of the lessons for calls."""
LOWEST = {24: Rank.NINE, 28: Rank.EIGHT, 32: Rank.SEVEN}


class RuleSentences:
    """The sentences of a ruleset's rulebook, by field."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __getitem__(self, field: str) -> str:
        return sentence(self.rules, field)


def filled(text: str, rules: Ruleset) -> str:
    """Return a text with the facts of a ruleset in place of their names.

    >>> from uka import ruleset
    >>> filled("A march scores {points[march]}. {rule[target]}", ruleset("tainui"))
    'A march scores 2 points. The first side to 11 points wins.'
    """
    points = {name: counted(value, "point") for name, value in msgspec.structs.asdict(rules.scoring).items()}
    return text.format(
        rule=RuleSentences(rules),
        points=points,
        word=msgspec.structs.asdict(rules.words),
        said={word: _said(getattr(rules.words, word), plain) for word, plain in PLAIN.items()},
        target=counted(rules.target, "point"),
        clock=counted(rules.clock, "minute"),
        penalty=counted(rules.revoke_penalty, "point"),
        lowest=str(LOWEST[rules.pack]),
        ranks=ranks_text(rules),
        on_pack=f" {sentence(rules, 'upcard_stays')}" if rules.upcard_stays else "",
    )


def _said(words: str, plain: str) -> str:
    return "" if words.endswith(plain) else f" (“{words}”)"
