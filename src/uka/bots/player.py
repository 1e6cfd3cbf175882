"""What every bot is."""

from __future__ import annotations

import random
from typing import Protocol

from uka.core.actions import Action
from uka.core.observation import Observation


class Bot(Protocol):
    """Anything that can play a seat."""

    @property
    def name(self) -> str:
        """The name of the bot."""
        ...

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """One of ``observation.lawful_actions``. Called only when it is the turn of the seat."""
        ...
