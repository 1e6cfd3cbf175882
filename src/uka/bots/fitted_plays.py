"""How the club bot plays, as the play model has it. Written by ``python -m bench.fit_plays``.

From 66717 plays with a choice. Of 33411 others each is foretold 0.738 bits better than by an
even chance, where certainty would be 1.530. At 3000 other moments the true world has, in the mean,
0.94 (+-0.05) bits more weight than worlds drawn evenly.
"""

from __future__ import annotations

from uka.kernels.plays import Style

WEIGHTS = (
    0.145,  # leading: a trump, by the maker
    -0.230,  # leading: a trump, by the maker's partner
    -4.614,  # leading: a trump, by a defender
    3.318,  # leading: how high a trump, by a maker
    1.082,  # leading: how high a trump, by a defender
    -0.258,  # leading: the best trump out
    1.880,  # leading: the best card out of a side suit
    -1.093,  # leading: how high a side card
    -0.455,  # leading: a side suit led before
    0.617,  # leading: the last card of a side suit
    0.102,  # leading: the same with a trump in hand
    1.788,  # following: beats an opponent's card
    -4.222,  # following: beats the partner's card
    -3.627,  # following: how high, to win as the last
    1.888,  # following: how high, to win before others play
    -0.801,  # following: the best card out, before others play
    -0.632,  # following: the best card out, over the partner's
    -9.963,  # following: how high a side card, to lose
    -8.106,  # following: how high a trump, to lose
    3.675,  # ruffing: beats an opponent's card
    -3.511,  # ruffing: beats the partner's card
    -5.867,  # ruffing: loses
    -3.608,  # ruffing: how high
    -3.572,  # throwing: how high a side card
    0.114,  # throwing: the best card out of a side suit
    0.925,  # throwing: the last card of a side suit
    1.833,  # throwing: the same with a trump in hand
    -0.173,  # leading: the last trump
    0.509,  # leading: how high a side card in the pack
    4.973,  # following: beats an opponent's card, as the last
    4.506,  # ruffing: beats an opponent's card, as the last
    -3.904,  # throwing: how high a side card in the pack
    -0.393,  # throwing: a side suit led before
)
CLUB = Style(WEIGHTS, any=0.02)
"""The weights of ``uka.kernels.plays.FEATURES``, and the share of plays that are any lawful card."""
