"""Help for a player. A hint rates the choices of the seat whose turn it is. A review gives the cost of past choices.

Hints and reviews use only what the seat could know at the time of the choice.

- ``reasons``: why a choice is better than another, counted in sampled worlds (possible deals of the hidden cards).
- ``rating``: the expected value of each choice of the seat whose turn it is.
- ``hints``: the rated choices of a turn as a table, which can be printed.
- ``review``: the cost of each choice in a finished deal.
- ``chances``: the chance of winning before each deal of a finished game.
- ``formatting``: the values and the costs of choices as text.
"""

from .chances import winning_chances
from .hints import Hints, hint
from .rating import Evaluator, RatedAction, are_equal
from .reasons import Figure, Reason
from .review import (
    GAP_SENTENCES,
    ChoicePhase,
    DealReview,
    ObservedChoice,
    ObservedChoices,
    ReviewedChoice,
    ReviewGap,
    deal_count,
    observed_choices,
    review,
    review_of_choices,
    worst_first,
)

__all__ = [
    "GAP_SENTENCES",
    "ChoicePhase",
    "DealReview",
    "Evaluator",
    "Figure",
    "Hints",
    "ObservedChoice",
    "ObservedChoices",
    "RatedAction",
    "Reason",
    "ReviewGap",
    "ReviewedChoice",
    "are_equal",
    "deal_count",
    "hint",
    "observed_choices",
    "review",
    "review_of_choices",
    "winning_chances",
    "worst_first",
]
