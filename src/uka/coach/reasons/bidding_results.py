"""How deals end after each choice before the first lead, counted in sampled worlds."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from uka.bots.call_values import CallValues, Ends
from uka.bots.master import ruleset_model
from uka.bots.payoffs import RealPlay
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.seats import Partnership
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import Ending, EndingDistribution

from .reason import Figure, Reason, hundredths

ALL = 0.999
"""A share of the sampled worlds from here on counts as all of them, because sums of chances are not exact."""

SELDOM = 0.045
"""What happens in a smaller share of the sampled worlds after a pass is not told."""


class ResultCounts:
    """How deals end after each choice of the seat whose turn it is in ``seen``.

    ``ends`` holds how deals end after each choice. If the seat is the maker and must discard, ``alone`` holds how deals
    would end if the seat had called alone. All standard errors are multiplied by ``error_inflation``. Points of the
    opponents are negative.
    """

    def __init__(self, seen: Observation, ends: Ends, alone: Ends | None, error_inflation: float) -> None:
        assert seen.seat is not None
        self.seen, self.side, self._ends, self.error_inflation = seen, seen.seat.partnership, ends, error_inflation
        self._values = CallValues(seen, ends, real_play(seen), alone)
        self._makers = {action: _always_makers(after) for action, after in ends.items()}

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
        return self._makers[action] == makers.index

    def _most_with_partner(self) -> int:
        """Return the most points that a side can get in a deal without taking all the tricks alone."""
        points = contract_points(self.seen.rules)
        all_but_one = self.seen.rules.hand_size - 1
        most = max(map(abs, points.with_partners))
        for row in (points.loner, points.lone_defender, points.both_alone):
            most = max(most, row[all_but_one], -min(row))
        return most

    def after_a_pass(self, passing: Action) -> Reason:
        """Return the reason that says which side makes trump after ``passing``, and how often its call succeeds."""
        theirs, euchres = self._calls_of(self.side.other, passing)
        ours, made = self._calls_of(self.side, passing)
        alone = self._mean(passing, lambda ending: float(ending.makers == self.side.index and ending.alone & 1))
        nobody = self._mean(passing, lambda ending: float(ending.makers < 0))
        figures, clauses = list[Figure](), list[str]()

        def told(figure: Figure, words: str) -> str:
            if figure.value < SELDOM:
                return ""
            figures.append(figure)
            return words.format(hundredths(figure))

        layouts = " of 100"
        for share, start, ends in (
            (theirs, "the opponents call in {}", ((euchres, "your side euchres them in {}"),)),
            (ours, "your side calls in {}", ((alone, "alone in {}"), (made, "makes it in {}"))),
            (nobody, "nobody calls in {}", ()),
        ):
            clause = told(share, f"{start}{'' if figures else layouts}")
            details = [text for each, words in ends if clause and (text := told(each, words))]
            clauses += [f"{clause} ({', '.join(details)})" if details else clause] if clause else []
        return Reason("result", f"After a pass, {', '.join(clauses)}.", tuple(figures))

    def _calls_of(self, makers: Partnership, action: Action) -> tuple[Figure, Figure]:
        """Return how often ``makers`` make trump after ``action``, and how often the seat's side then scores."""
        play = real_play(self.seen)
        tricks_of = play.tricks_after(self._ends[action], self.side)
        scores = play.payoff(self.side, lambda points: float(points > 0), tricks_of)
        return (
            self._mean(action, lambda ending: float(ending.makers == makers.index)),
            self._mean(action, lambda ending: scores(ending) if ending.makers == makers.index else 0.0),
        )

    def _mean(self, action: Action, value: Callable[[Ending], float]) -> Figure:
        mean, error = self._ends[action].mean(value)
        return Figure(mean, self.error_inflation * hypot(error, 1 / self._ends[action].total))

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of sampled worlds where the seat's side gets ``least`` to ``most`` points by ``action``."""
        share, error = self._values.mean(action, lambda points: float(least <= points <= most))
        return Figure(share, self.error_inflation * hypot(error, 1 / self._ends[action].total))


def _always_makers(ends: EndingDistribution) -> int | None:
    """Return the index of the side that makes trump in all worlds of ``ends``; None if no side does."""
    shares = dict[int, float]()
    for ending, (weight, _) in ends.masses.items():
        shares[ending.makers] = shares.get(ending.makers, 0.0) + weight / ends.total
    makers, share = max(shares.items(), key=lambda each: each[1])
    return makers if share >= ALL else None


def real_play(seen: Observation) -> RealPlay:
    """Return how many tricks makers take in real play, in the deal that ``seen`` shows."""
    return RealPlay(seen.rules, seen.dealer.partnership, ruleset_model(seen.rules).play)
