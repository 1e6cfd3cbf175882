"""What the score of the game means for a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import ruleset_model
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.narration.names import counted

from .reason import FAR, Figure, Reason, better, capitalized, hundredths

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.05
"""The smallest difference in points, or in the share of worlds, that is told."""
MOST = 4
"""The largest number of points of one deal that is looked at."""
Share = Callable[[Action, int, int], Figure]
"""Returns the share of worlds in which our side's points are in a range after a choice."""


class ScoreReasons:
    """What the score means for two choices. ``names`` are the names of both choices."""

    def __init__(self, seen: Observation, names: tuple[str, str]) -> None:
        assert seen.seat is not None
        side = seen.seat.partnership
        self._names, self._stakes = names, DealStakes(seen, side, ruleset_model(seen.rules).equity)
        self._score = f"{seen.score[side.index]}–{seen.score[side.other.index]}"

    def against_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Iterator[Reason]:
        """Yield that the other choice brings more points, if the best choice still wins more games."""
        loss = Figure(other.points - best.points, hypot(other.points_error, best.points_error))
        gain = Figure(best.win - other.win, hypot(best.win_error, other.win_error))
        if loss.value < SMALLEST or loss.value < CERTAIN * loss.error or gain.value < CERTAIN * gain.error:
            return
        wins = [Figure(each.win, each.win_error) for each in (best, other)]
        (one, two), (won, lost) = self._names, map(hundredths, wins)
        text = (
            f"{capitalized(two)} is {better(loss)}, but at {self._score} it wins {lost} games of 100, and {one} {won}."
        )
        yield Reason("score", text, (loss, wins[1], wins[0]))

    def end_of_the_game(self, best: Action, other: Action, share: Share) -> Iterator[Reason]:
        """Yield how often the deal wins or loses the game after each choice, if that differs."""
        for sign, ends in ((1, "wins"), (-1, "loses")):
            points = next((each for each in range(1, MOST + 1) if self._decides(sign * each)), None)
            if points is None:
                continue
            least, most = (points, FAR) if sign > 0 else (-FAR, -points)
            one, two = share(best, least, most), share(other, least, most)
            gap = sign * (one.value - two.value)
            if gap >= SMALLEST and gap > CERTAIN * hypot(one.error, two.error):
                often = f"{hundredths(one)} after {self._names[0]}, in {hundredths(two)} after {self._names[1]}"
                point = f"{counted(points, 'point')} {ends if points == 1 else ends[:-1]} you the game"
                yield Reason("score", f"At {self._score}, {point}: in 100 likely layouts, in {often}.", (one, two))

    def _decides(self, points: int) -> bool:
        """Return whether the game is over after a result of the deal."""
        return self._stakes.after(points) in (0.0, 1.0)
