"""Fitted values of the club bot's calls. Written by ``python -m bench.fit_bots``.

Fitted to 226292 calls with a partner, 238400 alone and 238346 passes.
"""

from __future__ import annotations

FEATURES = (
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
"""The names of the features that ``hand_features.hand_features`` returns, in the same order."""
MAKE = (-2.051, 0.959, 0.572, 0.970, 0.985, 0.182, -0.298, -0.223, 1.893, -1.181, -0.000, 0.104, 1.345)
MARCH = (-3.177, 0.742, 0.162, 0.309, 1.123, 0.279, -0.295, -0.484, 0.923, -1.980, -0.594, -0.651, 0.996)
LONE_MAKE = (-6.156, 1.537, 1.394, -0.028, 2.802, 0.332, 0.050, -0.062, 0.000, -1.610, -0.719, 2.412, 1.635)
LONE_MARCH = (-9.147, 1.229, 0.632, -0.730, 3.185, 0.938, 0.415, 0.278, 0.000, -1.524, -0.619, 1.835, 1.733)
"""Logistic weights of the features. ``MAKE`` and ``MARCH`` predict three tricks or more, and all five,
with a partner. ``LONE_MAKE`` and ``LONE_MARCH`` predict the same for a loner."""
PASS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "dealer_names": ((-0.228, -0.187, -0.419, -0.194), (-0.608, -0.041, -0.546, 0.000)),
    "dealer_picks_up": ((-0.223, -0.044, -0.360, -0.322), (-0.548, -0.140, -0.249, -0.226)),
    "throw_in": ((-0.255, -0.144, -0.461, -0.206), (-0.501, -0.032, -0.807, 0.000)),
}
"""``PASS[rule][round][seat]``: the expected points after a pass, if the best call is worth nothing.

``rule`` says what happens if nobody calls. ``round`` is the calling round, from 0. ``seat`` is counted
from the dealer's left, so that the dealer is 3.
"""
KNOTS = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
"""Expected points of the best call that the seat may make now."""
PASS_BY_CALL = (
    (
        (-0.021, 0.043, 0.095, 0.027, 0.002, -0.231, -0.620),
        (-0.500, -0.312, -0.145, -0.032, 0.147, 0.205, 0.262),
        (-0.764, -0.377, -0.130, 0.034, 0.166, 0.074, -0.244),
        (-0.671, -0.462, -0.268, -0.121, 0.072, 0.286, 0.441),
    ),
    (
        (-0.155, -0.123, -0.086, -0.089, -0.091, -0.367, -0.745),
        (-0.598, -0.409, -0.216, 0.028, 0.256, 0.381, 0.346),
        (-0.816, -0.618, -0.401, -0.161, 0.032, 0.145, 0.218),
        (-0.140, -0.115, -0.088, -0.053, -0.004, 0.056, 0.119),
    ),
)
"""``PASS_BY_CALL[round][seat]``: what to add to ``PASS`` at each of ``KNOTS``."""
PASS_BY_LATER_CALL = (0.539, 0.317, 0.132, 0.333)
"""``PASS_BY_LATER_CALL[seat]``: what to add in the first round for each expected point of the best call that
the seat could make after the upcard is turned down."""
PASS_BY_FEATURES = (
    (
        (-0.705, 0.534, 0.330, 0.084, 0.516, 0.119, -0.705, 0.000, 0.000, -0.110, 0.113, 0.000, 0.000),
        (-0.375, 0.132, -0.020, -0.416, 0.166, 0.025, 0.000, 0.000, 0.331, 0.000, 0.420, 0.000, 0.000),
        (-1.240, 0.259, 0.271, -0.020, 0.329, 0.025, 0.000, 0.000, 0.000, 0.101, 0.661, 0.000, 0.000),
        (-0.723, -0.007, 0.053, -0.026, 0.236, -0.063, 0.000, -0.723, 0.000, 0.000, 1.026, 0.000, 0.000),
    ),
    (
        (-1.657, 0.469, 0.459, -0.082, 0.679, 0.086, -1.657, 0.000, 0.000, 0.000, 1.407, 2.000, 0.820),
        (-0.212, 0.326, -0.051, -0.259, 0.335, 0.010, 0.000, 0.000, 0.000, 0.000, -0.134, 0.093, 0.052),
        (-1.601, 0.270, 0.145, -0.240, 0.110, -0.025, 0.000, 0.000, 0.000, 0.000, 0.978, 0.004, 0.265),
        (-0.226, -0.171, 0.113, 0.304, 0.666, 0.053, 0.000, 0.000, 0.000, 0.000, -0.386, 0.000, 0.000),
    ),
)
"""``PASS_BY_FEATURES[round][seat]``: what to add for each of ``FEATURES`` of the best call."""
