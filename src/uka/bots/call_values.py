"""The value of each choice before the first lead, computed from how deals end after it.

A model knows how many tricks real play takes, on average over all hands for which the double-dummy solver finds the
same tricks. A hand that goes alone is stronger than average. By the model, its call with a partner can therefore seem
to take fewer tricks than the same call alone. But a partner never costs tricks, so this module counts the call with a
partner as taking any number of tricks at least as often as the call alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum
from typing import TypeAlias

from msgspec.structs import replace

from uka.core.actions import Action, CallTrump, GoAlone, OrderUp, Pass
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import BiddingPolicy, Ending, EndingDistribution

from .payoffs import RealPlay

ValueOfPoints: TypeAlias = Callable[[int], float]
"""A function from the points that a side scores in a deal, negative if the opponents score, to their value for it."""
Ends: TypeAlias = Mapping[Action, EndingDistribution]
"""A dict from each choice to how deals end after it: in which contract, and with how many double-dummy tricks."""


class CallValues:
    """The mean values of the choices of the seat whose turn it is before the first lead.

    ``ends`` is a dict from each choice to how deals end after it, and ``play`` says how many tricks the makers then
    take. If the choice is a maker's discard, ``ends_alone`` may be given: what ``ends`` would be if the maker had made
    the same call alone.
    """

    def __init__(self, seen: Observation, ends: Ends, play: RealPlay, ends_alone: Ends | None = None) -> None:
        assert seen.seat is not None
        self._seen = seen
        self._side = seen.seat.partnership
        self._ends = ends
        self._ends_alone = ends_alone or {}
        self._play = play
        self._tricks = {action: play.tricks_after(after, self._side) for action, after in ends.items()}
        self._added = {action: self._corrections(action) for action in ends}

    def mean(self, action: Action, value: ValueOfPoints) -> tuple[float, float]:
        """Return the mean value of the choice ``action``, and the standard error of this mean.

        ``value`` maps the points that the side scores in a deal to their value.
        """
        mean, error = self._ends[action].mean(self._play.payoff(self._side, value, self._tricks[action]))
        added = self._added[action]
        if any(added):
            points, *_ = contract_points(self._seen.rules)
            values = [value(each) for each in points]
            mean += fsum(added[tricks] * (values[tricks] - values[tricks - 1]) for tricks in range(1, len(values)))
        return mean, error

    def _corrections(self, action: Action) -> list[float]:
        """Return, for each number of tricks, what to add to the chance of at least so many after ``action``.

        If the same call alone has a higher chance of so many tricks, the addition raises the chance to that of the
        call alone. Return an empty list if it is not known how deals end after the call alone.
        """
        alone = lone_call(self._seen, action)
        ends_alone = self._ends_alone.get(action) or (self._ends.get(alone) if alone else None)
        if ends_alone is None:
            return []
        with_partner = self._at_least(self._ends[action], self._tricks[action], 0)
        by_itself = self._at_least(ends_alone, self._play.tricks_after(ends_alone, self._side), 1)
        return [max(0.0, one - two) for two, one in zip(with_partner, by_itself, strict=True)]

    def _at_least(
        self, ends: EndingDistribution, tricks_of: Callable[[Ending], tuple[float, ...]], alone: int
    ) -> list[float]:
        """Return, for each number of tricks, the chance that our side makes trump and takes at least so many.

        ``ends`` says how deals end, and ``tricks_of`` how many tricks the makers then take. ``alone`` is 0 for a
        contract with a partner, and 1 for a loner.
        """
        chances = [0.0] * (self._seen.rules.hand_size + 1)
        for ending, (weight, _) in ends.masses.items():
            if (ending.makers, ending.alone) == (self._side.index, alone):
                for tricks, chance in enumerate(tricks_of(ending)):
                    chances[tricks] += chance * weight / ends.total
        return [fsum(chances[tricks:]) for tricks in range(len(chances))]


def lone_call(seen: Observation, action: Action) -> Action | None:
    """Return the call ``action`` made alone, or None if ``action`` is no call with a partner.

    Return None too if the rules give a loner more than the seat's own hand, or let another seat go alone.
    """
    rules = seen.rules
    takes_upcard = isinstance(action, OrderUp) and seen.seat is seen.dealer.partner and rules.dealer_out == "loner"
    if takes_upcard or rules.partners_best or rules.alone_by != "maker" or rules.defend_alone != "off":
        return None
    if isinstance(action, OrderUp | CallTrump) and not action.alone:
        return replace(action, alone=True)
    return GoAlone() if isinstance(action, Pass) and seen.phase is Phase.ASKING else None


def after_lone_call(seen: Observation, bids: BiddingPolicy) -> Observation | None:
    """Return what the observing seat, a maker who must discard, would see if it had made the same call alone.

    Return None if the seat is no maker who must discard, or if somebody goes alone already. Return None too if
    the call can't be made alone: ``lone_call`` returns None, or ``bids`` says that the rules do not allow it.
    """
    contract, me = seen.contract, seen.seat
    if seen.phase is not Phase.DISCARDING or not contract or not me or contract.maker is not me or contract.sitting_out:
        return None
    *earlier, call = seen.calls
    alone = lone_call(seen, call.action)
    if alone is None:
        return None
    lone_contract = replace(contract, loner=me, sitting_out=1 << me.partner.index)
    seen_alone = replace(seen, calls=(*earlier, replace(call, action=alone)), contract=lone_contract)
    return seen_alone if bids.allows_bidding(seen_alone) else None
