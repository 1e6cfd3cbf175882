"""Weights of the cardplay model, fitted to the club bot. Written by ``python -m bench.fit_plays``.

Fitted to 66717 plays with a choice. On 33411 other plays the model predicts the card 0.805 bits better than a uniform
guess; a perfect prediction would gain 1.530 bits. At random moments of 3000
other deals, the model gives the true world, on average, 1.13 (+-0.06) bits more weight than uniformly sampled worlds.
"""

from __future__ import annotations

from uka.kernels.cardplay import CardplayWeights

WEIGHTS = (
    0.786,  # leading: a trump, by the maker
    0.691,  # leading: a trump, by the maker's partner
    -5.122,  # leading: a trump, by a defender
    0.574,  # leading: rank of a trump, by the makers
    -1.489,  # leading: rank of a trump, by a defender
    3.947,  # leading: the best trump out
    4.461,  # leading: the best card out of a side suit
    -2.039,  # leading: rank of a side card
    -1.263,  # leading: a side suit that was led before
    0.935,  # leading: the seat's last card of a side suit
    0.177,  # leading: the last card of a side suit, holding a trump
    2.599,  # following: beats an opponent's card
    -3.618,  # following: beats the partner's card
    -3.684,  # following, last to play: rank of a winning card
    -1.005,  # following, not last: rank of a winning card
    3.282,  # following, not last: the best card out
    -1.956,  # following: the best card out, beats the partner's
    -9.936,  # following: rank of a losing side card
    -8.080,  # following: rank of a losing trump
    3.641,  # ruffing: beats an opponent's card
    -3.529,  # ruffing: beats the partner's card
    -5.840,  # ruffing: loses
    -3.604,  # ruffing: rank of the trump
    -3.927,  # throwing off: rank of a side card
    0.558,  # throwing off: the best card out of a side suit
    0.987,  # throwing off: the seat's last card of a side suit
    1.792,  # throwing off: the last card of a side suit, holding a trump
    -0.645,  # leading: the seat's last trump
    -0.850,  # leading: rank of a side card among its whole suit
    4.355,  # following, last to play: beats an opponent's card
    4.512,  # ruffing, last to play: beats an opponent's card
    -3.789,  # throwing off: rank of a side card among its whole suit
    -0.455,  # throwing off: a side suit that was led before
    1.597,  # leading: the second best trump out
    1.610,  # leading: the second best card out of a side suit
    -0.153,  # throwing off: the second best card out of a side suit
)
CLUB = CardplayWeights(WEIGHTS, any=0.01)
"""The weights of ``uka.kernels.cardplay.FEATURES``, and the chance that a seat plays a random card."""
