"""The values and the costs of choices as text.

>>> signed(0.324), signed(-0.001), win_change_text(-0.0312)
('+0.32', '0.00', '−3.1%')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import NamedTuple

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import Card

from .grades import ERRORS
from .rating import RatedAction
from .review import ReviewedChoice
from .why import ChoiceExplanation


def choice_text(action: Action, words: str, card_text: Callable[[Card], str] = str) -> str:
    """Return the choice ``action`` as text: its card, as ``card_text`` writes it, or ``words`` if it has no card."""
    return card_text(action.card) if isinstance(action, Play | Discard | Give) else words


def deal_part(judged: ReviewedChoice) -> str:
    """Return the part of the deal in which a choice was made: "call", "discard", or the trick, such as "trick 1"."""
    if judged.trick is not None:
        return f"trick {judged.trick + 1}"
    return "discard" if isinstance(judged.action, Discard | Give) else "call"


def signed(points: float, digits: int = 2) -> str:
    """Return a number of points as text with a sign and ``digits`` decimal places. Zero has no sign."""
    text = f"{abs(points):.{digits}f}"
    return text if float(text) == 0 else ("−" if points < 0 else "+") + text


def win_change_text(change: float) -> str:
    """Return a change in the chance of winning as a percentage with a sign: "−3.1%" for a ``change`` of -0.031."""
    return f"{signed(100 * change, 1)}%"


def cost_in_win(judged: ReviewedChoice) -> str:
    """Return the cost of a choice in chance of winning as a percentage, such as "−3.1%".

    Return "equal" if the cost is within its margin of error.
    """
    return "equal" if abs(judged.win) <= ERRORS * judged.win_error else win_change_text(-judged.win)


def cost_in_points(judged: ReviewedChoice) -> str:
    """Return the cost of a choice in points as text, such as "−0.32".

    Return "equal" if the cost is within its margin of error.
    """
    return "equal" if abs(judged.points) <= ERRORS * judged.points_error else signed(-judged.points)


class Section(NamedTuple):
    """A part of the explanation of a choice: a heading, and sentences."""

    title: str
    sentences: tuple[str, ...]


def explanation_sections(explained: ChoiceExplanation) -> tuple[Section, ...]:
    """Return the explanation of a choice in parts: what the seat knew, how a bot chose, and what the figures say."""
    made, bot = explained.made, explained.level is not None
    chose = "How I chose" if bot else "How you chose"
    counted = f"The strongest bot’s count: {made.grade}" if made.choices else chose
    sections = (
        Section("What I knew" if bot else "What you knew", explained.knew),
        Section(chose, explained.compared),
        Section(counted, (explained.verdict, *explained.reasons)),
    )
    return tuple(section for section in sections if section.sentences)


def value_text(rated: RatedAction) -> str:
    """Return the chance of winning and the expected points of a choice as text, each with twice its standard error."""
    return f"{win_text(rated)}  {points_text(rated)}"


def win_text(rated: RatedAction) -> str:
    """Return the chance of winning after a choice as a percentage, with twice its standard error."""
    return f"{100 * rated.win:3.0f}% ±{200 * rated.win_error:.1f}"


def points_text(rated: RatedAction) -> str:
    """Return the expected points after a choice as text, with twice their standard error."""
    return f"{signed(rated.points):>5} ±{2 * rated.points_error:.2f}"


def win_axis(choices: Sequence[RatedAction]) -> tuple[float, float]:
    """Return the lower and the upper end of an axis for a chart of the chances of winning of ``choices``.

    Both ends are from 0 to 1, and at least 0.1 apart. The axis has room for twice the standard errors.
    """
    top = min(1.0, ceil(20 * max(rated.win + 2 * rated.win_error for rated in choices)) / 20)
    low = floor(20 * (min(rated.win - 2 * rated.win_error for rated in choices) - 0.01)) / 20
    low = max(0.0, min(low, top - 0.1))
    return low, max(top, low + 0.1)
