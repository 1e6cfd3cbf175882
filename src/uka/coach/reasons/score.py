"""What the chances of winning the game tell of two choices, if the points of the deal do not tell it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from uka.bots.evaluation import ActionEvaluation
from uka.core.public_deal import Phase
from uka.narration.names import counted

from .reason import Figure, Reason, better, hundredths
from .sample import ChoiceSample
from .words import capitalized

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
EQUAL = 2.0
"""A difference may be due to chance if it is at most this number of its standard errors."""
SMALLEST = 0.05
"""The smallest difference in points that is told."""
ALIKE, SLIGHT = 2, 1 / 6
"""Two choices are close if they win a number of games of 100 that differs by at most ``ALIKE``.

The difference between two calls is also at most the fraction ``SLIGHT`` of the games in doubt, or too small to be seen.
"""
SAME = 0.005
"""A difference in the share of games that is too small to be seen."""


def against_points(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> Iterator[Reason]:
    """Yield that the other choice brings more points, if the best choice still wins more games."""
    loss = sample.more_points(other, best)
    gain = win_gain(sample, best, other)
    if loss.value < SMALLEST or loss.value < CERTAIN * loss.error or gain.value < CERTAIN * gain.error:
        return
    seen, side = sample.seen, sample.seen.seat
    assert side is not None
    ours, theirs = (seen.score[each.index] for each in (side.partnership, side.partnership.other))
    score = f"with your side at {ours} and the other at {theirs}"
    wins = [Figure(each.win, sample.inflation * each.win_error) for each in (best, other)]
    (won, lost), two = map(hundredths, wins), capitalized(sample.name(other.action))
    text = f"{two} is {better(loss)}, but {score} it wins {lost} games of 100, and {sample.name(best.action)} {won}."
    yield Reason("score", text, (loss, wins[1], wins[0]))


def nearly_equal(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> Iterator[Reason]:
    """Yield that two choices win about equally often, if they do, or if chance may explain the difference."""
    wins = (*(Figure(each.win, sample.inflation * each.win_error) for each in (best, other)),)
    one, two = (int(hundredths(each)) for each in wins)
    if one - two > ALIKE or not (_slight(sample, best, other) or _by_chance(sample, best, other)):
        return
    names = f"{capitalized(sample.name(best.action))} and {sample.name(other.action)}"
    often = f"each wins {counted(one, 'game')} of 100" if one == two else f"they win {one} and {two} games of 100"
    yield Reason("score", f"{names} are close: {often}.", wins)


def _slight(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> bool:
    """Return whether the difference between two calls is slight beside the games that are in doubt."""
    doubt = min(best.win, 1 - best.win)
    return sample.seen.phase is Phase.CALLING and best.win - other.win <= max(SAME, SLIGHT * doubt)


def _by_chance(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> bool:
    """Return whether chance may explain the difference between two choices."""
    differences = win_gain(sample, best, other), sample.more_points(best, other)
    return all(each.value <= EQUAL * each.error for each in differences)


def win_gain(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
    """Return the difference between two choices in chance of winning the game."""
    return Figure(best.win - other.win, sample.inflation * hypot(best.win_error, other.win_error))
