"""Bots in Python for tests of contests."""

from __future__ import annotations

from random import Random
from typing import Any

from uka import Action, Observation


class Lowest:
    """A bot that chooses the first lawful action."""

    name = "lowest"

    def choose(self, observation: Observation, rng: Random) -> Action:
        return observation.lawful_actions[0]


class Remembers(Lowest):
    """A bot that fails if one object sees two seats."""

    def __init__(self) -> None:
        self.seats = set[object]()

    def choose(self, observation: Observation, rng: Random) -> Action:
        self.seats.add(observation.seat)
        assert len(self.seats) == 1
        return observation.lawful_actions[rng.randrange(len(observation.lawful_actions))]


class Wrong(Lowest):
    """A bot that answers nonsense."""

    def choose(self, observation: Observation, rng: Random) -> Any:
        return "sing"


class Raises(Lowest):
    """A bot that raises an error."""

    def choose(self, observation: Observation, rng: Random) -> Action:
        raise KeyError("hearts")


class NeedsArguments(Lowest):
    """A bot that cannot be made without arguments."""

    def __init__(self, strength: int) -> None:
        self.strength = strength


class Nothing:
    """A class that is no bot."""


def made() -> Lowest:
    """Return a bot. A function may stand where a class is named."""
    return Lowest()


number = 7
