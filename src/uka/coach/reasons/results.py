"""Reasons about the result of the deal: how often each of two choices leads to the result that tells them apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from uka.bots.equity import DealStakes
from uka.bots.evaluation import goes_alone
from uka.core.actions import Action
from uka.core.public_deal import Phase
from uka.narration.names import counted

from .reason import FAR, Figure, Reason, hundredths
from .sample import ChoiceSample
from .words import capitalized

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.06
"""The smallest difference in the share of the sampled worlds that a reason mentions."""
SELDOM = 0.001
"""A result that both choices reach in a smaller share of the sampled worlds is left out."""
ResultKind: TypeAlias = Literal["result", "score"]
WEIGHTY = 0.33
"""The smallest fraction of what speaks for the best choice that the result against it must be worth to be mentioned."""


class ResultStep(NamedTuple):
    """The difference between two neighbouring results of a deal, and how two choices differ in it."""

    low: int
    """The points of the seat's side in the worse result."""
    high: int
    """The points of the seat's side in the better result."""
    gain: Figure
    """The share of the sampled worlds in which the best choice reaches ``high``, minus that of the other choice."""
    worth: float
    """What ``gain`` adds to the chance of winning the game."""

    @property
    def clear(self) -> bool:
        """Whether the difference is large enough for a reason, and more than chance explains."""
        return abs(self.gain.value) >= max(SMALLEST, CERTAIN * self.gain.error)


