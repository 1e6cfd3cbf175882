"""How a bot values an action: by the expected points of the deal, and the chance of winning the game."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.actions import Action


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
