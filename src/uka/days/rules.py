"""The rules for deals that everybody plays and whose points are compared, such as the deals of a day."""

from __future__ import annotations

from uka.core.ruleset import Ruleset

DEALS = 8
"""The number of deals that everybody can play on a day."""
ALIGNED = {"throw_in_same": "throw_in"}
"""A dict from a value of ``Ruleset.nobody_calls`` to the value that replaces it.

If nobody calls, the next player always deals, so that deal number *n* has the same dealer at each table.
"""


def day_rules(rules: Ruleset, deals: int = DEALS) -> Ruleset:
    """Return ``rules`` changed for a game of ``deals`` deals, the same for everybody, in which only points count.

    The game has no target, no bell and no rubber. No farmer's hand (a hand of low cards) leads to a new deal. No draw
    changes the partners or lets a side name the first dealer.
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
