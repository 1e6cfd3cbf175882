"""The evaluation of an action: the expected points of the deal, and the chance of winning the game."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.actions import Action


class ActionEvaluation(NamedTuple):
    """An action, the expected points of the deal after it, and the chance of winning the game.

    Points are those of the seat's own side minus those of the opponents. ``points_error`` and ``win_error`` are the
    standard errors that result from sampling worlds.
    """

    action: Action
    points: float
    points_error: float
    win: float
    win_error: float
