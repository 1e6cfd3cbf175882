"""The expected value of each choice of a seat, computed only from what that seat may know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from uka.bots.call_values import lone_call
from uka.bots.evaluation import ActionEvaluation, best_first, goes_alone
from uka.core.actions import Action, Pass
from uka.core.errors import IllegalAction
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.narration.calls import choice_name

from .grades import ERRORS, Grade, grade
from .reasons import Reason, explain, sample_choices
from .reasons.reason import FAR
from .reasons.sample import ChoiceSample

SAME, SLIGHT = 0.005, 0.05
"""The differences in chance of winning, and in points, that are too small for a reader to see."""
NEARLY = 0.025
"""The difference in chance of winning for which no player would risk going alone."""
OBVIOUS = 0.9
"""A call that scores in at least this share of worlds is obvious. Then only the same call alone is worth a thought."""
Evaluator: TypeAlias = Callable[[Observation, random.Random], Sequence[ActionEvaluation]]
"""A function that returns an evaluation of each lawful action of the seat whose turn it is."""


class RatedAction(msgspec.Struct, frozen=True, gc=False):
    """A choice of the seat whose turn it is, with its expected value."""

    action: Action
    words: str
    """The name of the choice in the words of the ruleset. A pass is called a pass under every ruleset."""
    points: float
    """The expected points of the seat's side in the deal, minus those of the other side."""
    points_error: float
    """The standard error of ``points``."""
    win: float
    """The chance that the seat's side wins the game, from 0 to 1."""
    win_error: float
    """The standard error of ``win``."""
    grade: Grade
    """How much worse the choice is than the best one, in a word."""
    reasons: tuple[Reason, ...] = ()
    """Why the best choice is better than this one. At most one of the choices of a turn has reasons."""

    @property
    def evaluation(self) -> ActionEvaluation:
        """The expected value of the action, without its name and without reasons."""
        return ActionEvaluation(self.action, self.points, self.points_error, self.win, self.win_error)


def rate_choices(
    seen: Observation, evaluate: Evaluator | None = None, *, against: Action | None = None
) -> tuple[RatedAction, ...]:
    """Return every lawful choice of the seat whose turn it is in ``seen``, with its expected value, the best first.

    ``evaluate`` gives the values. Without it, the strongest bot gives them, and one choice also holds the reasons why
    the best choice is better: ``against`` or, by default, usually the best other choice for which there are reasons.
    Raise ``IllegalAction`` if it is not the turn of the observing seat.
    """
    seat = seen.seat
    if seat is None or not seen.my_turn:
        raise IllegalAction("a hint is for the seat whose turn it is")
    rng = random.Random(msgspec.json.encode(seen))
    if evaluate:
        return _rated(seen, evaluate(seen, rng))
    sample = sample_choices(seen, rng)
    return _with_reasons(sample, rate_sample(sample), against)


def rate_made_choice(seen: Observation, made: Action) -> tuple[RatedAction, ...]:
    """Return what ``rate_choices`` returns, with the reasons that a reader wants who asks why ``made`` was chosen.

    If a better choice was possible, the reasons say why it is better than ``made``. Otherwise ``made`` comes first, and
    the reasons say why it is better than another choice: a call is compared with a pass. The last reason says what
    becomes of the other cards, or what happens after a pass.
    """
    sample = sample_choices(seen, random.Random(msgspec.json.encode(seen)))
    rated = rate_sample(sample)
    chosen = next((each for each in rated if each.action == made), rated[0])
    if not are_equal(rated[0], chosen):
        return _with_last_reason(sample, _with_reasons(sample, rated, made), chosen)
    rated = (chosen, *(each for each in rated if each is not chosen))
    passing = next((each for each in rated[1:] if isinstance(each.action, Pass)), None)
    if passing and seen.phase is Phase.CALLING and not goes_alone(made):
        reasons = explain(sample, chosen.evaluation, passing.evaluation)
        passing, rated = _replaced(rated, passing, reasons)
        return _with_last_reason(sample, rated, passing)
    return _with_last_reason(sample, _with_reasons(sample, rated, None), rated[1])


def rate_sample(sample: ChoiceSample) -> tuple[RatedAction, ...]:
    """Return the lawful choices of ``sample`` with their expected values, the best first, without reasons."""
    return _rated(sample.seen, sample.evaluations)


