"""Bots: each sees an ``Observation``, never the deal, and takes its randomness from the generator passed in.

- ``player``: the protocol of a bot.
- ``levels``: the bots by strength, with their search budgets and error rates.
- ``random_bot``: a bot that chooses at random.
- ``novice``: a bot that counts trumps and aces.
- ``casual``: the club bot with errors.
- ``club``: a bot of rules of thumb and card counting.
- ``expert``: a bot that plays cards by PIMC.
- ``master``: a bot that bids and plays by search in sampled worlds.
- ``card_counting``: unseen cards and voids, from an observation.
- ``hand_features``: features of a hand, and the chances of a contract.
- ``bidding``: the calls of the club bot.
- ``pre_play``: its other choices before the first lead.
- ``cardplay``: its choice of a card.
- ``bidding_weights``: fitted weights of its calls.
- ``cardplay_weights``: fitted weights of the model of its play.
- ``pimc``: sampled worlds, resampled by importance weights and solved double-dummy.
- ``equity``: the chance of winning a game from its score.
- ``club_stakes``: the stakes that the club bot compares.
- ``payoffs``: the values of the ends of a deal to a side.
- ``evaluation``: the evaluation of an action.

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
    """The strongest bot's evaluation of each lawful action of the seat in turn, without claims of a revoke."""
    strongest = BOTS["master"]
    assert isinstance(strongest, MasterBot)
    return strongest.evaluate(observation, rng)


def names() -> tuple[str, ...]:
    """The names of the bots, weakest first."""
    return tuple(BOTS)


def bot(name: str) -> Bot:
    """A new bot of the given level; ``UnknownBot`` lists the names.

    >>> bot("clubb")
    Traceback (most recent call last):
    ...
    uka.bots.UnknownBot: there is no bot named 'clubb'; the bots are random, novice, casual, club, expert and master
    """
    if name not in BOTS:
        *most, last = names()
        raise UnknownBot(f"there is no bot named {name!r}; the bots are {', '.join(most)} and {last}")
    return BOTS[name]
