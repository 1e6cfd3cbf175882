"""How deals end after each choice before the first lead, counted in sampled worlds."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from uka.bots.call_values import CallValues, Ends
from uka.bots.master import ruleset_model
from uka.bots.payoffs import terminal_payoffs
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import ALONE_KINDS, MOST_TRICKS

from .reason import Figure

ALL = 0.999
"""A share of the sampled worlds from here on counts as all of them, because sums of chances are not exact."""
OF_A_SIDE = ALONE_KINDS * (MOST_TRICKS + 1)
"""The number of terminal states in which the same side made trump."""


class ResultCounts:
    """How deals end after each choice of the seat whose turn it is in ``seen``.

    ``ends`` holds how deals end after each choice. If the seat is the maker and must discard, ``alone`` holds how deals
    would end if the seat had called alone. All standard errors are multiplied by ``error_inflation``. Points of the
    opponents are negative.
    """

    def __init__(self, seen: Observation, ends: Ends, alone: Ends | None, error_inflation: float) -> None:
        assert seen.seat is not None
        self.seen, self.side, self._ends, self.error_inflation = seen, seen.seat.partnership, ends, error_inflation
        self._values = CallValues(seen, ends, ruleset_model(seen.rules).play, alone)

    def result_clause(self, low: int, high: int) -> tuple[bool, str]:
        """Return whether a clause about a result of the deal is about the seat's side, and the clause.

        ``low`` and ``high`` are the points of two neighbouring results. A clause about the seat's side says what
        ``high`` points or more mean, such as "your side scores". Any other clause is about the opponents, and says what
        ``low`` points or fewer mean, such as "they score".
        """
        if low >= 0 or (high > 0 and not self._always_makes_trump(self.side.other)):
            return True, "your side scores" if low <= 0 else f"your side gets {self._points_or_more(high)}"
        if high >= 0:
            return False, "they score"
        alone = -low > self._most_with_partner()
        return False, "they take all the tricks alone" if alone else f"they get {self._points_or_more(-low)}"

    def _points_or_more(self, points: int) -> str:
        """Return a number of points as text, with "or more" if a deal can bring more."""
        most = max(abs(each) for row in contract_points(self.seen.rules) for each in row)
        return f"{points} points{' or more' if points < most else ''}"

    def scores_only_by_euchre(self, action: Action, *, ours: bool) -> bool:
        """Return whether, after ``action``, one side can score only by a euchre, because the other side makes trump.

        If ``ours`` is true, the question is about the seat's side, and otherwise about the opponents. The other side
        must make trump in all sampled worlds.
        """
        return self._makes_trump(self.side.other if ours else self.side, action)

    def _always_makes_trump(self, makers: Partnership) -> bool:
        """Return whether the side ``makers`` makes trump in all sampled worlds, whatever the seat chooses."""
        return all(self._makes_trump(makers, action) for action in self._ends)

    def _makes_trump(self, makers: Partnership, action: Action) -> bool:
        weights = self._ends[action].weights
        first = 1 + makers.index * OF_A_SIDE
        return sum(weights[first : first + OF_A_SIDE]) >= ALL * sum(weights)

    def _most_with_partner(self) -> int:
        """Return the most points that a side can get in a deal without taking all the tricks alone."""
        points = contract_points(self.seen.rules)
        all_but_one = self.seen.rules.hand_size - 1
        most = max(map(abs, points.with_partners))
        for row in (points.loner, points.lone_defender, points.both_alone):
            most = max(most, row[all_but_one], -min(row))
        return most

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of sampled worlds where the seat's side gets ``least`` to ``most`` points by ``action``."""
        chances = terminal_chances(self.seen.rules, self.seen.dealer.partnership, self.side, least, most)
        share, error = self._values.mean(action, chances, lambda points: float(least <= points <= most))
        worlds = sum(self._ends[action].weights)
        return Figure(share, self.error_inflation * hypot(error, 1 / worlds))


@lru_cache(maxsize=512)
def terminal_chances(rules: Ruleset, dealers: Partnership, side: Partnership, least: int, most: int) -> list[float]:
    """Return, for each terminal state of the bidding, the chance that ``side`` gets ``least`` to ``most`` points."""
    play = ruleset_model(rules).play
    return terminal_payoffs(rules, dealers, side, lambda points: float(least <= points <= most), play)
