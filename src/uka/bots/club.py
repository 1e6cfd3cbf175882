"""The club bot: it counts cards, compares calls by the chance of winning, and plays cards by rules of thumb."""

from __future__ import annotations

import random

from uka.core.actions import CLAIMS, Action, ClaimRevoke, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from . import pre_play
from .bidding import best_bid
from .card_counting import certain_revoke
from .cardplay import HEURISTICS, PlayHeuristics, best_play


class ClubBot:
    """A bot that calls by fitted weights and plays cards by counting them.

    It chooses at random only when it must name the suit of a joker before it sees its hand.
    """

    name = "club"

    def __init__(self, style: PlayHeuristics = HEURISTICS) -> None:
        self.style = style

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the action that seems best, or a claim if an opponent certainly revoked and revokes are penalized."""
        revoked_trick = certain_revoke(observation)
        rules = observation.rules
        if revoked_trick is not None and (rules.revoke_penalty or rules.revoke_then == "played_out"):
            return CLAIMS[revoked_trick]
        lawful = tuple(action for action in observation.lawful_actions if not isinstance(action, ClaimRevoke))
        if len(lawful) == 1:
            return lawful[0]
        if observation.phase is Phase.PLAYING:
            cards = [action.card for action in lawful if isinstance(action, Play)]
            return Play(best_play(observation, cards, self.style))
        return _choose_before_play(observation, lawful, rng)


def _choose_before_play(seen: Observation, lawful: tuple[Action, ...], rng: random.Random) -> Action:
    match seen.phase:
        case Phase.CALLING:
            return best_bid(seen, lawful)
        case Phase.DISCARDING:
            return pre_play.choose_discard(seen, lawful)
        case Phase.ASKING:
            return pre_play.choose_alone(seen)
        case Phase.GIVING:
            return pre_play.choose_gift(seen, lawful)
        case Phase.CLAIMING:
            return pre_play.choose_claim(seen, lawful)
        case Phase.SHOWING:
            return pre_play.choose_shown_card(seen, lawful)
        case Phase.NAMING:
            return pre_play.choose_benny_suit(seen, lawful, rng)
        case _:
            raise ValueError("the deal is over: there is nothing to choose")
