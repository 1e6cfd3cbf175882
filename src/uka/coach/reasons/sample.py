"""What the reasons need of a choice in sampled worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import Action
from uka.core.observation import Observation

from .reason import Figure, Reason


class ChoiceSample(Protocol):
    """The choices of the seat whose turn it is, evaluated in sampled worlds."""

    seen: Observation

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The evaluation of each action."""
        ...

    def name(self, action: Action) -> str:
        """Return the name of an action inside a sentence."""
        ...

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of worlds in which our side gets ``least`` to ``most`` points after an action."""
        ...

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield why an action is better than another: how the deal ends, then what the difference depends on."""
        ...
