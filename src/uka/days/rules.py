"""A ruleset as it is played for the deals of a day: a fixed number of deals, whose results can be compared."""

from __future__ import annotations

from uka.core.ruleset import Ruleset

DEALS = 8
"""The number of deals of a day."""
ALIGNED = {"throw_in_same": "throw_in"}
"""The values of ``nobody_calls`` that are replaced.

After a deal without a call the next player deals, so that the same deal has the same dealer at each table.
"""


def day_rules(rules: Ruleset, deals: int = DEALS) -> Ruleset:
    """Return ``rules`` for a game of ``deals`` deals in which only points count.

    The game has no target, no bell and no rubber. No hand has the cards dealt again, so that everybody gets the same
    deals. The first dealer is random, and no draw changes the partners.
    """
    farmers_hand = "exchange" if rules.farmers_hand == "exchange" else "off"
    return rules.changed(
        {
            "draw": "random",
            "target": 0,
            "deals": deals,
            "clock": 0,
            "rubber": False,
            "bridge": False,
            "markers": False,
            "farmers_hand": farmers_hand,
            "nobody_calls": ALIGNED.get(rules.nobody_calls, rules.nobody_calls),
        }
    )
