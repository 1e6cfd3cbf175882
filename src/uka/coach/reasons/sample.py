"""What the reasons need of a choice in sampled worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from uka.bots.equity import DealStakes
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

    @property
    def inflation(self) -> float:
        """The factor by which standard errors are larger than in as many independent worlds."""
        ...

    @property
    def points(self) -> Sequence[int]:
        """The points that our side can get in the deal, in ascending order. Points of the opponents are negative."""
        ...

    def name(self, action: Action) -> str:
        """Return the name of an action inside a sentence."""
        ...

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of worlds in which our side gets ``least`` to ``most`` points after an action."""
        ...

    def gain(self, best: Action, other: Action, least: int) -> Figure:
        """Return in what share of worlds more ``best`` brings our side ``least`` points than ``other``."""
        ...

    def more_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
        """Return how many points ``best`` brings more than ``other``."""
        ...

    def result(self, low: int, high: int) -> tuple[bool, str]:
        """Return what ``high`` points or more mean for our side, or ``low`` or fewer for the opponents, as a clause.

        ``low`` and ``high`` are neighbours in ``points``. The clause is about our side if the first item is true.
        """
        ...

    def euchres(self, action: Action, *, ours: bool) -> bool:
        """Return whether a side gets points by a euchre only after an action."""
        ...

    @property
    def assumption(self) -> str:
        """What is assumed of the play, as the beginning of a sentence, such as "with best play, "."""
        ...

    def facts(self, best: Action, other: Action, stakes: DealStakes) -> Iterator[str]:
        """Yield what the seat can see that speaks for an action rather than another."""
        ...

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield on which hidden cards it depends that an action is better than another."""
        ...
