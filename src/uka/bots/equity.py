"""Equity: the chance of winning a game from its score, given the distribution of points in a deal.

>>> even = Equity(10, PointSwing({2: 0.3, 1: 0.3, -1: 0.2, -2: 0.2}))
>>> round(even.winning(9, 9, dealing=True), 2)
0.6
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership

FAR = 15
"""The number of points that the side ahead is assumed to need in a game without a target."""


class PointSwing:
    """The probability distribution of a deal's points.

    Points of the dealer's side are positive, and points of the other side are negative.
    """

    __slots__ = ("chances", "mean", "nil")

    def __init__(self, chances: Mapping[int, float]) -> None:
        total = sum(chances.values())
        if not total > 0 or min(chances.values()) < 0:
            raise ValueError("the chances of a swing are none below zero, and not all zero")
        self.nil = chances.get(0, 0.0) / total
        self.mean = sum(points * chance for points, chance in chances.items()) / total
        self.chances = tuple((points, chance / total) for points, chance in sorted(chances.items()) if points)


class Equity:
    """The chances of winning a game to ``target`` points. If ``target`` is 0, the game has no target.

    A draw counts as half a win.
    """

    def __init__(self, target: int, swing: PointSwing) -> None:
        self.target, self.swing = target, swing
        self._needing = lru_cache(maxsize=None)(self._solved)
        self._leading = lru_cache(maxsize=None)(self._played)

    def winning(self, ours: int, theirs: int, *, dealing: bool) -> float:
        """Return the chance that the side with ``ours`` points wins the game.

        ``dealing`` is true if that side deals next.
        """
        target = self.target or max(ours, theirs) + FAR
        need, their_need = max(0, target - ours), max(0, target - theirs)
        return self._needing(need, their_need)[not dealing]

    def ahead(self, lead: int, deals: int, *, dealing: bool) -> float:
        """Return the chance of winning for a side that is ahead by ``lead`` points when ``deals`` deals remain.

        ``dealing`` is true if that side deals next.
        """
        return self._leading(lead, deals, dealing)

    def _solved(self, need: int, theirs: int) -> tuple[float, float]:
        """Return two chances of winning for a side that needs ``need`` points. Its opponents need ``theirs`` points.

        The first chance applies if the side deals next, the second if its opponents deal next.
        """
        if need == 0 or theirs == 0:
            return float(need == 0), float(need == 0)
        after = [0.0, 0.0]
        for points, chance in self.swing.chances:
            ours, others = (points, 0) if points > 0 else (0, -points)
            after[0] += chance * self._needing(max(0, need - ours), max(0, theirs - others))[1]
            after[1] += chance * self._needing(max(0, need - others), max(0, theirs - ours))[0]
        nil = self.swing.nil  # the chance that a deal scores no points; the next player then deals
        dealing = (after[0] + nil * after[1]) / (1.0 - nil * nil)
        return dealing, after[1] + nil * dealing

    def _played(self, lead: int, deals: int, dealing: bool) -> float:
        if not deals:
            return 0.5 if lead == 0 else float(lead > 0)
        sign = 1 if dealing else -1
        chance = self.swing.nil * self._leading(lead, deals - 1, not dealing)
        for points, share in self.swing.chances:
            chance += share * self._leading(lead + sign * points, deals - 1, not dealing)
        return chance


class DealStakes:
    """The chance that a side wins the game, for each possible result of the current deal."""

    __slots__ = ("_after", "_dealing", "_deals", "_equity", "_score")

    def __init__(self, seen: Observation, side: Partnership, equity: Equity) -> None:
        rules, ours, theirs = seen.rules, seen.score[side.index], seen.score[side.other.index]
        self._equity, self._score = equity, (ours, theirs)
        self._dealing = seen.dealer.partnership is not side  # the player to the left of the dealer deals next
        self._deals = deals_left(rules, seen)
        self._after = cache(self._winning)

    def after(self, points: int) -> float:
        """Return the chance of winning after the side scores ``points`` in the deal.

        If ``points`` is negative, the opponents score.
        """
        return self._after(points)

    def again(self) -> float:
        """Return the chance of winning if the deal is void and the same dealer deals again."""
        return self._before(*self._score, more=1, dealing=not self._dealing)

    def _winning(self, points: int) -> float:
        ours, theirs = self._score[0] + max(0, points), self._score[1] + max(0, -points)
        target = self._equity.target
        if target and max(ours, theirs) >= target:
            return float(ours > theirs)
        return self._before(ours, theirs, more=0, dealing=self._dealing)

    def _before(self, ours: int, theirs: int, *, more: int, dealing: bool) -> float:
        """Return the chance that the side with ``ours`` points wins the game, at a moment between two deals.

        ``more`` is the number of times that the current deal is dealt again: 0 or 1.
        """
        if self._deals is not None:
            return self._equity.ahead(ours - theirs, self._deals + more, dealing=dealing)
        return self._equity.winning(ours, theirs, dealing=dealing)


def deals_left(rules: Ruleset, seen: Observation) -> int | None:
    """Return the number of deals after the current one, or None if only the score ends the game."""
    if seen.bell:
        return 0
    return max(0, rules.deals - seen.number - 1) if rules.deals else None
