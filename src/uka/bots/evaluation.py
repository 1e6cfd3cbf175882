"""How a bot values an action: by the expected points of the deal, and the chance of winning the game."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from uka.core.actions import PASS, Action, CallTrump, GoAlone, OrderUp, Play
from uka.core.observation import Observation
from uka.core.trick import suit_strength

from .cardplay import best_play

EQUAL_ERRORS = 0.2
"""Two choices are equal if they differ by at most this number of the standard errors of their difference."""
PARTNERLY_WIN = 0.005
"""The chance of winning the game that a partnerly bot gives up to keep its partner in."""


class ActionEvaluation(NamedTuple):
    """An action, and what a bot expects after it."""

    action: Action
    points: float
    """The expected points of the deal: those of the seat's side minus those of its opponents."""
    points_error: float
    """The standard error of ``points``, which results from sampling the hidden cards."""
    win: float
    """The chance that the seat's side wins the game, from 0 to 1."""
    win_error: float
    """The standard error of ``win``, which results from sampling the hidden cards."""


def best_first(
    seen: Observation, evaluations: Iterable[ActionEvaluation], *, partnerly: bool = False
) -> list[ActionEvaluation]:
    """Return ``evaluations``, which are those of the seat whose turn it is, with the best choice first.

    The best choice has the highest chance of winning the game. Cards that the solver finds equal may differ in play,
    where nobody sees all cards: the best of them is the one that the club bot would play. The best of equal calls is
    one with the partner. If ``partnerly`` is true, calls are also equal if they win the game nearly equally often.
    """
    ordered = sorted(evaluations, key=lambda each: _merit(seen, each), reverse=True)
    tolerance = PARTNERLY_WIN if partnerly and ordered and not isinstance(ordered[0].action, Play) else 0.0
    equal = [each for each in ordered if _equals(each, ordered[0], tolerance)]
    if len(equal) > 1:
        best = _preferred(seen, equal)
        ordered.remove(best)
        ordered.insert(0, best)
    return ordered


def _merit(seen: Observation, evaluation: ActionEvaluation) -> tuple[float, float, int]:
    """Return the sort key of an evaluation: the chance of winning, then the points, then how low a card is."""
    if isinstance(evaluation.action, Play) and seen.trump:
        return evaluation.win, evaluation.points, -suit_strength(evaluation.action.card, seen.trump.index)
    return evaluation.win, evaluation.points, 0


def _equals(one: ActionEvaluation, best: ActionEvaluation, tolerance: float) -> bool:
    return best.win - one.win <= max(tolerance, EQUAL_ERRORS * hypot(one.win_error, best.win_error))


def _preferred(seen: Observation, equal: list[ActionEvaluation]) -> ActionEvaluation:
    """Return the best of several choices that are equally good by their evaluations."""
    cards = {each.action.card: each for each in equal if isinstance(each.action, Play)}
    if cards:
        return cards[best_play(seen, cards)]
    wanted = with_partner(equal[0].action)
    return next((each for each in equal if each.action == wanted), equal[0])


def with_partner(action: Action) -> Action:
    """Return ``action`` made with the partner, if a seat goes alone with it. Otherwise return it unchanged.

    >>> with_partner(OrderUp(alone=True)), with_partner(GoAlone()), with_partner(PASS)
    (OrderUp(alone=False), Pass(), Pass())
    """
    if isinstance(action, GoAlone):
        return PASS
    if isinstance(action, OrderUp | CallTrump):
        return replace(action, alone=False)
    return action


def goes_alone(action: Action) -> bool:
    """Return whether a seat goes alone, without its partner, if it chooses ``action``."""
    return with_partner(action) != action
