"""A player that exploits a bot: a local best response to it (Lisý and Bowling, 2017).

It chooses for one seat from what that seat may see. In layouts of the hidden cards that fit the bot's choices so far,
it plays each of its lawful actions on to the end of the deal, with the bot in every seat. It takes an action only if
that gains significantly more than the action that the bot would choose, and otherwise chooses as the bot does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from uka.bots import Bot
from uka.core.actions import Action, ClaimRevoke
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .opponent_model import OpponentModel, WeightedWorld

FIRST_WORLDS = 16
"""The number of worlds in which all actions are played. In each further round the number of worlds doubles."""
Part: TypeAlias = Literal["all", "calls", "cards"]
"""Where the exploiter may choose otherwise than the bot: everywhere, before the first lead, or in the play."""


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How an exploiter looks for better actions than those of the bot."""

    part: Part = "all"
    worlds: int = 256
    """The number of worlds in which actions are compared."""
    errors: float = 1.0
    """By how many standard errors an action must gain more than the bot's own."""


class Deviation(msgspec.Struct, frozen=True):
    """A choice in which an exploiter chose otherwise than the bot."""

    seen: Observation
    own: Action
    """What the bot would have chosen."""
    chosen: Action
    gain: float
    """The expected gain, in points."""
    error: float
    """The standard error of ``gain``."""


class Estimate(NamedTuple):
    """By how much an action gains more than the bot's own action."""

    action: Action
    gain: float
    error: float


FindBetter: TypeAlias = Callable[[Observation, Action, Sequence[Action], Random], Estimate | None]
"""A function that returns the action, of those in its third argument, that gains most over the bot's own, or None."""


class BestResponse:
    """A bot that chooses for one seat as ``bot`` does, except where ``find_better`` finds an action that gains more.

    The choices in which this player chooses otherwise are added to ``deviations``. ``part`` says where it may.
    """

    def __init__(
        self, bot: Bot, find_better: FindBetter, part: Part, deviations: list[Deviation] | None, name: str
    ) -> None:
        self.name = name
        self._bot, self._find_better, self._part = bot, find_better, part
        self._deviations = [] if deviations is None else deviations

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the best action found. ``rng`` is used as the bot itself would use it, and for nothing else."""
        search_rng = _other_stream(observation, rng)
        own = self._bot.choose(observation, rng)
        others = [each for each in observation.lawful_actions if each != own and not isinstance(each, ClaimRevoke)]
        if not others or not self._may_deviate(observation):
            return own
        best = self._find_better(observation, own, others, search_rng)
        if best is None:
            return own
        self._deviations.append(Deviation(observation, own, best.action, best.gain, best.error))
        return best.action

    def _may_deviate(self, seen: Observation) -> bool:
        return self._part == "all" or (self._part == "cards") is (seen.phase is Phase.PLAYING)


class LocalBestResponse(BestResponse):
    """A best response that compares its actions in sampled worlds. ``model`` says how the bot plays on."""

    def __init__(
        self, bot: Bot, model: OpponentModel, settings: SearchSettings, deviations: list[Deviation] | None = None
    ) -> None:
        super().__init__(bot, self._best, settings.part, deviations, "local best response")
        self._model, self._settings = model, settings

    def _best(self, seen: Observation, own: Action, others: Sequence[Action], rng: Random) -> Estimate | None:
        """Return the action of ``others`` that gains most, or None if none gains significantly more than ``own``.

        Actions that are worse in the first worlds are not played in further ones.
        """
        comparison = _Comparison(self._model, seen, own, others, rng)
        belief = self._model.belief(seen, rng)
        played, until = 0, min(FIRST_WORLDS, self._settings.worlds)
        while played < until:
            for world in belief.worlds(until - played):
                comparison.add(world)
            comparison.drop_worse()
            if not comparison.differences:
                return None
            played, until = until, min(2 * until, self._settings.worlds)
        better = [each for each in comparison.estimates() if each.gain > self._settings.errors * each.error]
        return max(better, key=lambda each: each.gain, default=None)


@dataclass
class _Comparison:
    """The gains of actions over the bot's own action, in the same worlds and with the same random numbers."""

    model: OpponentModel
    seen: Observation
    own: Action
    others: Sequence[Action]
    rng: Random

    def __post_init__(self) -> None:
        self.times = list[int]()
        self.differences: dict[Action, list[int]] = {action: [] for action in self.others}

    def add(self, world: WeightedWorld) -> None:
        """Play all actions in ``world``."""
        seed = self.rng.getrandbits(64)
        own = self._points(world, self.own, seed)
        self.times.append(world.times)
        for action, differences in self.differences.items():
            differences.append(self._points(world, action, seed) - own)

    def _points(self, world: WeightedWorld, action: Action, seed: int) -> int:
        assert self.seen.seat is not None
        side = self.seen.seat.partnership
        points = self.model.play_on(world.deal, action, self.seen, Random(seed)).points
        return points[side.index] - points[side.other.index]

    def estimates(self) -> list[Estimate]:
        """Return the mean gain of each action that is still compared, with its standard error.

        The error is that with one more world, a point from the mean: equal gains in a few worlds prove little.
        """
        total, found = sum(self.times), list[Estimate]()
        for action, differences in self.differences.items():
            mean = sum(times * gain for times, gain in zip(self.times, differences, strict=True)) / total
            spread = sum((times * (gain - mean)) ** 2 for times, gain in zip(self.times, differences, strict=True))
            found.append(Estimate(action, mean, sqrt(spread + 1) / total))
        return found

    def drop_worse(self) -> None:
        """Compare no further the actions that do not gain, not even if they are better by their standard error."""
        least_error = 1 / sum(self.times)
        for estimate in self.estimates():
            if estimate.gain + estimate.error <= least_error:
                del self.differences[estimate.action]


def _other_stream(seen: Observation, rng: Random) -> Random:
    """Return a stream of random numbers that follows from the state of ``rng`` and from the deal so far."""
    copy = Random()
    copy.setstate(rng.getstate())
    return Random(f"{copy.getrandbits(64)}/{len(seen.calls)}/{seen.phase}/{len(seen.tricks)}")
