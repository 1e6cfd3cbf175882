"""What the club bot's calls were measured to be worth. Written by ``python -m bench.fit_bots``.

From 71157 calls with a partner, 74597 alone and 74208 passes.
"""

from __future__ import annotations

COUNTS = (
    "one",
    "trump tops",
    "trumps",
    "long trumps",
    "side tops",
    "voids",
    "lead",
    "turn-up mine",
    "turn-up partner's",
    "turn-up theirs",
    "trumps a hand",
    "no trump",
    "no trump tops",
)
"""What ``odds.counts`` counts, in order."""
MAKE = (-2.119, 0.951, 0.610, 0.770, 1.022, 0.150, -0.173, -0.241, 1.914, -1.279, 0.020, 0.743, 1.025)
MARCH = (-2.795, 0.753, 0.074, 0.289, 1.142, 0.278, -0.068, -0.280, 0.989, -1.909, -0.854, -0.576, 0.769)
LONE_MAKE = (-6.118, 1.569, 1.367, -0.018, 3.027, 0.344, 0.319, -0.042, 0.000, -1.972, -0.826, 2.147, 1.664)
LONE_MARCH = (-8.193, 1.145, 0.426, -0.594, 3.080, 0.963, 0.524, 0.318, 0.000, -1.602, -0.933, 0.400, 1.772)
"""Logistic weights of the counts: three tricks or more, and five, for makers together and for a loner."""
PASS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "dealer_names": ((0.552, 0.309, 0.368, -0.250), (-0.103, -0.269, -0.343, 0.000)),
    "dealer_picks_up": ((0.398, 0.328, 0.235, -0.243), (-0.190, -0.372, -0.051, -0.375)),
    "throw_in": ((0.516, 0.329, 0.364, -0.218), (-0.153, -0.266, -0.575, 0.000)),
}
"""Points after a pass, for a hand whose best call is worth nothing, by what happens if nobody calls, by
calling round, and by place in it, the dealer last."""
SLOPE = ((0.921, 0.367, 0.753, 0.056), (0.411, 0.461, 0.459, 0.195))
"""How much of what the best call is worth a pass keeps, by calling round and place."""
