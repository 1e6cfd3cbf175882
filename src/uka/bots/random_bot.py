"""The random bot, with which the strength of all other bots is compared."""

from __future__ import annotations

import random

from uka.core.actions import Action, ClaimRevoke
from uka.core.observation import Observation


class RandomBot:
    """A bot that chooses among the lawful actions with equal probabilities, and never claims a revoke."""

    name = "random"

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a random lawful action that is not a claim of a revoke."""
        return rng.choice([a for a in observation.lawful_actions if not isinstance(a, ClaimRevoke)])
