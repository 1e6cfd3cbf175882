"""A choice before the first lead in sampled worlds: the evaluation of each action, and why one is better than another.

The worlds are divided into groups by statements about the hidden cards. How deals end is counted for each group.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import hypot, sqrt
from operator import add
from typing import TypeAlias

from uka.bots.call_values import CallValues, after_lone_call, lone_call
from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import MasterBot, evaluate_ends, ruleset_model
from uka.bots.payoffs import terminal_payoffs
from uka.core.actions import Action, CallTrump, GoAlone, OrderUp, Pass
from uka.core.observation import Observation
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import TerminalDistribution
from uka.kernels.determinization import gather, world_buffer

from .bidding_results import ResultCounts
from .bowers import Bowers
from .decisive_feature import Gains, most_decisive, rare
from .reason import FAR, Feature, Figure, Reason, share
from .visible_call_facts import VisibleCallFacts, goes_alone
from .words import choice_label

VISIBLE = 0.05
"""A gain of fewer points is told as none."""
Ends: TypeAlias = dict[Action, TerminalDistribution]
Truths: TypeAlias = tuple[bool, ...]
"""Which statements are true in a group of worlds."""
Groups: TypeAlias = dict[Truths, Ends]


class BiddingSample:
    """How deals end after each choice before the first lead, by groups of sampled worlds."""

    def __init__(self, seen: Observation, rng: random.Random, bot: MasterBot) -> None:
        self.seen, self.worlds = seen, bot.sample(seen, rng)
        flat = self.worlds.hands.cast("B").cast("Q").tolist()
        self._bowers = Bowers(seen)
        self.features = list(self._bowers.features([flat[seat::4] for seat in range(4)]))
        groups: dict[Truths, array[int]] = {}
        for world in range(len(self.worlds.hands)):
            groups.setdefault(tuple(each.true[world] for each in self.features), array("I")).append(world)
        by_itself = after_lone_call(seen, ruleset_model(seen.rules).bids)
        seeds = {true: rng.getrandbits(63) for true in groups}
        self._groups = self._evaluated(seen, groups, seeds)
        self._alone = self._evaluated(by_itself, groups, seeds) if by_itself else {}
        self.ends = merged(self._groups.values())
        self.alone = merged(self._alone.values()) if by_itself else None
        self._counts = ResultCounts(seen, self.ends, self.alone, self.inflation)

    def _evaluated(self, seen: Observation, groups: Mapping[Truths, array[int]], seeds: Mapping[Truths, int]) -> Groups:
        """Return how deals end after each choice in each group of worlds."""
        bids = ruleset_model(seen.rules).bids
        return {true: bids.evaluate(seen, self._gathered(found), seed=seeds[true]) for true, found in groups.items()}

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The evaluation of each action."""
        return evaluate_ends(self.seen, self.ends, self.alone)

    @property
    def inflation(self) -> float:
        """The factor by which standard errors are larger than in as many independent worlds."""
        return sqrt(len(self.worlds.hands) / self.worlds.effective)

    @property
    def points(self) -> list[int]:
        """The points that our side can get in the deal, in ascending order."""
        made = {point for row in contract_points(self.seen.rules) for point in row}
        return sorted({0, *made, *(-point for point in made)})

    def facts(self, best: Action, other: Action, stakes: DealStakes) -> Iterator[str]:
        """Yield what the seat can see that speaks for an action rather than another."""
        yield from VisibleCallFacts(self.seen, stakes).facts(best, other)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield on which hidden cards it depends that an action is better than another."""
        if self._named(best) or self._named(other):
            yield from self._decisive(best, other)

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of worlds in which our side gets ``least`` to ``most`` points after an action."""
        return self._counts.share(action, least, most)

    def gain(self, best: Action, other: Action, least: int) -> Figure:
        """Return in what share of worlds more ``best`` brings our side ``least`` points than ``other``."""
        one, two = (self.share(action, least, FAR) for action in (best, other))
        return Figure(one.value - two.value, hypot(one.error, two.error))

    def more_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
        """Return how many points ``best`` brings more than ``other``."""
        error = self.inflation * hypot(best.points_error, other.points_error)
        return Figure(best.points - other.points, error)

    def result(self, low: int, high: int) -> tuple[bool, str]:
        """Return what ``high`` points or more mean for our side, or ``low`` or fewer for the opponents."""
        return self._counts.clause(low, high)

    def euchres(self, action: Action, *, ours: bool) -> bool:
        """Return whether the other side makes trump in all worlds after an action."""
        return self._counts.euchres(action, ours=ours)

    assumption = ""

    def name(self, action: Action) -> str:
        """Return the name of an action inside a sentence."""
        return choice_label(self.seen, action)

    def ends_where(self, number: int, true: bool, actions: Sequence[Action]) -> Ends:
        """Return how deals end after some actions where the statement with a number is true, or where it is false.

        The result has the same calls alone, too: their ends tell of the calls with a partner.
        """
        alone = (lone_call(self.seen, action) for action in actions)
        wanted = dict.fromkeys((*actions, *(action for action in alone if action in self.ends)))
        groups = (found for group, found in self._groups.items() if group[number] is true)
        return merged({action: found[action] for action in wanted} for found in groups)

    def alone_where(self, number: int, true: bool) -> Ends | None:
        """Return how deals end after the maker's discards alone where a statement is true, or where it is false."""
        groups = [found for group, found in self._alone.items() if group[number] is true]
        return merged(groups) if groups else None

    def _named(self, action: Action) -> bool:
        """Return whether an action concerns the trump whose bowers were counted."""
        if self.seen.contract or isinstance(action, OrderUp):
            return True
        return isinstance(action, CallTrump) and action.suit is self._bowers.trump

    def _decisive(self, best: Action, other: Action) -> Iterator[Reason]:
        gained = partial(self._gain, best, other)
        counted = ((number, share(each.true, self.worlds.effective)) for number, each in enumerate(self.features))
        found = (
            (self.features[number], common, (gained(number, true=True), gained(number, true=False)))
            for number, common in counted
            if not rare(common)
        )
        plausible = (
            each for each in found if self._plausible(best, other, *each) and self._possible(best, other, *each)
        )
        yield from most_decisive((self.name(best), self.name(other)), plausible)

    def _plausible(self, best: Action, other: Action, feature: Feature, _: Figure, gains: Gains) -> bool:
        """Return whether a call gains on a pass where the hidden cards help the side that makes trump."""
        calling = isinstance(other, Pass)
        return calling is isinstance(best, Pass) or ((gains[0].value > gains[1].value) is (feature.helps is calling))

    def _possible(self, best: Action, other: Action, feature: Feature, common: Figure, gains: Gains) -> bool:
        """Return whether the estimates allow for a trick that the opponents surely take where a statement is true.

        They are estimates for typical play, which may count all the tricks for us even there.
        """
        if not feature.stops:
            return True
        most = max(map(self._all_tricks, (best, other)))
        return most <= 1 - common.value and (lone_call(self.seen, other) != best or gains[0].value < VISIBLE)

    def _all_tricks(self, action: Action) -> float:
        """Return in what share of worlds a call of the trump whose bowers were counted brings us all the tricks."""
        if not isinstance(action, OrderUp | CallTrump | GoAlone) or not self._named(action):
            return 0.0
        row = contract_points(self.seen.rules)[goes_alone(action)]
        return self.share(action, row[-1], FAR).value

    def _gain(self, best: Action, other: Action, number: int, *, true: bool) -> Figure:
        """Return what ``best`` gains on ``other``, in points, where a statement is true, or where it is false."""
        ends, alone = self.ends_where(number, true, (best, other)), self.alone_where(number, true)
        values = CallValues(self.seen, ends, ruleset_model(self.seen.rules).play, alone)
        (one, one_error), (two, two_error) = (values.mean(action, self._payoffs, float) for action in (best, other))
        return Figure(one - two, self.inflation * hypot(one_error, two_error))

    @cached_property
    def _payoffs(self) -> list[float]:
        """The expected points of our side in each terminal state."""
        me = self.seen.seat
        assert me is not None
        dealers, play = self.seen.dealer.partnership, ruleset_model(self.seen.rules).play
        return terminal_payoffs(self.seen.rules, dealers, me.partnership, float, play)

    def _gathered(self, worlds: array[int]) -> memoryview[int]:
        into = world_buffer(len(worlds))
        gather(self.worlds.hands, worlds, into)
        return into


def merged(groups: Iterable[Ends]) -> Ends:
    """Return how deals end in several groups of worlds together."""
    first, *rest = groups
    sums = {action: ([*ends.weights], [*ends.squares]) for action, ends in first.items()}
    for group in rest:
        for action, ends in group.items():
            for total, added in zip(sums[action], ends, strict=True):
                total[:] = map(add, total, added)
    return {action: TerminalDistribution(*total) for action, total in sums.items()}
