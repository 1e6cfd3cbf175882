"""What the environments share: observations and their space, rewards, random deals, and rulesets by name."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from uka.core.actions import ACTIONS
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.rulesets import find

from .encoding import HIGH, action_mask, encode

MaskedObservation: TypeAlias = dict[str, npt.NDArray[Any]]
"""A dict of ``observation``, what a seat knows, and ``action_mask``, its legal actions."""


def deal_space() -> spaces.Space[MaskedObservation]:
    """Return the space of observations with masks."""
    space = spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(HIGH), HIGH, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
        }
    )
    return cast("spaces.Space[MaskedObservation]", space)


def masked_observation(deal: Deal, seat: Seat) -> MaskedObservation:
    """Return what a seat knows of a deal, with its legal actions if it is its turn."""
    seen = deal.observe(seat)
    mask = action_mask(seen) if seen.my_turn else np.zeros(len(ACTIONS), np.int8)
    return {"observation": encode(seen), "action_mask": mask}


def gain(deal: Deal, seat: Seat) -> int:
    """Return the points of a seat's side in a deal minus those of the other side. Until the end, they are 0."""
    ours = seat.partnership
    return deal.points[ours.index] - deal.points[ours.other.index]


def ruleset_of(rules: Ruleset | str) -> Ruleset:
    """Return ``rules``, or the shipped ruleset of that name. Raise ``InvalidRuleset`` if there is none."""
    return find(rules) if isinstance(rules, str) else rules


def dealt(rules: Ruleset, rng: np.random.Generator) -> Deal:
    """Return a random deal with a random dealer."""
    return Deal.start(rules, SEATS[rng.integers(len(SEATS))], shuffled(rules, int(rng.integers(2**63))))
