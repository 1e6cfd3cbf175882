"""Fitted values of the club bot's calls. Written by ``python -m bench.fit_bots``.

Fitted to 142087 calls with a partner, 148853 alone and 148177 passes.
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
MAKE = (-2.200, 0.941, 0.604, 0.953, 1.011, 0.162, -0.186, -0.226, 1.940, -1.272, 0.080, 0.694, 1.005)
MARCH = (-3.036, 0.759, 0.115, 0.295, 1.158, 0.276, -0.097, -0.349, 0.956, -1.920, -0.705, -0.674, 0.852)
LONE_MAKE = (-6.404, 1.551, 1.413, 0.010, 2.987, 0.344, 0.300, -0.051, 0.000, -1.924, -0.640, 2.243, 1.701)
LONE_MARCH = (-8.964, 1.202, 0.504, -0.575, 3.094, 0.948, 0.524, 0.290, 0.000, -1.411, -0.483, 1.455, 1.717)
"""Logistic weights of the features. ``MAKE`` and ``MARCH`` predict three tricks or more, and all five,
with a partner. ``LONE_MAKE`` and ``LONE_MARCH`` predict the same for a loner."""
PASS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "dealer_names": ((0.567, 0.318, 0.371, -0.260), (-0.123, -0.205, -0.345, 0.000)),
    "dealer_picks_up": ((0.416, 0.352, 0.223, -0.245), (-0.209, -0.338, -0.202, -0.342)),
    "throw_in": ((0.539, 0.313, 0.362, -0.228), (-0.122, -0.287, -0.564, 0.000)),
}
"""``PASS[rule][round][seat]``: the expected points after a pass, if the best call is worth nothing.

``rule`` says what happens if nobody calls. ``round`` is the calling round, from 0. ``seat`` is counted
from the dealer's left, so that the dealer is 3.
"""
SLOPE = ((0.925, 0.359, 0.733, 0.066), (0.424, 0.449, 0.490, 0.168))
"""``SLOPE[round][seat]``: the share of the best call's expected points that is added to ``PASS``."""
