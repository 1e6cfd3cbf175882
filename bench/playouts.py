"""Paired play-outs: each choice of a position is played to the end of the deal in the same layouts of the hidden cards.

All seats play by the same bot, which sees only its own cards. The layouts fit what the seat knows, and are as likely as
the other seats' actions make them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from math import copysign, inf, sqrt
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from uka.arena.world_deals import WeightedWorld, deal_in_world, hand_masks
from uka.bots import Bot
from uka.bots.equity import DealStakes
from uka.bots.master import ruleset_model
from uka.bots.pimc import weigh_worlds
from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.kernels.determinization import resample

SAMPLED, FOR_EACH = 2_000, 10
"""At least so many layouts are sampled, and at least so many for each that is played."""


class Situation(NamedTuple):
    """A choice in a deal, at a score of the game."""

    deal: Deal
    score: tuple[int, int]
    """The score of the game, north-south first."""

    @property
    def seen(self) -> Observation:
        """What the seat knows that has to choose."""
        return observed(self.deal, self.score)


class Difference(NamedTuple):
    """By how much one choice is better than another, with the standard error."""

    mean: float
    error: float

    @property
    def errors(self) -> float:
        """The difference in standard errors."""
        return self.mean / self.error if self.error else copysign(inf, self.mean) if self.mean else 0.0


class PlayOuts:
    """The results of the choices of a situation, which grow with each layout that is played."""

    def __init__(
        self, situation: Situation, bot: Bot, *, games: bool, seed: str, only: Sequence[Action] | None = None
    ) -> None:
        """Take the bot that plays all seats. If ``games`` is true, a result is the chance of winning the game.

        ``only`` are the choices that are played, by default all lawful ones.
        """
        seen = situation.seen
        assert seen.seat is not None
        self._situation, self._bot, self._seed = situation, bot, seed
        self._side = seen.seat.partnership.index
        stakes = DealStakes(seen, seen.seat.partnership, ruleset_model(seen.rules).equity)
        self._worth = stakes.after if games else float
        self._parts = 0
        self.weights = list[int]()
        self.results: dict[Action, list[float]] = {action: [] for action in only or seen.lawful_actions}

    @property
    def pairs(self) -> int:
        """The number of layouts that were played. One that is likely enough counts several times."""
        return sum(self.weights)

    def play(self, count: int) -> None:
        """Play each choice in ``count`` more layouts, and a likely one only once for all the times that it counts."""
        rng = Random(f"{self._seed}/{self._parts}")
        self._parts += 1
        for deal, weight in layouts(self._situation, count, rng):
            seed = rng.getrandbits(64)
            self.weights.append(weight)
            for action, results in self.results.items():
                results.append(self._worth(self._points(deal, action, Random(seed))))

    def _points(self, deal: Deal, action: Action, rng: Random) -> int:
        """Return the points of the side that has to choose, minus those of its opponents, after ``action``."""
        deal, _ = deal.apply(action)
        score, bot = self._situation.score, self._bot
        while deal.turn is not None:
            deal, _ = deal.apply(bot.choose(observed(deal, score), rng))
        assert deal.result is not None
        points = deal.result.points
        return points[self._side] - points[1 - self._side]

    def mean(self, action: Action) -> float:
        """Return the mean result of ``action``."""
        return _weighted(self.weights, self.results[action]).mean

    def difference(self, better: Action, worse: Action) -> Difference:
        """Return by how much ``better`` is better than ``worse``."""
        pairs = zip(self.results[better], self.results[worse], strict=True)
        return _weighted(self.weights, [one - other for one, other in pairs])

    def lead(self, best: Sequence[Action]) -> Difference:
        """Return by how much the ``best`` choices are better than all others at least.

        It is the difference that is the smallest in standard errors.
        """
        others = [action for action in self.results if action not in best]
        differences = [self.difference(one, other) for one in best for other in others]
        return min(differences, key=lambda each: each.errors)


def _weighted(weights: Sequence[int], values: Sequence[float]) -> Difference:
    """Return the weighted mean of ``values``, and its standard error."""
    total = sum(weights)
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    squares = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    return Difference(mean, sqrt(squares) / total)


def observed(deal: Deal, score: tuple[int, int]) -> Observation:
    """Return what the seat knows whose turn it is, at ``score``."""
    seen = deal.observe(deal.turn)
    return seen if score == (0, 0) else replace(seen, score=score)


def layouts(situation: Situation, count: int, rng: Random) -> Iterator[WeightedWorld]:
    """Yield layouts of the hidden cards that fit what the seat knows, by how likely they are; ``count`` in weight."""
    seen = situation.seen
    assert seen.seat is not None
    bids = ruleset_model(seen.rules).bids
    worlds, weights = weigh_worlds(seen, rng, max(SAMPLED, FOR_EACH * count), bids)
    picks = array("I", [0]) * count
    resample(weights, picks, seed=rng.getrandbits(63))
    masks = hand_masks(worlds)
    for world, times in Counter(picks).items():
        yield WeightedWorld(deal_in_world(masks[world], seen, rng), times)
