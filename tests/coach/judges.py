"""Random evaluations of choices, for tests in which the quality of a choice does not matter."""

from __future__ import annotations

from random import Random

from uka.bots.evaluation import ActionEvaluation
from uka.core.actions import ClaimRevoke
from uka.core.observation import Observation


def by_chance(seen: Observation, rng: Random) -> tuple[ActionEvaluation, ...]:
    """Return random values for the lawful actions, some of them equal."""
    lawful = [action for action in seen.lawful_actions if not isinstance(action, ClaimRevoke)]
    tenths = [(rng.randint(-20, 20) / 10, rng.randint(0, 10) / 10) for _ in lawful]
    return tuple(ActionEvaluation(a, points, 0.3, win, 0.05) for a, (points, win) in zip(lawful, tenths, strict=True))
