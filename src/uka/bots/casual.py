"""The casual bot: it follows the club bot's rules of thumb, but forgets tricks and misjudges hands."""

from __future__ import annotations

import random

from msgspec.structs import replace

from uka.core.actions import Action, CallTrump, ClaimRevoke, OrderUp, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .bidding import best_bid
from .cardplay import HEURISTICS, best_play
from .club import ClubBot


class CasualBot:
    """A bot that plays like the club bot, but makes random errors.

    ``forget_rate`` is the chance that the bot forgets the finished tricks when it plays a card. ``slip_rate`` is the
    chance that it plays a random card. ``max_misjudgement`` is the largest error, in points, of what it thinks that a
    hand is worth.
    """

    name = "casual"

    def __init__(
        self,
        forget_rate: float = 0.0,
        slip_rate: float = 0.0,
        max_misjudgement: float = 0.0,
    ) -> None:
        self._club = ClubBot()
        self._forget_rate = forget_rate
        self._slip_rate = slip_rate
        self._max_misjudgement = max_misjudgement

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a lawful action, which may be an error. The bot never claims a revoke."""
        lawful = [action for action in observation.lawful_actions if not isinstance(action, ClaimRevoke)]
        if len(lawful) == 1:
            return lawful[0]
        if observation.phase is Phase.PLAYING:
            cards = [action.card for action in lawful if isinstance(action, Play)]
            if rng.random() < self._slip_rate:
                return Play(rng.choice(cards))
            seen = replace(observation, tricks=()) if rng.random() < self._forget_rate else observation
            return Play(best_play(seen, cards, HEURISTICS))
        if any(isinstance(action, OrderUp | CallTrump) for action in lawful):
            misjudgement = rng.uniform(-self._max_misjudgement, self._max_misjudgement)
            return best_bid(observation, lawful, misjudgement)
        return self._club.choose(observation, rng)
