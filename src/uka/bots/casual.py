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
    """A club bot with random errors.

    ``forgets`` is the probability that the bot forgets the finished tricks before it plays a card. ``slips`` is the
    probability that it plays a random card. ``mood`` is the maximum error, in points, of its estimate of a hand.
    """

    name = "casual"

    def __init__(self, forgets: float = 0.0, slips: float = 0.0, mood: float = 0.0) -> None:
        self._club, self._forgets, self._slips, self._mood = ClubBot(), forgets, slips, mood

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a lawful action. The bot never claims a revoke."""
        lawful = [a for a in observation.lawful_actions if not isinstance(a, ClaimRevoke)]
        if len(lawful) == 1:
            return lawful[0]
        if observation.phase is Phase.PLAYING:
            cards = [a.card for a in lawful if isinstance(a, Play)]
            if rng.random() < self._slips:
                return Play(rng.choice(cards))
            seen = replace(observation, tricks=()) if rng.random() < self._forgets else observation
            return Play(best_play(seen, cards, HEURISTICS))
        if any(isinstance(a, OrderUp | CallTrump) for a in lawful):
            return best_bid(observation, lawful, rng.uniform(-self._mood, self._mood))
        return self._club.choose(observation, rng)
