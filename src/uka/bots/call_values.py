"""The value of each choice before the first lead, from how deals end after it.

A model knows how many tricks real play takes on average over all hands with the same double-dummy tricks. A hand that
goes alone is stronger than the average, so that its call with a partner would seem to take fewer tricks than the same
call alone. But a partner never costs tricks: the call with a partner takes every number of tricks at least as often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import TypeAlias

from msgspec.structs import replace

from uka.core.actions import Action, CallTrump, GoAlone, OrderUp, Pass
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import MOST_TRICKS, BiddingPolicy, TerminalDistribution, terminal_index

Worth: TypeAlias = Callable[[int], float]
"""The value of the points of a deal to a side."""
Ends: TypeAlias = Mapping[Action, TerminalDistribution]
"""How deals end after each choice."""
TrickChances: TypeAlias = Sequence[Sequence[Sequence[Sequence[float]]]]
"""The chances of the makers' tricks in real play, as in ``RulesetModel.play``."""


class CallValues:
    """The mean values of choices, if ``ends`` tells how deals end after each of them.

    ``alone`` tells it for the maker's discards after the same call alone, as ``after_lone_call`` describes them.
    """

    def __init__(self, seen: Observation, ends: Ends, play: TrickChances, alone: Ends | None = None) -> None:
        assert seen.seat is not None
        self._seen, self._side, self._ends, self._alone = seen, seen.seat.partnership, ends, alone or {}
        self._chances = play[self._side is not seen.dealer.partnership]
        self._more = {action: self._gained(action) for action in ends}

    def mean(self, action: Action, payoffs: Sequence[float], worth: Worth) -> tuple[float, float]:
        """Return the mean value of a choice, and its standard error.

        ``payoffs`` are the values of the terminal states, as ``terminal_payoffs`` returns them for ``worth``.
        """
        mean, error = self._ends[action].mean(payoffs)
        more = self._more[action]
        if any(more):
            points, *_ = contract_points(self._seen.rules)
            values = [*map(worth, points)]
            mean += sum(more[tricks] * (values[tricks] - values[tricks - 1]) for tricks in range(1, len(values)))
        return mean, error

    def _gained(self, action: Action) -> list[float]:
        """Return how much more often a call takes each number of tricks, or more, than the model says."""
        other = lone_call(self._seen, action)
        ends = self._alone.get(action) or (self._ends.get(other) if other else None)
        if ends is None:
            return []
        with_partner, by_itself = self._at_least(self._ends[action], 0), self._at_least(ends, 1)
        return [max(0.0, two - one) for one, two in zip(with_partner, by_itself, strict=True)]

    def _at_least(self, ends: TerminalDistribution, alone: int) -> list[float]:
        """Return the chance that the makers take each number of tricks or more, if our side makes trump."""
        weights, total = ends.weights, sum(ends.weights)
        first = terminal_index(self._side.index, alone, 0)
        solved = weights[first : first + MOST_TRICKS + 1]
        rows = zip(*self._chances[alone], strict=True)
        chances = [sum(map(mul, solved, row)) / total for row in rows]
        return [sum(chances[tricks:]) for tricks in range(len(chances))]


def lone_call(seen: Observation, action: Action) -> Action | None:
    """Return the same call alone, or None if the action is not a call with a partner.

    Return None, too, where the rules give a loner more than the seat's own hand, or let another seat go alone.
    """
    rules = seen.rules
    takes = isinstance(action, OrderUp) and seen.seat is seen.dealer.partner and rules.dealer_out == "loner"
    if takes or rules.partners_best or rules.alone_by != "maker" or rules.defend_alone != "off":
        return None
    if isinstance(action, OrderUp | CallTrump) and not action.alone:
        return replace(action, alone=True)
    return GoAlone() if isinstance(action, Pass) and seen.phase is Phase.ASKING else None


def after_lone_call(seen: Observation, bids: BiddingPolicy) -> Observation | None:
    """Return what the maker would see at its discard after the same call alone, or None at any other choice.

    Return None, too, if a seat goes alone, if the rules do not allow the call alone, and where ``lone_call`` does.
    """
    contract, me = seen.contract, seen.seat
    if seen.phase is not Phase.DISCARDING or not contract or not me or contract.maker is not me or contract.sitting_out:
        return None
    *before, call = seen.calls
    alone = lone_call(seen, call.action)
    if alone is None:
        return None
    contract = replace(contract, loner=me, sitting_out=1 << me.partner.index)
    other = replace(seen, calls=(*before, replace(call, action=alone)), contract=contract)
    return other if bids.reaches(other) else None
