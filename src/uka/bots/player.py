"""The protocol of a bot."""

from __future__ import annotations

import random
from typing import Protocol

from uka.core.actions import Action
from uka.core.observation import Observation


class Bot(Protocol):
    """A player of a seat."""

    @property
    def name(self) -> str:
        """The name of the bot."""
        ...

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """One of ``observation.lawful_actions``. It is called only when it is the seat's turn."""
        ...
