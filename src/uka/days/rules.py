"""A ruleset as it is played for given deals that are compared: a fixed number of deals, each scored by itself."""

from __future__ import annotations

from uka.core.ruleset import Ruleset

DEALS = 8
"""The number of deals of a day."""
ALIGNED = {"throw_in_same": "throw_in"}
"""Without a call, the next player deals everywhere, so that deal number ``n`` has the same dealer at each table."""


def day_rules(rules: Ruleset, deals: int = DEALS) -> Ruleset:
    """Return a ruleset for a game of ``deals`` deals in which only points count.

    There is no target, no bell and no rubber. No hand leads to a new deal, so that everybody gets the same deals. No
    draw changes the partners or lets a side name the first dealer.
    """
    exchange = rules.farmers_hand if rules.farmers_hand == "exchange" else "off"
    return rules.changed(
        {
            "draw": "random",
            "target": 0,
            "deals": deals,
            "clock": 0,
            "rubber": False,
            "bridge": False,
            "markers": False,
            "farmers_hand": exchange,
            "nobody_calls": ALIGNED.get(rules.nobody_calls, rules.nobody_calls),
        }
    )
