"""Bots: players that choose actions from what their seat may know.

A bot sees an ``Observation``, never the deal, and takes all randomness from the generator that its caller passes.

- ``player``: the interface that every bot implements.
- ``levels``: the bots by strength, with their search budgets and error rates.
- ``random_bot``: a bot that chooses at random.
- ``novice``: a bot that counts trumps and aces.
- ``casual``: the club bot with errors.
- ``club``: a bot that counts cards and follows rules of thumb.
- ``expert``: a bot that plays cards by PIMC.
- ``master``: a bot that bids and plays by search in sampled worlds.
- ``card_counting``: unseen cards and voids, from an observation.
- ``hand_features``: features of a hand, and the chances of a contract.
- ``bidding``: the calls of the club bot.
- ``pre_play``: the club bot's other choices before the first lead.
- ``cardplay``: the club bot's choice of a card.
- ``bidding_weights``: fitted weights for the club bot's calls.
- ``cardplay_weights``: fitted weights for the model of the club bot's play.
- ``pimc``: sampled worlds, resampled by importance weights and solved double-dummy.
- ``equity``: the chance of winning a game from its score.
- ``club_stakes``: the chance of winning the game after each result of a deal, as the club bot estimates it.
- ``payoffs``: the value of each outcome of a deal to a side.
- ``call_values``: the value of a choice before the first lead, from how deals end after it.
- ``evaluation``: an action with its expected points and chance of winning.

>>> names()
('random', 'novice', 'casual', 'club', 'expert', 'master')
>>> bot("club").name
'club'
"""

from __future__ import annotations

import random
from functools import lru_cache

from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset

from .evaluation import ActionEvaluation
from .levels import LEVELS
from .master import MasterBot, ruleset_model
from .player import Bot


class UnknownBot(UkaError):
    """Raised if no bot has the given name."""


BOTS: dict[str, Bot] = {level.name: level.made() for level in LEVELS}


def evaluate(observation: Observation, rng: random.Random) -> tuple[ActionEvaluation, ...]:
    """Return the strongest bot's evaluation of each lawful action of the seat whose turn it is.

    Claims of a revoke are left out.
    """
    return strongest().evaluate(observation, rng)


@lru_cache(maxsize=8)
def strongest(times: int = 1) -> MasterBot:
    """Return the strongest bot, with ``times`` its usual number of sampled worlds."""
    return MasterBot(**{name: times * worlds for name, worlds in LEVELS[-1].budget.items()})


def names() -> tuple[str, ...]:
    """Return the names of the bots, from the weakest to the strongest."""
    return tuple(BOTS)


def bot(name: str) -> Bot:
    """Return a new bot with the given name. If there is no such bot, raise ``UnknownBot``, which lists the names.

    >>> bot("clubb")
    Traceback (most recent call last):
    ...
    uka.bots.UnknownBot: there is no bot named 'clubb'; the bots are random, novice, casual, club, expert and master
    """
    if name not in BOTS:
        *most, last = names()
        raise UnknownBot(f"there is no bot named {name!r}; the bots are {', '.join(most)} and {last}")
    return BOTS[name]


def prepare(name: str, rules: Ruleset) -> None:
    """Load what a bot needs for a ruleset, so that its first choice takes no longer than its others."""
    if isinstance(bot(name), MasterBot):
        ruleset_model(rules)
