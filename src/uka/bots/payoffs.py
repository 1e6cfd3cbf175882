"""Payoffs: what the outcomes of a deal are worth to a side, its own points less those of the other side."""

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
    """The payoff of the seat's side by the tricks that it still takes; a side that revoked scores nothing."""
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
    seen: Observation,
    side: Partnership,
    worth: Callable[[int], float],
    play: Sequence[Sequence[Sequence[Sequence[float]]]],
) -> list[float]:
    """What each of ``uka.kernels.bidding_policy.TerminalDistribution`` is worth to a side.

    ``worth`` is of points; ``play[makers][alone][solved][tricks]`` how likely so many tricks are where so many were
    solved, makers being the dealer's side, 0, or the other.
    """
    found = [0.0] * TERMINALS
    found[0] = worth(0)
    made = contract_points(seen.rules)
    for makers in PARTNERSHIPS:
        known = play[makers is not seen.dealer.partnership]
        for alone, row in enumerate(made):
            values = [worth(point if makers is side else -point) for point in row]
            for solved, chances in enumerate(known[alone]):
                found[terminal_index(makers.index, alone, solved)] = sum(
                    c * v for c, v in zip(chances, values, strict=True)
                )
    return found


def model_equity(rules: Ruleset, model: Model) -> Equity:
    """The chances of winning where deals end as in a model, and bring what the rules give for it."""
    dealers, _ = PARTNERSHIPS
    swing = {0: float(model.ends[0])}
    for makers in PARTNERSHIPS:
        for alone, row in enumerate(contract_points(rules)):
            for tricks, point in enumerate(row):
                brought = point if makers is dealers else -point
                swing[brought] = swing.get(brought, 0.0) + model.ends[terminal_index(makers.index, alone, tricks)]
    return Equity(rules.target, PointSwing(swing))
