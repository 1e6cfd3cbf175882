"""The expected value of each choice of a seat, computed only from what that seat may know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from uka.bots.call_values import lone_call
from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import Action
from uka.core.errors import IllegalAction
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.narration.calls import choice_name

from .reasons import Reason, explain, preference, sample_choices
from .reasons.reason import FAR
from .reasons.sample import ChoiceSample

ERRORS = 2.0
"""A difference may be due to chance if it is at most this number of its standard errors."""
SAME, SLIGHT = 0.005, 0.05
"""Differences in chance of winning and in points that are too small to be told."""
NEARLY = 0.025
"""A difference in chance of winning for which no player would risk going alone."""
OBVIOUS = 0.9
"""A call that scores in at least this share of worlds is obvious. Then only the same call alone is worth a thought."""
Evaluator: TypeAlias = Callable[[Observation, random.Random], Sequence[ActionEvaluation]]
"""A function that returns an evaluation of each lawful action of the seat whose turn it is."""


class RatedAction(msgspec.Struct, frozen=True, gc=False):
    """A choice and its expected value, with standard errors.

    ``words`` is the name of the choice in the words of the ruleset. A pass is called a pass under every ruleset.
    ``points`` is the expected number of points of the seat's side in the deal, minus that of the other side. ``win`` is
    the chance that the seat's side wins the game. ``reasons`` tell why the best choice is better. One of
    the other choices has reasons at most.
    """

    action: Action
    words: str
    points: float
    points_error: float
    win: float
    win_error: float
    reasons: tuple[Reason, ...] = ()

    @property
    def evaluation(self) -> ActionEvaluation:
        """The evaluation of the action."""
        return ActionEvaluation(self.action, self.points, self.points_error, self.win, self.win_error)


def rate_choices(
    seen: Observation, evaluate: Evaluator | None = None, *, against: Action | None = None
) -> tuple[RatedAction, ...]:
    """Return every lawful choice of the seat whose turn it is, with its expected value, the best choice first.

    Without ``evaluate``, choices are rated as the strongest bot would. Then the choice ``against`` comes with the
    reasons why the best one is better. By default it is the best choice of another value for which there are reasons. A
    call that nearly always scores is compared with the same call alone.

    The random numbers are seeded with the observation, so the hint for an observation is always the same. Raise
    ``IllegalAction`` if it is not the turn of the observing seat.
    """
    seat = seen.seat
    if seat is None or not seen.my_turn:
        raise IllegalAction("a hint is for the seat whose turn it is")
    rng = random.Random(msgspec.json.encode(seen))
    if evaluate:
        return _rated(seen, evaluate(seen, rng))
    sample = sample_choices(seen, rng)
    return _explained(sample, rate_sample(sample), against)


def rate_sample(sample: ChoiceSample) -> tuple[RatedAction, ...]:
    """Return the lawful choices as they are evaluated in sampled worlds, the best first, without reasons."""
    return _rated(sample.seen, sample.evaluations)


def _rated(seen: Observation, values: Iterable[ActionEvaluation]) -> tuple[RatedAction, ...]:
    """Return the evaluated actions that are lawful as rated actions, the best first."""
    seat, lawful = seen.seat, set(seen.lawful_actions)
    assert seat is not None
    rated = (RatedAction(v[0], choice_name(seen, seat, v[0]), *v[1:]) for v in values if v[0] in lawful)
    preferred = preference(seen)
    return tuple(sorted(rated, key=lambda each: (*merit(each), *preferred(each.action)), reverse=True))


def _explained(sample: ChoiceSample, rated: tuple[RatedAction, ...], against: Action | None) -> tuple[RatedAction, ...]:
    """Return the choices, one of them with reasons if there is one to compare with the best."""
    best = rated[0]
    for other in _compared(sample, rated, against):
        if reasons := explain(sample, best.evaluation, other.evaluation):
            return tuple(replace(each, reasons=reasons) if each is other else each for each in rated)
    return rated


def _compared(sample: ChoiceSample, rated: tuple[RatedAction, ...], against: Action | None) -> Iterable[RatedAction]:
    """Return the choices that the best one may be compared with, the first one first.

    A card is not compared with one of the same value. A call is: a player would consider it.
    """
    best, *others = rated
    if against is not None:
        return [each for each in others if each.action == against and not are_equal(best, each)]
    by_itself = lone_call(sample.seen, best.action)
    if by_itself and sample.share(best.action, 1, FAR).value >= OBVIOUS:
        others = sorted(others, key=lambda each: each.action != by_itself)
    elif len(others) > 1 and others[0].action == by_itself and _safer(others[1], others[0]):
        others[:2] = others[1], others[0]
    return [each for each in others if sample.seen.phase is Phase.CALLING or not _same(best, each)]


def _safer(other: RatedAction, alone: RatedAction) -> bool:
    """Return whether a choice wins nearly as many games as a call alone, and brings more points."""
    return alone.win - other.win < NEARLY and other.points > alone.points


def _same(best: RatedAction, other: RatedAction) -> bool:
    """Return whether two choices have the same value as far as a reader can see."""
    return best.win - other.win < SAME and best.points - other.points < SLIGHT


def are_equal(one: RatedAction, other: RatedAction) -> bool:
    """Return whether two choices are equal within the margin of error.

    They are equal if this is true of both their expected points and their chances of winning.
    """
    points, points_error = one.points - other.points, hypot(one.points_error, other.points_error)
    win, win_error = one.win - other.win, hypot(one.win_error, other.win_error)
    return abs(points) <= ERRORS * points_error and abs(win) <= ERRORS * win_error


def merit(rated: RatedAction) -> tuple[float, float]:
    """Return the sort key of a choice: the chance of winning the game, then the expected points."""
    return rated.win, rated.points
