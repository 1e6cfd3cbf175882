"""Help for a player: what each choice is worth now, and what each choice cost afterwards.

Both use only what the seat knows, or knew then.

- ``rating``: the worth of each choice, as a hint.
- ``review``: what each choice of a finished deal cost.
- ``formatting``: worths and costs as text.
"""

from .rating import Evaluator, RatedAction, hint
from .review import (
    GAP_SENTENCES,
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
    "DealReview",
    "Evaluator",
    "ObservedChoice",
    "ObservedChoices",
    "RatedAction",
    "ReviewGap",
    "ReviewedChoice",
    "deal_count",
    "hint",
    "observed_choices",
    "review",
    "review_of_choices",
    "worst_first",
]
