"""The equity of the club bot: the chance of winning the game from the score, with typical outcomes of later deals.

Calls, passes and loners are compared by this measure, so a side that needs one point plays safe, and a side that is far
behind takes risks. Its weights were fitted with these sums, so ``equity`` cannot replace them without other choices.
"""

from __future__ import annotations

from functools import cache

from uka.core.observation import Observation
from uka.core.scoring import Scoring

from .hand_features import ContractChances

FAR = 12
"""Points needed beyond which it makes no odds how many; also what a game without a target is taken to need."""
SHARES = (("made", 0.66), ("march", 0.27), ("lone_march", 0.07))
"""How often each outcome decides a deal in which somebody scores."""
USUAL = 1.5
"""The typical points of the scoring side in a deal."""
MOST = 1.2
"""A limit of the expected points of a deal after a pass."""


class ClubStakes:
    """How an outcome of this deal changes the chance that a side wins the game."""

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
        """The chance of winning the game after this side scores; a negative number is scored by the others."""
        need, theirs = self.need - max(0, points), self.theirs - max(0, -points)
        if self.last:
            return 0.5 if need == theirs else float(need < theirs)
        return club_equity(self.scoring, max(0, need), max(0, theirs))

    def stake(self) -> float:
        """What a point more or less is worth now."""
        return self.gain(1) - self.gain(-1)

    def of_pass(self, mean: float) -> float:
        """The chance of winning when a deal is left to chance that gives this side ``mean`` points on average."""
        tilt = max(-MOST, min(MOST, mean)) / USUAL / 2
        ours = theirs = 0.0
        for name, share in SHARES:
            points: int = getattr(self.scoring, name)
            ours += share * self.gain(points)
            theirs += share * self.gain(-points)
        return (0.5 + tilt) * ours + (0.5 - tilt) * theirs

    def of_call(self, chance: ContractChances, alone: bool, must_march: bool) -> float:
        """The chance of winning when one's side makes trump with these chances."""
        s = self.scoring
        made, march, lost = (s.lone_made, s.lone_march, s.lone_euchred) if alone else (s.made, s.march, s.euchred)
        make = chance.march if alone and must_march else chance.make
        return (
            chance.march * self.gain(march) + (make - chance.march) * self.gain(made) + (1.0 - make) * self.gain(-lost)
        )


@cache
def club_equity(scoring: Scoring, need: int, theirs: int) -> float:
    """The chance that a side needing ``need`` points wins against one needing ``theirs``, both as likely to score."""
    if need == 0 or theirs == 0:
        return float(need == 0)
    total = 0.0
    for name, share in SHARES:
        points: int = max(1, getattr(scoring, name))
        total += share / 2 * club_equity(scoring, max(0, need - points), theirs)
        total += share / 2 * club_equity(scoring, need, max(0, theirs - points))
    return total
