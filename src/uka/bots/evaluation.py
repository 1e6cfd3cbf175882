"""What an action is worth."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.actions import Action


class ActionEvaluation(NamedTuple):
    """An action, the points of the deal that it leads to on average, and the chance of winning the game with it.

    Points are those of the seat's own side less the other side's. The errors are standard errors: how far chance in the
    worlds that were looked at may have moved the figures.
    """

    action: Action
    points: float
    points_error: float
    win: float
    win_error: float
