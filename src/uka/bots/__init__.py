"""Players: each sees an ``Observation``, never the deal, and takes its chances from the generator passed in.

>>> names()
('random', 'novice', 'casual', 'club', 'expert', 'master')
>>> bot("club").name
'club'
"""

from __future__ import annotations

import random
from typing import Protocol

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation

from .evaluation import ActionEvaluation
from .levels import LEVELS
from .master import MasterBot


class Bot(Protocol):
    """Anything that can play a seat."""

    @property
    def name(self) -> str:
        """What the bot is called."""
        ...

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """One of ``observation.lawful_actions``. Asked only when it is the seat's turn."""
        ...


class UnknownBot(UkaError):
    """There is no bot of that name."""


BOTS: dict[str, Bot] = {level.name: level.made() for level in LEVELS}


def evaluate(observation: Observation, rng: random.Random) -> tuple[ActionEvaluation, ...]:
    """What each lawful action of the seat in turn is worth, as the strongest bot judges it; no claims of a revoke."""
    strongest = BOTS["master"]
    assert isinstance(strongest, MasterBot)
    return strongest.evaluate(observation, rng)


def names() -> tuple[str, ...]:
    """The names of the bots, weakest first."""
    return tuple(BOTS)


def bot(name: str) -> Bot:
    """The bot of a name; ``UnknownBot`` lists the names there are.

    >>> bot("clubb")
    Traceback (most recent call last):
    ...
    uka.bots.UnknownBot: there is no bot named 'clubb'; the bots are random, novice, casual, club, expert and master
    """
    if name not in BOTS:
        *most, last = names()
        raise UnknownBot(f"there is no bot named {name!r}; the bots are {', '.join(most)} and {last}")
    return BOTS[name]
