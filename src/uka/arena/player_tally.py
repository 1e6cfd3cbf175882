"""Counts of the deals that a player's side played, of the player's choices and faults, and of the times of choices."""

from __future__ import annotations

from math import exp, log

import msgspec

from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership

from .player_faults import FaultCounts

EUCHRES = (Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE)
MARCHES = (Outcome.MARCH, Outcome.LONE_MARCH)
STEP = log(1.02)
"""The width of a bin of choice times, as a difference of logarithms: each bin is 2 % wide."""


class PlayerTally(msgspec.Struct):
    """Counts of the deals that a player's side played, and of the player's choices and faults."""

    deals: int = 0
    """The number of deals."""
    points: int = 0
    """The points that the side scored."""
    made: int = 0
    """The deals in which the side made trump."""
    euchred: int = 0
    """The deals of ``made`` in which the side was euchred."""
    marches: int = 0
    """The deals of ``made`` in which the side took all the tricks."""
    alone: int = 0
    """The deals of ``made`` in which the side played without one partner."""
    lone_marches: int = 0
    """The deals of ``alone`` in which the side took all the tricks."""
    asked: int = 0
    """The number of choices that the player was asked for."""
    faults: FaultCounts = msgspec.field(default_factory=FaultCounts)

    def count(self, result: DealResult, side: Partnership) -> None:
        """Count the deal with the result ``result``, in which the player belonged to ``side``. Skip a redeal."""
        if result.outcome is Outcome.REDEAL:
            return
        made = result.makers is side
        alone = made and result.loner in side.seats
        self.deals += 1
        self.points += result.points[side.index]
        self.made += made
        self.euchred += made and result.outcome in EUCHRES
        self.marches += made and result.outcome in MARCHES
        self.alone += alone
        self.lone_marches += alone and result.outcome is Outcome.LONE_MARCH

    def add(self, other: PlayerTally) -> None:
        """Add the counts of ``other``, a tally of other deals."""
        self.deals += other.deals
        self.points += other.points
        self.made += other.made
        self.euchred += other.euchred
        self.marches += other.marches
        self.alone += other.alone
        self.lone_marches += other.lone_marches
        self.asked += other.asked
        self.faults.add(other.faults)


class ChoiceTimes(msgspec.Struct):
    """The distribution of the times that a player took for its choices."""

    steps: dict[int, int] = msgspec.field(default_factory=dict[int, int])
    """The number of choices in each bin of times. A bin is a multiple of ``STEP``, as a logarithm of seconds."""

    def count(self, seconds: float) -> None:
        """Count a choice that took ``seconds`` seconds."""
        step = round(log(max(seconds, 1e-7)) / STEP)
        self.steps[step] = self.steps.get(step, 0) + 1

    def add(self, other: ChoiceTimes) -> None:
        """Add the choices of ``other``."""
        for step, count in other.steps.items():
            self.steps[step] = self.steps.get(step, 0) + count

    def quantile(self, share: float) -> float | None:
        """Return the time, in seconds, that the part ``share`` (from 0 to 1) of the choices did not exceed.

        Return None if no choice was counted.

        >>> times = ChoiceTimes()
        >>> for milliseconds in range(1, 101):
        ...     times.count(milliseconds / 1000)
        >>> 0.048 < times.quantile(0.5) < 0.052, 0.097 < times.quantile(0.99) < 0.101, ChoiceTimes().quantile(0.5)
        (True, True, None)
        """
        left = share * sum(self.steps.values())
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 1e-9:
                return exp(step * STEP)
        return None
