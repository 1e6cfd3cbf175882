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
"""The most points that a side is assumed to need. In a game without a target, the side ahead needs so many."""
OUTCOME_SHARES = (("made", 0.66), ("march", 0.27), ("lone_march", 0.07))
"""The assumed outcomes of the deals in which a side scores, each with its share."""
USUAL_POINTS = 1.5
"""The points that the side that scores in a deal gets on average."""
MAX_EXPECTED_POINTS = 1.2
"""The most points that the bot expects for either side in a deal in which it passes."""


class ClubStakes:
    """The chance that the side of the observing seat wins the game, for each possible result of the current deal."""

    __slots__ = ("last_deal", "our_need", "scoring", "their_need")
    last_deal: bool
    """Whether the game ends after the current deal."""
    our_need: int
    """The points that the side still needs to win."""
    their_need: int
    """The points that the opponents still need to win."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        rules, side = seen.rules, seen.seat.partnership
        ours = seen.score[side.index]
        theirs = seen.score[side.other.index]
        self.last_deal = seen.bell or (rules.deals > 0 and seen.number + 1 >= rules.deals)
        target = rules.target or max(ours, theirs) + FAR
        beyond_far = 0 if self.last_deal else max(0, target - min(ours, theirs) - FAR)
        self.our_need = max(1, target - ours - beyond_far)
        self.their_need = max(1, target - theirs - beyond_far)
        self.scoring = rules.scoring

    def win_chance_after(self, points: int) -> float:
        """Return the chance of winning the game if the side scores ``points`` in the current deal.

        If ``points`` is negative, the opponents score.
        """
        our_need = self.our_need - max(0, points)
        their_need = self.their_need - max(0, -points)
        if self.last_deal:
            return 0.5 if our_need == their_need else float(our_need < their_need)
        return club_equity(self.scoring).winning(FAR - max(0, our_need), FAR - max(0, their_need), dealing=True)

    def stake(self) -> float:
        """Return how much higher the chance of winning is after scoring a point than after the opponents score one."""
        return self.win_chance_after(1) - self.win_chance_after(-1)

    def alone_pays(self) -> bool:
        """Return whether a march alone wins the game more often than a march with the partner."""
        return self.win_chance_after(self.scoring.lone_march) > self.win_chance_after(self.scoring.march)

    def win_chance_of_pass(self, expected_points: float) -> float:
        """Return the chance of winning the game after a pass.

        ``expected_points`` is what the side expects to score in the deal, minus what the opponents score.
        """
        tilt = max(-MAX_EXPECTED_POINTS, min(MAX_EXPECTED_POINTS, expected_points)) / USUAL_POINTS / 2
        ours = theirs = 0.0
        for name, share in OUTCOME_SHARES:
            points: int = getattr(self.scoring, name)
            ours += share * self.win_chance_after(points)
            theirs += share * self.win_chance_after(-points)
        return (0.5 + tilt) * ours + (0.5 - tilt) * theirs

    def win_chance_of_call(self, chances: ContractChances, alone: bool, must_march: bool) -> float:
        """Return the chance of winning the game if the side makes trump.

        ``chances`` are the side's chances of at least three tricks and of all five. ``must_march`` is true if a
        loner scores only by taking every trick.
        """
        scoring = self.scoring
        if alone:
            made, march, euchred = scoring.lone_made, scoring.lone_march, scoring.lone_euchred
        else:
            made, march, euchred = scoring.made, scoring.march, scoring.euchred
        make = chances.march if alone and must_march else chances.make
        return (
            chances.march * self.win_chance_after(march)
            + (make - chances.march) * self.win_chance_after(made)
            + (1.0 - make) * self.win_chance_after(-euchred)
        )


@cache
def club_equity(scoring: Scoring) -> Equity:
    """Return the chances of winning a game to ``FAR`` points, the most that a side is assumed to need.

    In each deal of this game, both sides are equally likely to score.
    """
    chances = dict[int, float]()
    for name, share in OUTCOME_SHARES:
        points: int = max(1, getattr(scoring, name))
        for swing in (points, -points):
            chances[swing] = chances.get(swing, 0.0) + share / 2
    return Equity(FAR, PointSwing(chances))
