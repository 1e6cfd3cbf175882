"""The interface that every bot implements."""

from __future__ import annotations

import random
from typing import Protocol

from uka.core.actions import Action
from uka.core.observation import Observation


class Bot(Protocol):
    """A player that chooses the actions of one seat from observations."""

    @property
    def name(self) -> str:
        """The name of the bot, such as "club"."""
        ...

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return one of ``observation.lawful_actions``. Call this method only on the turn of the observing seat.

        ``rng`` is the bot's only source of randomness.
        """
        ...
