"""The levels of bots. A level gives the class of its bot, a search budget and error rates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .casual import CasualBot
from .club import ClubBot
from .expert import ExpertBot
from .master import MasterBot
from .novice import NoviceBot
from .player import Bot
from .random_bot import RandomBot

NOTHING: Mapping[str, int] = MappingProxyType({})


class BotLevel(NamedTuple):
    """A level of bots: a name, a class, and the arguments of the class.

    ``budget`` holds the numbers of worlds for each choice, and ``noise`` the rates and sizes of random errors.
    """

    name: str
    model: Callable[..., Bot]
    budget: Mapping[str, int] = NOTHING
    noise: Mapping[str, float] = NOTHING

    def made(self) -> Bot:
        """Return a new bot of this level."""
        return self.model(**self.budget, **self.noise)


LEVELS = (
    BotLevel("random", RandomBot),
    BotLevel("novice", NoviceBot, noise={"slips": 0.12, "mood": 0.7}),
    BotLevel("casual", CasualBot, noise={"forgets": 0.5, "slips": 0.05, "mood": 0.6}),
    BotLevel("club", ClubBot),
    BotLevel("expert", ExpertBot, budget={"drawn": 600, "solved": 120}),
    BotLevel("master", MasterBot, budget={"drawn": 3_000, "called": 400, "played": 500}),
)
"""The levels of bots, from the weakest to the strongest."""
