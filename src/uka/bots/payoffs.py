"""Payoffs: how much each result of a deal is worth to a side, from its points minus the points of its opponents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import fsum
from operator import mul
from typing import TypeAlias

from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels import TrickDistribution
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import MOST_TRICKS, Ending, EndingDistribution, alone_kind, terminal_index
from uka.models import Model

from .equity import Equity, PointSwing
from .evaluation import ActionEvaluation

TrickChances: TypeAlias = Sequence[Sequence[Sequence[Sequence[float]]]]
"""The chances of the makers' tricks in real play, as in ``RulesetModel.play``."""
ERRORS_ALWAYS, ERRORS_BY_SHARE = 0.5, 2.0
"""How often errors are made, compared with the average, to a result that no world allows; and by how much more often
for a share of the worlds that allow it. Fitted to 20,857 deals that ``expert`` played.
"""
UNKNOWN_WORLDS = 4
"""The number of imaginary worlds that allow every number of tricks, so that a few worlds do not exclude any."""


def play_payoffs(seen: Observation) -> list[int]:
    """Return the points for the observing seat's side, minus the opponents', for each number of tricks it still takes.

    The list is indexed by that number. Points of a side that revoked count as 0.
    """
    contract = seen.contract
    assert contract is not None
    assert seen.seat is not None
    makers_points = list[int]()
    for points in contract_points(seen.rules)[alone_kind(contract)]:
        scorers = contract.makers if points > 0 else contract.defenders
        makers_points.append(0 if scorers in seen.revoked else points)
    taken = seen.taken[contract.makers.index]
    left = seen.rules.hand_size - len(seen.tricks)
    if seen.seat.partnership is contract.makers:
        return [makers_points[taken + tricks] for tricks in range(left + 1)]
    return [-makers_points[taken + left - tricks] for tricks in range(left + 1)]


def evaluate_plays(
    seen: Observation, solved: Mapping[Card, TrickDistribution], win_chance_after: Callable[[int], float]
) -> list[ActionEvaluation]:
    """Return what each card is worth. ``solved`` says how many further tricks the side takes after each card.

    ``win_chance_after`` returns the chance of winning the game after a number of points of the side in the deal.
    """
    points = play_payoffs(seen)
    wins = [win_chance_after(each) for each in points]
    return [ActionEvaluation(Play(card), *tricks.mean(points), *tricks.mean(wins)) for card, tricks in solved.items()]


class RealPlay:
    """How many tricks makers take in real play, for deals under ``rules`` that ``dealers`` deals.

    ``chances[makers][alone][solved][tricks]`` is the probability that the makers take ``tricks`` tricks if the solver
    finds ``solved`` tricks, over all deals. The index ``makers`` is 0 if the dealer's side made trump, otherwise 1. The
    index ``alone`` is the code that ``alone_kind`` returns for who plays alone.
    """

    def __init__(self, rules: Ruleset, dealers: Partnership, chances: TrickChances) -> None:
        self._points = contract_points(rules)
        self._dealers = dealers
        self._chances = chances

    def tricks_after(self, ends: EndingDistribution, side: Partnership) -> Callable[[Ending], tuple[float, ...]]:
        """Return a function from an ending in ``ends`` to the probability of each number of the makers' tricks.

        An impossible number has 0. A number that is worse for ``side`` than the solver's comes from an error of that
        side. It is the less likely, the fewer of the worlds with the same contract allow it: where the hand of the seat
        rules it out in nearly all of them, the seat can hardly go wrong.
        """
        rates_of = _error_rates(ends, side)

        @cache
        def tricks_of(ending: Ending) -> tuple[float, ...]:
            rates, solved = rates_of[_contract_of(ending)], ending.solved
            row = self._chances[ending.makers != self._dealers.index][ending.alone][solved]
            chances = [0.0] * len(row)
            possible = slice(ending.least, ending.most + 1)
            chances[possible] = row[possible]
            if ending.makers == side.index:
                chances[:solved] = map(mul, chances[:solved], rates)
            else:
                chances[solved + 1 :] = map(mul, chances[solved + 1 :], rates[solved + 1 :])
            total = fsum(chances)
            if not total:  # the model has seen no such deal
                return tuple(float(tricks == solved) for tricks in range(len(chances)))
            return tuple([chance / total for chance in chances])

        return tricks_of

    def payoff(
        self, side: Partnership, value: Callable[[int], float], tricks: Callable[[Ending], tuple[float, ...]]
    ) -> Callable[[Ending], float]:
        """Return a function that returns the mean value of an ending for ``side``.

        ``value`` maps the points of the side to their value. ``tricks`` is from ``tricks_after``.
        """
        nobody_made = value(0)
        ours = [tuple(map(value, makers_points)) for makers_points in self._points]
        theirs = [tuple(value(-points) for points in makers_points) for makers_points in self._points]

        def payoff_of(ending: Ending) -> float:
            if ending.makers < 0:
                return nobody_made
            values = ours if ending.makers == side.index else theirs
            return fsum(map(mul, tricks(ending), values[ending.alone]))

        return payoff_of


def _contract_of(ending: Ending) -> tuple[int, int, int]:
    return ending.makers, ending.alone, ending.trump


def _error_rates(ends: EndingDistribution, side: Partnership) -> dict[tuple[int, int, int], list[float]]:
    """Return for each contract in ``ends``, and each number of the makers' tricks, how often ``side`` errs to it.

    That is compared with the average. The list is about numbers that are worse for ``side`` than the solver's.
    """
    weights = defaultdict[tuple[int, int, int], list[float]](lambda: [0.0] * (MOST_TRICKS + 1))
    for ending, (weight, _) in ends.masses.items():
        weights[_contract_of(ending)][ending.solved] += weight
    rates = dict[tuple[int, int, int], list[float]]()
    for contract, solved in weights.items():
        makers, _, _ = contract
        allowing = accumulate(solved) if makers == side.index else reversed([*accumulate(reversed(solved))])
        all_worlds = fsum(solved) + UNKNOWN_WORLDS
        shares = [(worlds + UNKNOWN_WORLDS) / all_worlds for worlds in allowing]
        rates[contract] = [min(1.0, ERRORS_ALWAYS + ERRORS_BY_SHARE * share) for share in shares]
    return rates


def model_equity(rules: Ruleset, model: Model) -> Equity:
    """Return the chances of winning a game under ``rules``. ``model`` says how often deals have each result."""
    dealers = PARTNERSHIPS[0]  # a model counts the dealer's side as the first
    chances = {0: float(model.ends[0])}
    for makers in PARTNERSHIPS:
        for alone, makers_points in enumerate(contract_points(rules)):
            for tricks, points in enumerate(makers_points):
                swing = points if makers is dealers else -points
                chance = model.ends[terminal_index(makers.index, alone, tricks)]
                chances[swing] = chances.get(swing, 0.0) + chance
    return Equity(rules.target, PointSwing(chances))
