"""The interface of the choices of a turn, evaluated in sampled worlds, from which reasons are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import Action
from uka.core.observation import Observation

from .reason import Figure, Reason


class ChoiceSample(Protocol):
    """The choices of the seat whose turn it is, evaluated in sampled worlds: possible deals of the hidden cards.

    Points of the opponents of that seat are negative.
    """

    seen: Observation
    """What the seat knows."""

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The expected value of each action."""
        ...

    @property
    def error_inflation(self) -> float:
        """The factor by which standard errors are larger than if all sampled worlds were independent."""
        ...

    @property
    def possible_points(self) -> Sequence[int]:
        """The numbers of points that the seat's side can get in the deal, in ascending order."""
        ...

    def name(self, action: Action) -> str:
        """Return the name of ``action`` as it stands inside a sentence."""
        ...

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of sampled worlds where the seat's side gets ``least`` to ``most`` points by ``action``."""
        ...

    def gain(self, best: Action, other: Action, least: int) -> Figure:
        """Return how much more often the seat's side gets ``least`` points or more after ``best`` than after ``other``.

        It is the difference of two shares of the sampled worlds.
        """
        ...

    def more_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
        """Return how many points more ``best`` brings the seat's side than ``other``, on average."""
        ...

    def result_clause(self, low: int, high: int) -> tuple[bool, str]:
        """Return whether a clause about a result of the deal is about the seat's side, and the clause.

        ``low`` and ``high`` are the points of two neighbouring results. A clause about the seat's side says what
        ``high`` points or more mean, such as "your side scores". Any other clause is about the opponents, and says what
        ``low`` points or fewer mean, such as "they score".
        """
        ...

    def scores_only_by_euchre(self, action: Action, *, ours: bool) -> bool:
        """Return whether, after ``action``, one side can score only by a euchre, because the other side makes trump.

        If ``ours`` is true, the question is about the seat's side, and otherwise about the opponents.
        """
        ...

    @property
    def assumption(self) -> str:
        """What the evaluation assumes of the play, as the beginning of a sentence, such as "with best play, "."""
        ...

    def facts(self, best: Action, other: Action, stakes: DealStakes) -> Iterator[str]:
        """Yield sentences about what the seat can see and what speaks for ``best`` rather than ``other``."""
        ...

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield a reason with the hidden cards on which the gain of ``best`` over ``other`` depends most, if any."""
        ...

    def last_reason(self, best: Action, other: Action, rest: Sequence[Action]) -> Iterator[Reason]:
        """Yield what a reader still asks after the reasons why ``best`` is better than ``other``, if there is anything.

        In the play it is what becomes of ``rest``, the cards of which no reason tells how often they do worse. In the
        bidding it is what happens after a pass.
        """
        ...
