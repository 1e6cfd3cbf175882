"""The expert bot: it bids like the club bot, and plays cards by PIMC: it samples the hidden cards and solves them."""

from __future__ import annotations

import random

from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .card_counting import certain_revoke
from .club import ClubBot
from .club_stakes import ClubStakes
from .evaluation import best_first
from .payoffs import evaluate_plays
from .pimc import sample_worlds, solve_worlds


class ExpertBot:
    """A bot that bids like the club bot, and plays the card with the best chance of winning the game.

    For a card, the bot samples ``sampled`` worlds, which are layouts of the hidden cards. It keeps ``kept`` of them,
    chosen by how likely the cards played so far are in each, and solves these double-dummy.
    """

    name = "expert"

    def __init__(self, sampled: int, kept: int) -> None:
        self._club = ClubBot()
        self._sampled = sampled
        self._kept = kept

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the action that seems best, or a claim if an opponent certainly revoked and revokes are penalized."""
        if observation.phase is not Phase.PLAYING or certain_revoke(observation) is not None:
            return self._club.choose(observation, rng)
        cards = [action.card for action in observation.lawful_actions if isinstance(action, Play)]
        if len(cards) == 1:
            return Play(cards[0])
        worlds = sample_worlds(observation, rng, sampled=self._sampled, kept=self._kept)
        solved, stakes = solve_worlds(observation, worlds), ClubStakes(observation)
        evaluations = evaluate_plays(observation, solved, stakes.win_chance_after)
        return best_first(observation, evaluations)[0].action
