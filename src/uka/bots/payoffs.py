"""Payoffs: how much each result of a deal is worth to a side.

A payoff is computed from the side's points minus the points of its opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import TERMINALS, alone_kind, terminal_index
from uka.models import Model

from .equity import Equity, PointSwing


def play_payoffs(seen: Observation) -> list[int]:
    """Return the payoffs of the seat's side, indexed by the number of further tricks that it takes.

    A side that revoked scores 0.
    """
    contract, rules, me = seen.contract, seen.rules, seen.seat
    assert contract is not None
    assert me is not None
    revoked = {*seen.revoked}
    made, had = contract_points(rules)[alone_kind(contract)], seen.taken[contract.makers.index]
    made = [0 if (contract.makers if worth > 0 else contract.defenders) in revoked else worth for worth in made]
    left = rules.hand_size - len(seen.tricks)
    if me.partnership is contract.makers:
        return [made[had + tricks] for tricks in range(left + 1)]
    return [-made[had + left - tricks] for tricks in range(left + 1)]


def terminal_payoffs(
    rules: Ruleset,
    dealers: Partnership,
    side: Partnership,
    worth: Callable[[int], float],
    play: Sequence[Sequence[Sequence[Sequence[float]]]],
) -> list[float]:
    """Return the value of each terminal state of the bidding for ``side``, in the order of a ``TerminalDistribution``.

    ``dealers`` is the dealer's side. ``worth`` maps points to their value. ``play[makers][alone][solved][tricks]`` is
    the probability that the makers take ``tricks`` tricks in real play if the double-dummy solver finds ``solved``
    tricks. ``makers`` is 0 if the dealer's side made trump, otherwise 1. ``alone`` is a code of ``alone_kind``.
    """
    payoffs = [0.0] * TERMINALS
    payoffs[0] = worth(0)
    made = contract_points(rules)
    for makers in PARTNERSHIPS:
        known = play[makers is not dealers]
        for alone, row in enumerate(made):
            values = [worth(point if makers is side else -point) for point in row]
            for solved, chances in enumerate(known[alone]):
                payoffs[terminal_index(makers.index, alone, solved)] = sum(
                    c * v for c, v in zip(chances, values, strict=True)
                )
    return payoffs


def model_equity(rules: Ruleset, model: Model) -> Equity:
    """Return the equity under a ruleset. The distribution of a deal's results comes from a model."""
    dealers, _ = PARTNERSHIPS
    swing = {0: float(model.ends[0])}
    for makers in PARTNERSHIPS:
        for alone, row in enumerate(contract_points(rules)):
            for tricks, point in enumerate(row):
                brought = point if makers is dealers else -point
                swing[brought] = swing.get(brought, 0.0) + model.ends[terminal_index(makers.index, alone, tricks)]
    return Equity(rules.target, PointSwing(swing))
