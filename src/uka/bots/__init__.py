"""Bots: each sees an ``Observation``, never the deal, and takes its randomness from the generator passed in.

- ``player``: the protocol of a bot; ``levels``: which bot plays at each level, how much it searches and how it errs.
- ``random_bot``, ``novice``, ``casual``, ``club``, ``expert``, ``master``: the bots, weakest first.
- ``card_counting``, ``hand_features``, ``bidding``, ``pre_play``, ``cardplay``: the club bot's choices.
- ``bidding_weights``, ``cardplay_weights``: weights fitted to played deals.
- ``pimc``: sampled worlds, importance-resampled and solved.
- ``equity``, ``club_stakes``, ``payoffs``, ``evaluation``: what points are worth, as chances of winning the game.

>>> names()
('random', 'novice', 'casual', 'club', 'expert', 'master')
>>> bot("club").name
'club'
"""

from __future__ import annotations

import random

from uka.core.errors import UkaError
from uka.core.observation import Observation

from .evaluation import ActionEvaluation
from .levels import LEVELS
from .master import MasterBot
from .player import Bot


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
