"""Help for a player. A hint rates the choices of the seat whose turn it is. A review gives the cost of past choices.

Hints and reviews use only what the seat could know at the time of the choice.

- ``reasons``: why a choice is better than another, counted in sampled worlds (possible deals of the hidden cards).
- ``rating``: the expected value of each choice of the seat whose turn it is.
- ``hints``: the rated choices of a turn as a table, which can be printed.
- ``grades``: the scale of choices, from "best" to "costly".
- ``review``: the cost of each choice in a finished deal.
- ``why``: why a seat chose as it did in a finished deal.
- ``known_facts``: what a seat knew when it chose, in sentences.
- ``bot_rules``: how a bot of each level chose, in its own words.
- ``bot_calls``: how a bot of the level club calls and puts cards away.
- ``bot_cards``: how a bot of the level club chooses a card.
- ``chances``: the chance of winning before each deal of a finished game.
- ``formatting``: the values and the costs of choices as text.
"""

from .chances import winning_chances
from .grades import COSTLY, DOUBTFUL, Grade
from .hints import Hints, hint
from .rating import Evaluator, RatedAction, are_equal
from .reasons import Figure, Reason
from .review import (
    GAP_SENTENCES,
    ChoicePhase,
    DealReview,
    MadeChoice,
    ObservedChoice,
    ObservedChoices,
    ReviewedChoice,
    ReviewGap,
    TrickPlace,
    deal_count,
    observed_choice,
    observed_choices,
    review,
    review_of_choices,
    step_of,
    worst_first,
)
from .why import ChoiceExplanation, explain_choice, why

__all__ = [
    "COSTLY",
    "DOUBTFUL",
    "GAP_SENTENCES",
    "ChoiceExplanation",
    "ChoicePhase",
    "DealReview",
    "Evaluator",
    "Figure",
    "Grade",
    "Hints",
    "MadeChoice",
    "ObservedChoice",
    "ObservedChoices",
    "RatedAction",
    "Reason",
    "ReviewGap",
    "ReviewedChoice",
    "TrickPlace",
    "are_equal",
    "deal_count",
    "explain_choice",
    "hint",
    "observed_choice",
    "observed_choices",
    "review",
    "review_of_choices",
    "step_of",
    "why",
    "winning_chances",
    "worst_first",
]