class ResultReasons:
    """The reasons for and against the best choice that say how often two choices lead to a result of the deal.

    ``actions`` holds the best choice and the other choice. If a side needs only one point to win the game, calls are
    compared by how often that side gets a point. ``equal`` says that the two choices are close. Then a result that
    speaks against the best choice is mentioned even if it matters little.
    """

    def __init__(
        self, sample: ChoiceSample, stakes: DealStakes, actions: tuple[Action, Action], *, equal: bool = False
    ) -> None:
        self._sample, self._stakes, self._actions = sample, stakes, actions
        steps = sorted(self._result_steps(), key=lambda step: step.worth)
        least, most = (steps[0], steps[-1]) if steps else (None, None)
        point = self._last_point(steps) if sample.seen.phase is Phase.CALLING else None
        self._speaks_for = most if most and most.clear and most.worth > 0 else None
        self._speaks_against = (
            least if least and least.clear and self._worth_mentioning(least, most, equal=equal) else None
        )
        if point and point.clear:
            if point.worth > 0:
                self._speaks_for = point
            else:
                self._speaks_against = point
        elif point and not (self._speaks_for and (self._speaks_against or not equal)):
            self._speaks_for = point
        self._danger = point if point and self._risks_the_game(point) else None

    def decides(self) -> bool:
        """Return whether the result that speaks for the best choice wins or loses the game."""
        step = self._speaks_for
        return step is not None and (self._wins(step) or self._loses(step))

    def reason_for(self) -> Iterator[Reason]:
        """Yield the reason with the result that speaks for the best choice, if there is one."""
        if self._speaks_for:
            yield self._reason(self._speaks_for)

    def reason_against(self) -> Iterator[Reason]:
        """Yield the reason with the result that speaks against the best choice, if there is one."""
        if self._speaks_against:
            yield self._reason(self._speaks_against, against=True)
        elif self._danger:
            yield self._reason(self._danger)

    def _last_point(self, steps: list[ResultStep]) -> ResultStep | None:
        """Return the step from no point to a point for a side that needs only one to win the game, if there is one.

        If both sides need only one point, return the step of the seat's side.
        """
        ours = (step for step in steps if step.low <= 0 < step.high and self._stakes.after(1) == 1)
        theirs = (step for step in steps if step.low < 0 <= step.high and self._stakes.after(-1) == 0)
        return next(ours, next(theirs, None))

    def _risks_the_game(self, point: ResultStep) -> bool:
        """Return whether the best choice goes alone and so risks the game, and no other reason mentions this risk.

        ``point`` is the step at which the opponents get their last point, as ``_last_point`` returns it.
        """
        mentioned = point in (self._speaks_for, self._speaks_against)
        return not mentioned and self._loses(point) and goes_alone(self._actions[0])

    def _worth_mentioning(self, least: ResultStep, most: ResultStep | None, *, equal: bool) -> bool:
        """Return whether the step ``least`` speaks against the best choice strongly enough to be mentioned.

        If ``equal`` is true, any strength is enough. Otherwise the step ``most`` must speak for the best choice, and
        ``least`` must weigh at least ``WEIGHTY`` times as much.
        """
        if least.worth >= 0:
            return False
        if most is None or most.worth <= 0 or not most.clear:
            return equal
        return equal or -least.worth >= WEIGHTY * most.worth

    def _result_steps(self) -> Iterator[ResultStep]:
        """Yield the steps between neighbouring results among those that either choice has more than seldom."""
        best, other = self._actions
        reached = [each for each in self._sample.possible_points if self._occurs(each)]
        for low, high in pairwise(reached):
            gain = self._sample.gain(best, other, high)
            yield ResultStep(low, high, gain, gain.value * (self._stakes.after(high) - self._stakes.after(low)))

    def _occurs(self, points: int) -> bool:
        """Return whether the result ``points`` occurs more than seldom after either choice."""
        return any(self._sample.share(action, points, points).value > SELDOM for action in self._actions)

    def _wins(self, step: ResultStep) -> bool:
        """Return whether the higher result of ``step`` wins the game for certain, and the lower one does not."""
        return self._stakes.after(step.low) < self._stakes.after(step.high) == 1

    def _loses(self, step: ResultStep) -> bool:
        """Return whether the lower result of ``step`` loses the game for certain, and the higher one does not."""
        return 0 == self._stakes.after(step.low) < self._stakes.after(step.high)

    def _reason(self, step: ResultStep, *, against: bool = False) -> Reason:
        """Return the reason that says how often each choice leads to a result, for or ``against`` the best choice."""
        decides = self._wins(step) or self._loses(step)
        if decides:
            ours, clause = self._end_of_the_game(step, against=against)
        else:
            ours, clause = self._sample.result_clause(step.low, step.high)
            clause = self._sample.assumption + clause
        start = f"But {clause}" if against else capitalized(clause)
        return self._counted_reason("score" if decides else "result", start, step, ours=ours)

    def _end_of_the_game(self, step: ResultStep, *, against: bool) -> tuple[bool, str]:
        """Return whether the seat's side wins the game by a result, and a clause that says which side wins it."""
        ours = self._wins(step)
        who, sign, end = ("you", 1, 1.0) if ours else ("they", -1, 0.0)
        count = next(points for points in range(1, FAR) if self._stakes.after(sign * points) == end)
        points, them = counted(count, "point"), "it" if count == 1 else "them"
        if against:
            return ours, f"{self._sample.assumption}{who} get the {points} that {who} need to win the game"
        return ours, f"{who} need {points} to win the game; {self._sample.assumption}{who} get {them}"

    def _counted_reason(self, kind: ResultKind, start: str, step: ResultStep, *, ours: bool) -> Reason:
        """Return the reason that begins with ``start`` and says in how many worlds each choice leads to the result."""
        least, most = (step.high, FAR) if ours else (-FAR, step.low)
        best, other = self._actions
        best_share, other_share = (self._sample.share(action, least, most) for action in self._actions)
        best_name, other_name = self._sample.name(best), self._sample.name(other)
        best_euchres = self._by_a_euchre(best, best_share, ours=ours)
        other_euchres = self._by_a_euchre(other, other_share, ours=ours)
        if best_euchres and other_euchres:
            start += " by a euchre"
        elif best_euchres:
            best_name += " (a euchre)"
        elif other_euchres:
            other_name += " (a euchre)"
        text = (
            f"{start} in {hundredths(best_share)} of 100 likely layouts after {best_name}, "
            f"in {hundredths(other_share)} after {other_name}."
        )
        return Reason(kind, text, (best_share, other_share))

    def _by_a_euchre(self, action: Action, share: Figure, *, ours: bool) -> bool:
        """Return whether the points that a side gets in ``share`` of the worlds after ``action`` come from euchres."""
        return share.value >= SMALLEST and self._sample.scores_only_by_euchre(action, ours=ours)
