"""The choices of a turn before the first lead, evaluated in sampled worlds, and why one choice is better than another.

The worlds are divided into groups by the statements about the hidden cards that are true in them. For each group, it is
counted how deals end after each choice.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot, sqrt
from typing import TypeAlias

from uka.bots.call_values import CallValues, after_lone_call, lone_call
from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import MasterBot, evaluate_ends, ruleset_model
from uka.core.actions import Action, CallTrump, OrderUp, Pass
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import EndingDistribution
from uka.kernels.determinization import gather, world_buffer

from .bidding_results import ResultCounts, real_play
from .bowers import Bowers
from .decisive_feature import Gains, most_decisive, rare
from .reason import FAR, Feature, Figure, Reason, hundredths, share
from .visible_call_facts import VisibleCallFacts
from .words import choice_label

VISIBLE = 0.05
"""A gain of fewer points is rounded to none in a reason."""
Ends: TypeAlias = dict[Action, EndingDistribution]
"""How deals end after each choice."""
Truths: TypeAlias = tuple[bool, ...]
"""For each statement about the hidden cards, whether it is true in a group of worlds."""
Groups: TypeAlias = dict[Truths, Ends]
"""How deals end after each choice, for each group of worlds."""


class BiddingSample:
    """The choices of a turn before the first lead, evaluated in sampled worlds: possible deals of the hidden cards.

    This class implements ``ChoiceSample``.
    """

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
        self._counts = ResultCounts(seen, self.ends, self.alone, self.error_inflation)

    def _evaluated(self, seen: Observation, groups: Mapping[Truths, array[int]], seeds: Mapping[Truths, int]) -> Groups:
        """Return, for each of ``groups``, how deals end after each choice in ``seen``.

        A group holds the sampled worlds in which the same statements are true. ``seeds`` holds a seed for each group.
        """
        bids = ruleset_model(seen.rules).bids
        return {true: bids.evaluate(seen, self._hands_of(found), seed=seeds[true]) for true, found in groups.items()}

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The expected value of each action."""
        return evaluate_ends(self.seen, self.ends, self.alone)

    @property
    def error_inflation(self) -> float:
        """The factor by which standard errors are larger than if all sampled worlds were independent."""
        return sqrt(len(self.worlds.hands) / self.worlds.effective)

    @property
    def possible_points(self) -> list[int]:
        """The numbers of points that the seat's side can get in the deal, in ascending order."""
        made = {point for row in contract_points(self.seen.rules) for point in row}
        return sorted({0, *made, *(-point for point in made)})

    def facts(self, best: Action, other: Action, stakes: DealStakes) -> Iterator[str]:
        """Yield sentences about what the seat can see and what speaks for ``best`` rather than ``other``."""
        yield from VisibleCallFacts(self.seen, stakes).facts(best, other)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield a reason with the hidden cards on which the gain of ``best`` over ``other`` depends most, if any."""
        if self._concerns_trump(best) or self._concerns_trump(other):
            yield from self._decisive_reason(best, other)

    def last_reason(self, best: Action, other: Action, rest: Sequence[Action]) -> Iterator[Reason]:
        """Yield who makes trump after a pass, or else how often the seat's side scores if no other reason tells it."""
        passing = Pass()
        if self.seen.phase is Phase.CALLING and passing in self.ends:
            yield self._counts.after_a_pass(passing)
        elif other in rest:
            figures = self.share(best, 1, FAR), self.share(other, 1, FAR)
            ours, theirs = map(hundredths, figures)
            text = f"Your side scores in {ours} of 100 likely layouts after {self.name(best)}, "
            yield Reason("result", f"{text}in {theirs} after {self.name(other)}.", figures)

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of sampled worlds where the seat's side gets ``least`` to ``most`` points by ``action``."""
        return self._counts.share(action, least, most)

    def gain(self, best: Action, other: Action, least: int) -> Figure:
        """Return how much more often the seat's side gets ``least`` points or more after ``best`` than after ``other``.

        It is the difference of two shares of the sampled worlds.
        """
        best_share, other_share = self.share(best, least, FAR), self.share(other, least, FAR)
        return Figure(best_share.value - other_share.value, hypot(best_share.error, other_share.error))

    def more_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
        """Return how many points more ``best`` brings the seat's side than ``other``, on average."""
        error = self.error_inflation * hypot(best.points_error, other.points_error)
        return Figure(best.points - other.points, error)

    def result_clause(self, low: int, high: int) -> tuple[bool, str]:
        """Return whether a clause about a result of the deal is about the seat's side, and the clause.

        ``low`` and ``high`` are the points of two neighbouring results. A clause about the seat's side says what
        ``high`` points or more mean, such as "your side scores". Any other clause is about the opponents, and says what
        ``low`` points or fewer mean, such as "they score".
        """
        return self._counts.result_clause(low, high)

    def scores_only_by_euchre(self, action: Action, *, ours: bool) -> bool:
        """Return whether, after ``action``, one side can score only by a euchre, because the other side makes trump.

        If ``ours`` is true, the question is about the seat's side, and otherwise about the opponents.
        """
        return self._counts.scores_only_by_euchre(action, ours=ours)

    assumption = ""
    """What the evaluation assumes of the play, as the beginning of a sentence: here nothing."""

    def name(self, action: Action) -> str:
        """Return the name of ``action`` as it stands inside a sentence."""
        return choice_label(self.seen, action)

    def ends_where(self, number: int, true: bool, actions: Sequence[Action]) -> Ends:
        """Return how deals end after each of ``actions`` in the sampled worlds in which one statement is true.

        ``number`` is the index of the statement in ``features``. If ``true`` is false, take the worlds in which it is
        false. For each call in ``actions``, add the same call made alone if it is lawful: ``CallValues`` needs it.
        """
        alone = (lone_call(self.seen, action) for action in actions)
        wanted = dict.fromkeys((*actions, *(action for action in alone if action in self.ends)))
        groups = (found for group, found in self._groups.items() if group[number] is true)
        return merged({action: found[action] for action in wanted} for found in groups)

    def ends_if_alone_where(self, number: int, true: bool) -> Ends | None:
        """Return how deals would end after each discard of the seat if the seat had called alone.

        ``number`` is the index of a statement in ``features``. Take only the sampled worlds in which it is true, or
        those in which it is false if ``true`` is false.
        Return None if the seat is not a maker who must discard, or if the rules do not allow that call.
        """
        groups = [found for group, found in self._alone.items() if group[number] is true]
        return merged(groups) if groups else None

    def _concerns_trump(self, action: Action) -> bool:
        """Return whether the suit that ``features`` assume as trump is trump now or becomes trump by ``action``."""
        if self.seen.contract or isinstance(action, OrderUp):
            return True
        return isinstance(action, CallTrump) and action.suit is self._bowers.trump

    def _decisive_reason(self, best: Action, other: Action) -> Iterator[Reason]:
        gained = partial(self._gain, best, other)
        counted = ((number, share(each.true, self.worlds.effective)) for number, each in enumerate(self.features))
        found = (
            (self.features[number], common, (gained(number, true=True), gained(number, true=False)))
            for number, common in counted
            if not rare(common)
        )
        plausible = (
            (feature, common, gains) for feature, common, gains in found if self._gains_fit(best, other, feature, gains)
        )
        yield from most_decisive((self.name(best), self.name(other)), plausible)

    def _gains_fit(self, best: Action, other: Action, feature: Feature, gains: Gains) -> bool:
        """Return whether ``best`` gains more where the hidden cards speak for it, if one of the two choices is a pass.

        If none or both are passes, return true. Cards that help the makers speak for a call, and other cards for a
        pass. ``gains`` holds how much ``best`` gains where the statement ``feature`` is true, and elsewhere.
        """
        best_passes, other_passes = isinstance(best, Pass), isinstance(other, Pass)
        if best_passes == other_passes:
            return True
        inside, elsewhere = gains
        should_gain_inside = feature.helps if other_passes else not feature.helps
        return (inside.value > elsewhere.value) == should_gain_inside

    def _gain(self, best: Action, other: Action, number: int, *, true: bool) -> Figure:
        """Return how many points more ``best`` brings than ``other`` in the worlds in which one statement is true.

        ``number`` is the index of the statement in ``features``. If ``true`` is false, return the gain in the worlds in
        which it is false.
        """
        ends, alone = self.ends_where(number, true, (best, other)), self.ends_if_alone_where(number, true)
        values = CallValues(self.seen, ends, real_play(self.seen), alone)
        best_mean, best_error = values.mean(best, float)
        other_mean, other_error = values.mean(other, float)
        return Figure(best_mean - other_mean, self.error_inflation * hypot(best_error, other_error))

    def _hands_of(self, worlds: array[int]) -> memoryview[int]:
        into = world_buffer(len(worlds))
        gather(self.worlds.hands, worlds, into)
        return into


def merged(groups: Iterable[Ends]) -> Ends:
    """Return how deals end after each choice in all sampled worlds of several groups together."""
    first, *rest = groups
    sums = dict(first)
    for group in rest:
        for action, ends in group.items():
            sums[action] += ends
    return sums
