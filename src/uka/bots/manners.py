"""The manners that people expect of a partner: a bot with them holds no high card back for show."""

from __future__ import annotations

import random

from uka.core.actions import Action, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import suit_strength, winner

from .card_counting import certain_revoke
from .payoffs import play_payoffs
from .player import Bot


class PartnerlyBot:
    """A bot that chooses as ``bot`` does, but holds no high card back once the result of the deal is certain."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the card to play once the result of the deal is certain, and before that what the bot chooses."""
        card = card_once_decided(observation)
        return self._bot.choose(observation, rng) if card is None else Play(card)


def card_once_decided(seen: Observation) -> Card | None:
    """Return the card to play if nothing that follows changes the points of the deal. Otherwise return None.

    It is the highest card for a lead, or to win the trick from an opponent. Otherwise it is the lowest. An opponent's
    revoke that is certain can change the points.
    """
    if seen.phase is not Phase.PLAYING or len(set(play_payoffs(seen))) > 1 or certain_revoke(seen) is not None:
        return None
    contract, leader = seen.contract, seen.leader
    assert contract is not None
    assert leader is not None
    assert seen.seat is not None
    cards = [action.card for action in seen.lawful_actions if isinstance(action, Play)]
    trump = contract.trump
    heights = {card: suit_strength(card, trump.index) for card in cards}
    if not seen.trick:
        return max(heights, key=heights.__getitem__)

    def winner_after(*played: Card) -> Seat:
        return winner(leader, seen.trick + played, contract.sitting_out, trump)

    winners = [card for card in cards if winner_after(card) is seen.seat]
    if winners and winner_after() is not seen.seat.partner:
        return max(winners, key=heights.__getitem__)
    return min(heights, key=heights.__getitem__)
