"""Reasons about the score: two choices compared by the chance of winning the game instead of the points of the deal."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from uka.bots.evaluation import ActionEvaluation
from uka.core.public_deal import Phase
from uka.narration.names import counted

from .reason import Figure, Reason, hundredths, points_difference
from .sample import ChoiceSample
from .words import capitalized

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
EQUAL = 2.0
"""A difference may be due to chance if it is at most this number of its standard errors."""
SMALLEST = 0.05
"""The smallest difference in points that a reason mentions."""
ALIKE = 2
"""Two choices can be close only if the games of 100 that they win differ by at most this number."""
SLIGHT = 1 / 6
"""Two calls are close if they differ by at most this fraction of the games whose winner is in doubt."""
SAME = 0.005
"""A difference in chance of winning that is too small for a reader to see."""


def wins_despite_fewer_points(
    sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation
) -> Iterator[Reason]:
    """Yield the reason that ``other`` brings more points, but ``best`` wins more games at this score, if that is so."""
    loss = sample.more_points(other, best)
    gain = win_gain(sample, best, other)
    if loss.value < SMALLEST or loss.value < CERTAIN * loss.error or gain.value < CERTAIN * gain.error:
        return
    seen, side = sample.seen, sample.seen.seat
    assert side is not None
    ours, theirs = (seen.score[each.index] for each in (side.partnership, side.partnership.other))
    score = f"with your side at {ours} and the other at {theirs}"
    best_wins, other_wins = _win_chance(sample, best), _win_chance(sample, other)
    other_name, best_name = capitalized(sample.name(other.action)), sample.name(best.action)
    text = (
        f"{other_name} is {points_difference(loss)}, but {score} it wins {hundredths(other_wins)} games of 100, "
        f"and {best_name} {hundredths(best_wins)}."
    )
    yield Reason("score", text, (loss, other_wins, best_wins))


def nearly_equal(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> Iterator[Reason]:
    """Yield the reason that both choices win about equally often, if that is so or the difference may be chance."""
    best_wins, other_wins = _win_chance(sample, best), _win_chance(sample, other)
    one, two = int(hundredths(best_wins)), int(hundredths(other_wins))
    if one - two > ALIKE or not (_differ_slightly(sample, best, other) or _may_be_chance(sample, best, other)):
        return
    names = f"{capitalized(sample.name(best.action))} and {sample.name(other.action)}"
    often = f"each wins {counted(one, 'game')} of 100" if one == two else f"they win {one} and {two} games of 100"
    yield Reason("score", f"{names} are close: {often}.", (best_wins, other_wins))


def _win_chance(sample: ChoiceSample, evaluation: ActionEvaluation) -> Figure:
    return Figure(evaluation.win, sample.error_inflation * evaluation.win_error)


def _differ_slightly(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> bool:
    """Return whether two choices are calls that differ little in chance of winning.

    The more certain it is which side wins the game, the smaller the difference must be.
    """
    doubt = min(best.win, 1 - best.win)
    return sample.seen.phase is Phase.CALLING and best.win - other.win <= max(SAME, SLIGHT * doubt)


def _may_be_chance(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> bool:
    """Return whether chance may explain the difference between ``best`` and ``other`` in games and in points."""
    differences = win_gain(sample, best, other), sample.more_points(best, other)
    return all(each.value <= EQUAL * each.error for each in differences)


def win_gain(sample: ChoiceSample, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
    """Return the chance of winning the game after ``best``, minus the chance after ``other``."""
    return Figure(best.win - other.win, sample.error_inflation * hypot(best.win_error, other.win_error))
