"""A choice before the first lead in sampled worlds: the evaluation of each action, and why one is better than another.

The worlds are divided into groups by statements about the hidden cards. How deals end is counted for each group.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import hypot, sqrt
from operator import add

from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import MasterBot, evaluate_ends, ruleset_model
from uka.bots.payoffs import terminal_payoffs
from uka.core.actions import Action, CallTrump, OrderUp
from uka.core.observation import Observation
from uka.kernels.bidding_policy import TerminalDistribution
from uka.kernels.determinization import gather, world_buffer

from .bidding_results import ResultCounts, choice_label
from .bowers import Bowers
from .decisive_feature import RARE, SMALLEST, feature_reason
from .reason import Figure, Reason, share

Ends = dict[Action, TerminalDistribution]
CERTAIN = 2.5
"""A difference counts as found if it is more than this number of its standard errors."""


class BiddingSample:
    """How deals end after each choice before the first lead, by groups of sampled worlds."""

    def __init__(self, seen: Observation, rng: random.Random, bot: MasterBot) -> None:
        self.seen, self.worlds = seen, bot.sample(seen, rng)
        flat = self.worlds.hands.cast("B").cast("Q").tolist()
        self._bowers = Bowers(seen)
        self.features = list(self._bowers.features([flat[seat::4] for seat in range(4)]))
        groups: dict[tuple[bool, ...], array[int]] = {}
        for world in range(len(self.worlds.hands)):
            groups.setdefault(tuple(each.true[world] for each in self.features), array("I")).append(world)
        bids = ruleset_model(seen.rules).bids
        self._groups = {
            true: bids.evaluate(seen, self._gathered(found), seed=rng.getrandbits(63)) for true, found in groups.items()
        }
        self.ends = merged(self._groups.values())
        self._counts = ResultCounts(seen, self.ends, sqrt(len(self.worlds.hands) / self.worlds.effective))

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The evaluation of each action."""
        return evaluate_ends(self.seen, self.ends)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield why ``best`` is better than ``other``: how the deal ends, then what the difference depends on."""
        yield from self._counts.reasons(best, other)
        if self._named(best) or self._named(other):
            yield from self._decisive(best, other)

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of worlds in which our side gets ``least`` to ``most`` points after an action."""
        return self._counts.share(action, None, least, most)

    def name(self, action: Action) -> str:
        """Return the name of an action inside a sentence."""
        return choice_label(self.seen, action)

    def ends_where(self, number: int, true: bool, actions: Sequence[Action]) -> Ends:
        """Return how deals end after some actions where the statement with a number is true, or where it is false."""
        groups = (found for group, found in self._groups.items() if group[number] is true)
        return merged({action: found[action] for action in actions} for found in groups)

    def _named(self, action: Action) -> bool:
        """Return whether an action concerns the trump whose bowers were counted."""
        if self.seen.contract or isinstance(action, OrderUp):
            return True
        return isinstance(action, CallTrump) and action.suit is self._bowers.trump

    def _decisive(self, best: Action, other: Action) -> Iterator[Reason]:
        labels = choice_label(self.seen, best), choice_label(self.seen, other)
        most, reason = 0.0, None
        for number, feature in enumerate(self.features):
            common = share(feature.true, self.worlds.effective)
            if not RARE <= common.value <= 1 - RARE:
                continue
            inside, outside = (self._gain(best, other, number, true) for true in (True, False))
            gap = abs(inside.value - outside.value)
            if gap > max(most, SMALLEST, CERTAIN * hypot(inside.error, outside.error)):
                most, reason = gap, feature_reason(labels, feature.clause, (common, inside, outside))
        if reason:
            yield reason

    def _gain(self, best: Action, other: Action, number: int, true: bool) -> Figure:
        """Return what ``best`` gains on ``other``, in points, where a statement is true, or where it is false."""
        ends = self.ends_where(number, true, (best, other))
        (one, one_error), (two, two_error) = (ends[action].mean(self._points) for action in (best, other))
        return Figure(one - two, self._counts.inflation * hypot(one_error, two_error))

    @cached_property
    def _points(self) -> list[float]:
        """The expected points of our side in each terminal state."""
        me = self.seen.seat
        assert me is not None
        return terminal_payoffs(self.seen, me.partnership, float, ruleset_model(self.seen.rules).play)

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
