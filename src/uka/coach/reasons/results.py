"""The result of the deal that makes one choice better than another: how often each of them leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from uka.bots.equity import DealStakes
from uka.core.actions import Action
from uka.core.public_deal import Phase
from uka.narration.names import counted

from .reason import FAR, Figure, Reason, hundredths
from .sample import ChoiceSample
from .visible_call_facts import goes_alone
from .words import capitalized

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.06
"""The smallest difference in the share of worlds that is told."""
SELDOM = 0.001
"""A result that both choices reach in a smaller share of worlds is left out."""
ResultKind: TypeAlias = Literal["result", "score"]
WEIGHTY = 0.33
"""A result that speaks for the other choice is told if it is worth this fraction of the one that speaks against it."""


class Step(NamedTuple):
    """The difference between two neighbouring results.

    ``low`` and ``high`` are their points. ``gain`` is in what share of worlds more the best choice reaches ``high``.
    ``worth`` is the gain in chance of winning the game that this brings.
    """

    low: int
    high: int
    gain: Figure
    worth: float

    @property
    def found(self) -> bool:
        """Whether the difference is large enough to be told, and more than chance explains."""
        return abs(self.gain.value) >= max(SMALLEST, CERTAIN * self.gain.error)


class ResultReasons:
    """The results that the best choice reaches more often than another one, and those that it reaches less often.

    If one point wins the game, a call is measured by how often that side gets it. If the choices are ``equal``, all
    that was found speaks for and against the best one.
    """

    def __init__(
        self, sample: ChoiceSample, stakes: DealStakes, actions: tuple[Action, Action], *, equal: bool = False
    ) -> None:
        self._sample, self._stakes, self._actions = sample, stakes, actions
        steps = sorted(self._steps(), key=lambda step: step.worth)
        point = self._point(steps) if sample.seen.phase is Phase.CALLING else None
        most, least = (steps[-1], steps[0]) if steps else (None, None)
        self._speaks_for = most if most and most.found and most.worth > 0 else None
        self._speaks_against = least if least and least.found and self._weighty(least, most, equal=equal) else None
        if point and point.found:
            self._speaks_for, self._speaks_against = self._with(point)
        elif point and not (self._speaks_for and (self._speaks_against or not equal)):
            self._speaks_for = point
        self._danger = point if point and self._dangerous(point) else None

    def decides(self) -> bool:
        """Return whether the result that speaks for the best choice wins or loses the game."""
        step = self._speaks_for
        return step is not None and (self._wins(step) or self._loses(step))

    def reason(self) -> Iterator[Reason]:
        """Yield the result that speaks for the best choice."""
        if self._speaks_for:
            yield self._told(self._speaks_for)

    def counter(self) -> Iterator[Reason]:
        """Yield the result that speaks for the other choice."""
        if self._speaks_against:
            yield self._told(self._speaks_against, counter=True)
        elif self._danger:
            yield self._told(self._danger)

    def _point(self, steps: list[Step]) -> Step | None:
        """Return the step to the only point that a side needs to win the game, our side first."""
        ours = (step for step in steps if step.low <= 0 < step.high and self._stakes.after(1) == 1)
        theirs = (step for step in steps if step.low < 0 <= step.high and self._stakes.after(-1) == 0)
        return next(ours, next(theirs, None))

    def _dangerous(self, point: Step) -> bool:
        """Return whether the best choice is to go alone though ``point`` is all that the opponents need."""
        told = point in (self._speaks_for, self._speaks_against)
        return not told and self._loses(point) and goes_alone(self._actions[0])

    def _with(self, point: Step) -> tuple[Step | None, Step | None]:
        """Return what speaks for the best choice and against it, one of which is ``point``."""
        return (point, self._speaks_against) if point.worth > 0 else (self._speaks_for, point)

    def _weighty(self, least: Step, most: Step | None, *, equal: bool) -> bool:
        """Return whether a result that speaks for the other choice matters beside one that speaks against it."""
        if most is None or most.worth <= 0 or not most.found:
            return equal and least.worth < 0
        return least.worth < 0 and (equal or -least.worth >= WEIGHTY * most.worth)

    def _steps(self) -> Iterator[Step]:
        best, other = self._actions
        reached = [each for each in self._sample.points if self._often(each)]
        for low, high in pairwise(reached):
            gain = self._sample.gain(best, other, high)
            yield Step(low, high, gain, gain.value * (self._stakes.after(high) - self._stakes.after(low)))

    def _often(self, points: int) -> bool:
        return any(self._sample.share(action, points, points).value > SELDOM for action in self._actions)

    def _wins(self, step: Step) -> bool:
        return self._stakes.after(step.low) < self._stakes.after(step.high) == 1

    def _loses(self, step: Step) -> bool:
        return 0 == self._stakes.after(step.low) < self._stakes.after(step.high)

    def _told(self, step: Step, *, counter: bool = False) -> Reason:
        """Return how often each choice leads to a result. A counter speaks for the other choice."""
        decides = self._wins(step) or self._loses(step)
        if decides:
            ours, clause = self._end_of_the_game(step, counter=counter)
        else:
            ours, clause = self._sample.result(step.low, step.high)
            clause = self._sample.assumption + clause
        start = f"But {clause}" if counter else capitalized(clause)
        return self._counted("score" if decides else "result", start, step, ours=ours)

    def _end_of_the_game(self, step: Step, *, counter: bool) -> tuple[bool, str]:
        """Return whether our side wins the game by a result, and a clause that tells it."""
        ours = self._wins(step)
        who, sign, end = ("you", 1, 1.0) if ours else ("they", -1, 0.0)
        count = next(points for points in range(1, FAR) if self._stakes.after(sign * points) == end)
        points, them = counted(count, "point"), "it" if count == 1 else "them"
        if counter:
            return ours, f"{self._sample.assumption}{who} get the {points} that {who} need to win the game"
        return ours, f"{who} need {points} to win the game; {self._sample.assumption}{who} get {them}"

    def _counted(self, kind: ResultKind, start: str, step: Step, *, ours: bool) -> Reason:
        least, most = (step.high, FAR) if ours else (-FAR, step.low)
        figures = tuple(self._sample.share(action, least, most) for action in self._actions)
        one, two = map(hundredths, figures)
        euchres = [self._by_a_euchre(*pair, ours=ours) for pair in zip(self._actions, figures, strict=True)]
        both = " by a euchre" if all(euchres) else ""
        after = [
            f"after {self._sample.name(action)}{' (a euchre)' if euchre and not both else ''}"
            for action, euchre in zip(self._actions, euchres, strict=True)
        ]
        return Reason(kind, f"{start}{both} in {one} of 100 likely layouts {after[0]}, in {two} {after[1]}.", figures)

    def _by_a_euchre(self, action: Action, figure: Figure, *, ours: bool) -> bool:
        return figure.value >= SMALLEST and self._sample.euchres(action, ours=ours)
