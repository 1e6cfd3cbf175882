"""Help for a player: what each choice is worth now, and afterwards what each one made cost.

Both go by what the seat knows, or knew then, and by nothing else.
"""

from .rating import Evaluate, Rated, hint
from .review import SAID, DealReview, Judged, Moment, Moments, Unjudged, deals, moments, review, reviewed, worst_first

__all__ = [
    "SAID",
    "DealReview",
    "Evaluate",
    "Judged",
    "Moment",
    "Moments",
    "Rated",
    "Unjudged",
    "deals",
    "hint",
    "moments",
    "review",
    "reviewed",
    "worst_first",
]
