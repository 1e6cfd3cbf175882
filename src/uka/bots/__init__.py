"""Bots: players that choose actions from what their seat may know.

A bot sees an ``Observation``, never the deal, and takes all randomness from the generator that its caller passes.

- ``player``: the interface that every bot implements.
- ``levels``: the bots by strength, with the size of their search and the rates of their errors.
- ``random_bot``: a bot that chooses actions at random.
- ``novice``: a bot that counts trumps and aces.
- ``casual``: a bot that plays like the club bot, but makes errors.
- ``club``: a bot that counts cards and follows rules of thumb.
- ``expert``: a bot that bids like the club bot, and plays cards by solving sampled worlds (PIMC).
- ``master``: a bot that bids and plays by search in sampled worlds.
- ``card_counting``: what a seat can know of the unseen cards from the cards played.
- ``elementary``: the exponential function and powers, the same on every machine.
- ``hand_features``: features of a hand, and the chances of a contract.
- ``bidding``: the club bot's calls and passes.
- ``pre_play``: the club bot's other choices before the first lead.
- ``cardplay``: the club bot's choice of a card.
- ``bidding_weights``: fitted weights for the club bot's calls.
- ``cardplay_weights``: fitted weights for the model of the club bot's play.
- ``pimc``: samples the hidden cards, resamples them by importance weights, and solves them double-dummy.
- ``equity``: the chance of winning a game from its score.
- ``club_stakes``: the chance of winning the game after each result of a deal, as the club bot estimates it.
- ``payoffs``: how much each result of a deal is worth to a side.
- ``call_values``: the value of a choice before the first lead, from how deals end after it.
- ``manners``: a bot with the manners that people expect of a partner.
- ``evaluation``: an action with its expected points and chance of winning.

>>> names()
('random', 'novice', 'casual', 'club', 'expert', 'master')
>>> playable() == names()  # where the compiled kernels are installed
True
>>> bot("club").name
'club'
"""

from __future__ import annotations

import random
from functools import lru_cache

from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.kernels import compiled

from .evaluation import ActionEvaluation
from .levels import LEVELS, MASTER
from .manners import PartnerlyBot
from .master import MasterBot, ruleset_model
from .player import Bot


class UnknownBot(UkaError):
    """Raised for a name that no bot has."""


class UnplayableBot(UkaError):
    """Raised for a bot that cannot play here, since the compiled kernels are not installed."""


BOTS: dict[str, Bot] = {level.name: level.new_bot() for level in LEVELS}
"""A dict from name to bot, from the weakest to the strongest."""
_PARTNERLY_MASTER = MASTER.bot_class(**MASTER.budget, partnerly=True)
PARTNERLY_BOTS = {name: PartnerlyBot(_PARTNERLY_MASTER if name == MASTER.name else bot) for name, bot in BOTS.items()}
"""The same with the manners that people expect of a partner."""


def evaluate(observation: Observation, rng: random.Random) -> tuple[ActionEvaluation, ...]:
    """Return how the strongest bot values each lawful action of the seat whose turn it is.

    Claims of a revoke are left out. ``rng`` is the only source of randomness.
    """
    return strongest().evaluate(observation, rng)


@lru_cache(maxsize=8)
def strongest(worlds_factor: int = 1) -> MasterBot:
    """Return the strongest bot, which samples ``worlds_factor`` times as many layouts of the hidden cards as usual."""
    return MasterBot(*(worlds_factor * worlds for worlds in MASTER.budget.values()))


def names() -> tuple[str, ...]:
    """Return the names of the bots, from the weakest to the strongest."""
    return tuple(BOTS)


def playable() -> tuple[str, ...]:
    """Return the names of the bots that can play here, from the weakest to the strongest.

    Some need the compiled kernels.
    """
    missing = set[str]() if compiled.are_installed() else {level.name for level in LEVELS if level.needs_kernels}
    return tuple(name for name in BOTS if name not in missing)


def check_playable(name: str) -> None:
    """Raise ``UnknownBot`` if there is no bot named ``name``, and ``UnplayableBot`` if it cannot play here."""
    bot(name)
    if name not in (found := playable()):
        *most, last = found
        raise UnplayableBot(
            f"the {name} bot needs Uka's compiled kernels, which are not here; choose {', '.join(most)} or {last}"
        )


def bot(name: str, *, partnerly: bool = False) -> Bot:
    """Return the bot named ``name``. If there is none, raise ``UnknownBot``, which lists the names.

    A partnerly bot does what people expect of a partner where its choice hardly changes how often it wins: it does not
    go alone, and once the result of the deal is certain it plays its high cards first. Bots are so at tables with
    people.

    >>> bot("clubb")
    Traceback (most recent call last):
    ...
    uka.bots.UnknownBot: there is no bot named 'clubb'; the bots are random, novice, casual, club, expert and master
    """
    if name not in BOTS:
        *most, last = names()
        raise UnknownBot(f"there is no bot named {name!r}; the bots are {', '.join(most)} and {last}")
    return (PARTNERLY_BOTS if partnerly else BOTS)[name]


def prepare(name: str, rules: Ruleset) -> None:
    """Load what the bot named ``name`` needs under ``rules``, so that its first choice takes no longer than others."""
    if isinstance(bot(name), MasterBot):
        ruleset_model(rules)
