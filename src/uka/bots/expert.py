"""The expert bot: it bids like the club bot, and plays cards by PIMC (determinizations solved double-dummy)."""

from __future__ import annotations

import random

from uka.core.actions import Action, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .card_counting import certain_revoke
from .club import ClubBot
from .club_stakes import ClubStakes
from .payoffs import play_payoffs
from .pimc import sample_worlds, solve_worlds


class ExpertBot:
    """Bids like the club bot, and plays the card with the best chance of winning the game.

    The bot samples worlds, and resamples them by the likelihood of the cards played. It solves the resampled worlds
    double-dummy. ``drawn`` is the number of sampled worlds, and ``solved`` the number of resampled worlds.
    """

    name = "expert"

    def __init__(self, drawn: int, solved: int) -> None:
        self._club, self._drawn, self._solved = ClubBot(), drawn, solved

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the claim of a proven revoke if there is one, or else the action that the bot estimates to be best."""
        if observation.phase is not Phase.PLAYING or certain_revoke(observation) is not None:
            return self._club.choose(observation, rng)
        cards = [a.card for a in observation.lawful_actions if isinstance(a, Play)]
        if len(cards) == 1:
            return Play(cards[0])
        worth = self.cards(observation, rng)
        return Play(max(cards, key=lambda card: (worth[card], -card.rank.index)))

    def cards(self, seen: Observation, rng: random.Random) -> dict[Card, tuple[float, float]]:
        """Return, for each lawful card, the chance of winning the game and the expected points."""
        solved = solve_worlds(seen, sample_worlds(seen, rng, drawn=self._drawn, kept=self._solved))
        points, stakes = play_payoffs(seen), ClubStakes(seen)
        wins = [stakes.gain(point) for point in points]
        return {card: (tricks.mean(wins)[0], tricks.mean(points)[0]) for card, tricks in solved.items()}