def _rated(seen: Observation, evaluations: Iterable[ActionEvaluation]) -> tuple[RatedAction, ...]:
    """Return a rated action for each of ``evaluations`` whose action is lawful, the best first."""
    seat, lawful = seen.seat, set(seen.lawful_actions)
    assert seat is not None
    ordered = best_first(seen, [each for each in evaluations if each.action in lawful])
    return tuple(
        RatedAction(
            each.action,
            choice_name(seen, seat, each.action),
            each.points,
            each.points_error,
            each.win,
            each.win_error,
            _grade(ordered[0], each),
        )
        for each in ordered
    )


def _with_reasons(
    sample: ChoiceSample, rated: tuple[RatedAction, ...], against: Action | None
) -> tuple[RatedAction, ...]:
    """Return ``rated`` with reasons added to one choice, if there are any: why the best choice is better than it."""
    best = rated[0]
    for other in _candidates(sample, rated, against):
        if reasons := explain(sample, best.evaluation, other.evaluation):
            return tuple(replace(each, reasons=reasons) if each is other else each for each in rated)
    return rated


def _with_last_reason(
    sample: ChoiceSample, rated: tuple[RatedAction, ...], asked: RatedAction
) -> tuple[RatedAction, ...]:
    """Return ``rated`` with one reason more: what becomes of the other cards, or what happens after a pass.

    It is added to the choice that has reasons, or else to ``asked``.
    """
    best, *others = rated
    other = next((each for each in others if each.reasons), None) or next(e for e in others if e.action == asked.action)
    counted = any(reason.kind != "view" and not reason.says_close for reason in other.reasons)
    rest = [each.action for each in others if not (counted and each is other)]
    last = tuple(sample.last_reason(best.action, other.action, rest))
    _, rated = _replaced(rated, other, (*other.reasons, *last))
    return rated


def _replaced(
    rated: tuple[RatedAction, ...], other: RatedAction, reasons: tuple[Reason, ...]
) -> tuple[RatedAction, tuple[RatedAction, ...]]:
    """Return the choice ``other`` with ``reasons``, and ``rated`` with it."""
    found = replace(other, reasons=reasons)
    return found, tuple(found if each is other else each for each in rated)


def _candidates(sample: ChoiceSample, rated: tuple[RatedAction, ...], against: Action | None) -> Iterable[RatedAction]:
    """Return the choices with which to compare the best one, in the order in which to look for reasons.

    If ``against`` is given, only this choice is returned, unless it is as good as the best one. Otherwise cards that
    are hardly worse than the best one are left out, but calls are not, because a player would consider both calls.
    """
    best, *others = rated
    if against is not None:
        return [each for each in others if each.action == against and not are_equal(best, each)]
    alone = lone_call(sample.seen, best.action)
    if alone and sample.share(best.action, 1, FAR).value >= OBVIOUS:
        others = sorted(others, key=lambda each: each.action != alone)
    elif len(others) > 1:
        second, third, *rest = others
        if second.action == alone and _safer(third, second):
            others = [third, second, *rest]
    return [each for each in others if sample.seen.phase is Phase.CALLING or not _looks_same(best, each)]


def _safer(other: RatedAction, alone: RatedAction) -> bool:
    """Return whether the choice ``other`` wins nearly as many games as the call ``alone``, and brings more points."""
    return alone.win - other.win < NEARLY and other.points > alone.points


def _looks_same(best: RatedAction, other: RatedAction) -> bool:
    """Return whether the choice ``other`` is so little worse than ``best`` that a reader would see no difference."""
    return best.win - other.win < SAME and best.points - other.points < SLIGHT


def _grade(best: ActionEvaluation, other: ActionEvaluation) -> Grade:
    """Return how much worse the choice ``other`` is than the choice ``best``."""
    return grade(best.win - other.win, hypot(best.win_error, other.win_error), unsure=are_equal(best, other))


def are_equal(one: RatedAction | ActionEvaluation, other: RatedAction | ActionEvaluation) -> bool:
    """Return whether two choices have the same value as far as sampling can tell.

    Both the difference in expected points and the difference in chance of winning must be within the margin of error.
    """
    points, points_error = one.points - other.points, hypot(one.points_error, other.points_error)
    win, win_error = one.win - other.win, hypot(one.win_error, other.win_error)
    return abs(points) <= ERRORS * points_error and abs(win) <= ERRORS * win_error
