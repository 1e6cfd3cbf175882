"""Payoffs: how much each result of a deal is worth to a side, from its points minus the points of its opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import TERMINALS, alone_kind, terminal_index
from uka.models import Model

from .equity import Equity, PointSwing


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


def terminal_payoffs(
    rules: Ruleset,
    dealers: Partnership,
    side: Partnership,
    value: Callable[[int], float],
    play: Sequence[Sequence[Sequence[Sequence[float]]]],
) -> list[float]:
    """Return a list of the value for ``side`` of each terminal state of the bidding, indexed by ``terminal_index``.

    A terminal state says who made trump, who plays alone, and how many tricks the double-dummy solver finds. ``value``
    maps the points of ``side`` to their value. ``dealers`` is the dealer's side.

    ``play[makers][alone][solved][tricks]`` is the probability that the makers take ``tricks`` tricks in real play if
    the solver finds ``solved`` tricks. The index ``makers`` is 0 if the dealer's side made trump, otherwise 1. The
    index ``alone`` is the code that ``alone_kind`` returns for who plays alone.
    """
    payoffs = [0.0] * TERMINALS
    payoffs[0] = value(0)
    for makers in PARTNERSHIPS:
        play_of_makers = play[0 if makers is dealers else 1]
        for alone, makers_points in enumerate(contract_points(rules)):
            values = [value(points if makers is side else -points) for points in makers_points]
            for solved, chances in enumerate(play_of_makers[alone]):
                payoffs[terminal_index(makers.index, alone, solved)] = sum(map(mul, chances, values))
    return payoffs


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
