"""Counts of a player's contracts and their outcomes, of its choices and faults, and of the times of its choices."""

from __future__ import annotations

from math import exp, log

import msgspec

from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership

from .player_faults import FaultCounts

EUCHRES = (Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE)
MARCHES = (Outcome.MARCH, Outcome.LONE_MARCH)
STEP = log(1.02)
"""The width of a bin of choice times, as a logarithm. Each bin is 2 % wide."""


class PlayerTally(msgspec.Struct):
    """Counts of the deals that a player's side played.

    ``made`` counts the deals in which the side made trump. The next four fields count what happened in the deals that
    ``made`` counts: ``euchred``, ``marches`` (all tricks taken), ``alone`` and ``lone_marches``. ``points`` is the sum
    of the side's own points. ``asked`` counts the player's choices.
    """

    deals: int = 0
    points: int = 0
    made: int = 0
    euchred: int = 0
    marches: int = 0
    alone: int = 0
    lone_marches: int = 0
    asked: int = 0
    faults: FaultCounts = msgspec.field(default_factory=FaultCounts)

    def count(self, result: DealResult, side: Partnership) -> None:
        """Count a deal in which the player belonged to ``side``. A redeal is not counted."""
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
        """Add the counts of another tally."""
        for field in self.__struct_fields__[:-1]:
            setattr(self, field, getattr(self, field) + getattr(other, field))
        self.faults.add(other.faults)


class ChoiceTimes(msgspec.Struct):
    """The distribution of choice times. ``steps`` counts the choices in each bin of the logarithm of their seconds."""

    steps: dict[int, int] = msgspec.field(default_factory=dict[int, int])

    def count(self, seconds: float) -> None:
        """Count a choice that took the given number of seconds."""
        step = round(log(max(seconds, 1e-7)) / STEP)
        self.steps[step] = self.steps.get(step, 0) + 1

    def add(self, other: ChoiceTimes) -> None:
        """Add the counts of another distribution."""
        for step, count in other.steps.items():
            self.steps[step] = self.steps.get(step, 0) + count

    def within(self, share: float) -> float | None:
        """Return the quantile ``share`` (from 0 to 1) of the times, in seconds. Return None if no times were counted.

        >>> times = ChoiceTimes()
        >>> for milliseconds in range(1, 101):
        ...     times.count(milliseconds / 1000)
        >>> 0.048 < times.within(0.5) < 0.052, 0.097 < times.within(0.99) < 0.101, ChoiceTimes().within(0.5)
        (True, True, None)
        """
        left = share * sum(self.steps.values())
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 1e-9:
                return exp(step * STEP)
        return None
