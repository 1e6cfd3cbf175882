"""The bots by strength. Each level names a class of bots, the size of its search and the rates of its errors."""

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

NO_ARGUMENTS: Mapping[str, int] = MappingProxyType({})


class BotLevel(NamedTuple):
    """A level of bots: a name, a class of bots, and the arguments with which a bot is made."""

    name: str
    bot_class: Callable[..., Bot]
    budget: Mapping[str, int] = NO_ARGUMENTS
    """Arguments that say how many worlds the bot samples for each choice."""
    noise: Mapping[str, float] = NO_ARGUMENTS
    """Arguments that say how often, and by how much, the bot errs."""
    needs_kernels: bool = False
    """Whether the bot chooses with the compiled kernels."""

    def new_bot(self) -> Bot:
        """Return a new bot of this level."""
        return self.bot_class(**self.budget, **self.noise)


MASTER = BotLevel(
    "master", MasterBot, budget={"sampled": 3_000, "kept_for_bids": 360, "kept_for_plays": 500}, needs_kernels=True
)
LEVELS = (
    BotLevel("random", RandomBot),
    BotLevel("novice", NoviceBot, noise={"slip_rate": 0.12, "max_misjudgement": 0.7}),
    BotLevel("casual", CasualBot, noise={"forget_rate": 0.5, "slip_rate": 0.05, "max_misjudgement": 0.6}),
    BotLevel("club", ClubBot),
    BotLevel("expert", ExpertBot, budget={"sampled": 600, "kept": 120}, needs_kernels=True),
    MASTER,
)
"""All levels of bots, from the weakest to the strongest."""
