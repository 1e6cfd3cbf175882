"""The worths and costs of choices as text.

>>> signed(0.324), signed(-0.001), changed(-0.0312)
('+0.32', '0.00', '−3.1 %')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import Card

from .rating import RatedAction
from .review import ReviewedChoice


def choice_text(action: Action, words: str, card_text: Callable[[Card], str] = str) -> str:
    """A choice as it is read: a card, or the ruleset's words."""
    return card_text(action.card) if isinstance(action, Play | Discard | Give) else words


def moment(judged: ReviewedChoice) -> str:
    """When in a deal a choice was made."""
    if judged.trick is not None:
        return f"trick {judged.trick + 1}"
    return "discard" if isinstance(judged.action, Discard | Give) else "call"


def signed(points: float, digits: int = 2) -> str:
    """Points with their sign."""
    text = f"{abs(points):.{digits}f}"
    return text if float(text) == 0 else ("−" if points < 0 else "+") + text


def changed(win: float) -> str:
    """What a choice changed of the chance of winning."""
    return f"{signed(100 * win, 1)} %"


def worth(rated: RatedAction) -> str:
    """A chance of winning and points, with two standard errors of each."""
    win = f"{100 * rated.win:3.0f} % ±{200 * rated.win_error:.1f}"
    return f"{win}  {signed(rated.points):>5} ±{2 * rated.points_error:.2f}"


def scale(choices: Sequence[RatedAction]) -> tuple[float, float]:
    """From where to where bars of chances of winning go: round figures, a tenth apart at least."""
    top = min(1.0, ceil(20 * max(each.win + 2 * each.win_error for each in choices)) / 20)
    low = floor(20 * (min(each.win - 2 * each.win_error for each in choices) - 0.01)) / 20
    low = max(0.0, min(low, top - 0.1))
    return low, max(top, low + 0.1)
