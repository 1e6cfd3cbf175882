"""The chance of winning the game after each possible result of a deal, as the club bot estimates it.

The club bot compares calls, passes and loners by this chance. As a result, a side that needs one point plays safe, and
a side that is far behind takes risks.
"""

from __future__ import annotations

from functools import cache

from uka.core.observation import Observation
from uka.core.scoring import Scoring

from .equity import Equity, PointSwing
from .hand_features import ContractChances

FAR = 12
"""The maximum number of points that a side is assumed to need. In a game without a target, the side that is ahead
is assumed to need this number."""
SHARES = (("made", 0.66), ("march", 0.27), ("lone_march", 0.07))
"""The fraction of each outcome among the deals in which a side scores."""
USUAL = 1.5
"""The typical number of points in a deal for the side that scores."""
MAX_EXPECTED_POINTS = 1.2
"""After a pass, the bot assumes that neither side expects more than this number of points from the deal."""


class ClubStakes:
    """The chance that the side of the observing seat wins the game, for each possible result of the deal."""

    __slots__ = ("last", "need", "scoring", "theirs")

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        rules, side = seen.rules, seen.seat.partnership
        mine, theirs = seen.score[side.index], seen.score[side.other.index]
        self.last = seen.bell or (rules.deals > 0 and seen.number + 1 >= rules.deals)
        target = rules.target or max(mine, theirs) + FAR
        spare = max(0, target - min(mine, theirs) - FAR) if not self.last else 0
        self.need, self.theirs = max(1, target - mine - spare), max(1, target - theirs - spare)
        self.scoring = rules.scoring

    def gain(self, points: int) -> float:
        """Return the chance of winning the game after the side scores ``points`` in the deal.

        If ``points`` is negative, the opponents score.
        """
        need, theirs = self.need - max(0, points), self.theirs - max(0, -points)
        if self.last:
            return 0.5 if need == theirs else float(need < theirs)
        return club_equity(self.scoring).winning(FAR - max(0, need), FAR - max(0, theirs), dealing=True)

    def stake(self) -> float:
        """Return the difference in the chance of winning between scoring one point and conceding one point."""
        return self.gain(1) - self.gain(-1)

    def of_pass(self, mean: float) -> float:
        """Return the chance of winning after a pass.

        ``mean`` is the expected points of the deal for the side after that pass.
        """
        tilt = max(-MAX_EXPECTED_POINTS, min(MAX_EXPECTED_POINTS, mean)) / USUAL / 2
        ours = theirs = 0.0
        for name, share in SHARES:
            points: int = getattr(self.scoring, name)
            ours += share * self.gain(points)
            theirs += share * self.gain(-points)
        return (0.5 + tilt) * ours + (0.5 - tilt) * theirs

    def of_call(self, chance: ContractChances, alone: bool, must_march: bool) -> float:
        """Return the chance of winning if the side makes trump with the contract chances ``chance``.

        ``must_march`` is true if a loner scores only by taking every trick.
        """
        s = self.scoring
        made, march, lost = (s.lone_made, s.lone_march, s.lone_euchred) if alone else (s.made, s.march, s.euchred)
        make = chance.march if alone and must_march else chance.make
        return (
            chance.march * self.gain(march) + (make - chance.march) * self.gain(made) + (1.0 - make) * self.gain(-lost)
        )


@cache
def club_equity(scoring: Scoring) -> Equity:
    """Return the equity of a game to ``FAR`` points. Both sides are assumed equally likely to score in each deal."""
    chances = dict[int, float]()
    for name, share in SHARES:
        points: int = max(1, getattr(scoring, name))
        for side in (points, -points):
            chances[side] = chances.get(side, 0.0) + share / 2
    return Equity(FAR, PointSwing(chances))
