"""OpenSpiel's euchre as rulesets: all that differs from the shipped ``cardgames`` is stated here.

OpenSpiel's dealer takes the turn-up and discards another card, even when it is about to sit out; the maker is asked
afterwards whether to go alone, after a suit named in the second round too. The rest is ``cardgames`` as shipped:
24 cards, any other suit in the second round, a stuck dealer names one, the first lead from the dealer's left,
1, 2, 1, 4, 2, 2 points.

Two things differ that are no rule of ours, and ``lockstep`` bridges them: its deal goes one card at a time from the
dealer, and its defenders are asked from the dealer's left, where ours are asked from the maker's left.
"""

from __future__ import annotations

from dataclasses import dataclass

import uka
from uka import Outcome, Ruleset

DIFFERENCES: dict[str, object] = {"keep_upcard": True, "alone_asked": "after_discard"}
ENDINGS = frozenset(
    {Outcome.MADE, Outcome.MARCH, Outcome.LONE_MADE, Outcome.LONE_MARCH, Outcome.EUCHRED, Outcome.LONE_EUCHRED}
)


@dataclass(frozen=True)
class Variant:
    """OpenSpiel's parameters, the ruleset that means the same, and how its deals can end."""

    parameters: dict[str, bool]
    rules: Ruleset
    endings: frozenset[Outcome]


VARIANTS = {
    "stick the dealer": Variant({}, uka.ruleset("cardgames", DIFFERENCES), ENDINGS),
    "throw in": Variant(
        {"stick_the_dealer": False},
        uka.ruleset("cardgames", {**DIFFERENCES, "nobody_calls": "throw_in"}),
        ENDINGS | {Outcome.THROWN_IN},
    ),
    "lone defender": Variant(
        {"allow_lone_defender": True},
        uka.ruleset("cardgames", {**DIFFERENCES, "defend_alone": "always", "scoring.defended_alone": 4}),
        ENDINGS | {Outcome.DEFENDED_ALONE},
    ),
}
