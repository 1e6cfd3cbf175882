"""Equity: the chance of winning a game from its score, if the chances of each number of points in a deal are known.

>>> even = Equity(10, PointSwing({2: 0.3, 1: 0.3, -1: 0.2, -2: 0.2}))
>>> round(even.winning(9, 9, dealing=True), 2)
0.6
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import fsum

from uka.core.observation import Observation
from uka.core.seats import Partnership

FAR = 15
"""The points that the side ahead is assumed to need in a game without a target."""


class PointSwing:
    """How likely each number of points is in a deal.

    Points of the dealer's side are positive, and points of the other side negative.
    """

    __slots__ = ("chances", "mean", "scoreless")
    scoreless: float
    """The probability of a deal in which nobody scores."""
    mean: float
    """The mean of the points."""
    chances: tuple[tuple[int, float], ...]
    """The points other than 0, in ascending order, each with its probability."""

    def __init__(self, chances: Mapping[int, float]) -> None:
        """Take ``chances``, which maps points to probabilities or to numbers in proportion to them."""
        total = fsum(chances.values())
        if not total > 0 or min(chances.values()) < 0:
            raise ValueError("the chances of a swing are none below zero, and not all zero")
        self.scoreless = chances.get(0, 0.0) / total
        self.mean = fsum(points * chance for points, chance in chances.items()) / total
        self.chances = tuple((points, chance / total) for points, chance in sorted(chances.items()) if points)


class Equity:
    """The chances of winning a game to ``target`` points, if deals score as ``swing`` says.

    If ``target`` is 0, the game has no target. A draw counts as half a win.
    """

    def __init__(self, target: int, swing: PointSwing) -> None:
        self.target = target
        self.swing = swing
        self._by_need = lru_cache(maxsize=None)(self._compute_by_need)
        self._by_lead = lru_cache(maxsize=None)(self._compute_by_lead)

    def winning(self, ours: int, theirs: int, *, dealing: bool) -> float:
        """Return the chance that the side with ``ours`` points wins against the side with ``theirs`` points.

        ``dealing`` is true if the side with ``ours`` points deals next.
        """
        target = self.target or max(ours, theirs) + FAR
        if_dealing, if_not = self._by_need(max(0, target - ours), max(0, target - theirs))
        return if_dealing if dealing else if_not

    def winning_by_lead(self, lead: int, deals: int, *, dealing: bool) -> float:
        """Return the chance that a side that leads by ``lead`` points has more points after ``deals`` further deals.

        ``lead`` is negative if the side is behind. ``dealing`` is true if it deals next.
        """
        return self._by_lead(lead, deals, dealing)

    def _compute_by_need(self, our_need: int, their_need: int) -> tuple[float, float]:
        """Return two chances of winning for a side that needs ``our_need`` points; its opponents need ``their_need``.

        The first chance holds if the side deals next, the second if its opponents deal next.
        """
        if our_need == 0 or their_need == 0:
            return float(our_need == 0), float(our_need == 0)
        if_dealing, if_not = 0.0, 0.0  # the parts of the chances from deals in which somebody scores
        for points, chance in self.swing.chances:
            dealers, others = max(points, 0), max(-points, 0)
            _, win = self._by_need(max(0, our_need - dealers), max(0, their_need - others))
            if_dealing += chance * win
            win, _ = self._by_need(max(0, our_need - others), max(0, their_need - dealers))
            if_not += chance * win
        scoreless = self.swing.scoreless  # after such a deal the next player deals at the same score
        dealing = (if_dealing + scoreless * if_not) / (1.0 - scoreless * scoreless)
        return dealing, if_not + scoreless * dealing

    def _compute_by_lead(self, lead: int, deals: int, dealing: bool) -> float:
        """Compute the result of ``winning_by_lead``."""
        if not deals:
            return 0.5 if lead == 0 else float(lead > 0)
        sign = 1 if dealing else -1
        win = self.swing.scoreless * self._by_lead(lead, deals - 1, not dealing)
        for points, chance in self.swing.chances:
            win += chance * self._by_lead(lead + sign * points, deals - 1, not dealing)
        return win


class DealStakes:
    """The chance that the partnership ``side`` wins the game, for each possible result of the current deal."""

    __slots__ = ("_after", "_deals_left", "_deals_next", "_equity", "_score")

    def __init__(self, seen: Observation, side: Partnership, equity: Equity) -> None:
        self._equity = equity
        self._score = (seen.score[side.index], seen.score[side.other.index])
        self._deals_next = seen.dealer.partnership is not side  # the player to the left of the dealer deals next
        self._deals_left = deals_left(seen)
        self._after = cache(self._compute_after)

    def after(self, points: int) -> float:
        """Return the chance that the side wins the game if it scores ``points`` in the current deal.

        If ``points`` is negative, the opponents score.
        """
        return self._after(points)

    def after_redeal(self) -> float:
        """Return the chance that the side wins the game if the deal is void and the same dealer deals again."""
        ours, theirs = self._score
        deals_left = None if self._deals_left is None else self._deals_left + 1
        return self._between_deals(ours, theirs, deals_left, deals_next=not self._deals_next)

    def _compute_after(self, points: int) -> float:
        """Compute the result of ``after``."""
        ours, theirs = self._score
        ours += max(0, points)
        theirs += max(0, -points)
        target = self._equity.target
        if target and max(ours, theirs) >= target:
            return float(ours > theirs)
        return self._between_deals(ours, theirs, self._deals_left, deals_next=self._deals_next)

    def _between_deals(self, ours: int, theirs: int, deals_left: int | None, *, deals_next: bool) -> float:
        """Return the chance that the side wins the game, between two deals, with ``ours`` points against ``theirs``."""
        if deals_left is not None:
            return self._equity.winning_by_lead(ours - theirs, deals_left, dealing=deals_next)
        return self._equity.winning(ours, theirs, dealing=deals_next)


def deals_left(seen: Observation) -> int | None:
    """Return how many deals the game has after the current one, or None if only the score ends the game."""
    if seen.bell:
        return 0
    deals = seen.rules.deals
    return max(0, deals - seen.number - 1) if deals else None
