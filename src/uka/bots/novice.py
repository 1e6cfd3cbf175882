"""The novice bot: it counts trumps and aces, ignores its partner, and sometimes plays a random card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from uka.core.actions import PASS, Action, CallTrump, ClaimRevoke, Discard, Give, OrderUp, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import EFFECTIVE, STRENGTH, suit_strength

from .card_counting import trumps_of

CALL = 3.6
"""The least value of a hand with which the novice calls.

A trump is worth 1 to 1.69, by its strength, and an ace of another suit 0.5.
"""
CALL_ALONE = 5.6
"""The least value of a hand with which the novice goes alone."""


class NoviceBot:
    """A bot that calls by its trumps and aces. It plays its highest card if that wins the trick, else its lowest.

    ``slip_rate`` is the chance that the bot plays a random card. ``max_misjudgement`` is the largest error of the value
    that it gives its hand.
    """

    name = "novice"

    def __init__(self, slip_rate: float = 0.0, max_misjudgement: float = 0.0) -> None:
        self._slip_rate = slip_rate
        self._max_misjudgement = max_misjudgement

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a lawful action, which may be an error. The bot never claims a revoke."""
        lawful = [action for action in observation.lawful_actions if not isinstance(action, ClaimRevoke)]
        if observation.phase is Phase.PLAYING:
            plays = [action for action in lawful if isinstance(action, Play)]
            if rng.random() < self._slip_rate:
                return rng.choice(plays)
            return Play(_best_card(observation, [play.card for play in plays]))
        if observation.phase is Phase.CALLING:
            misjudgement = rng.uniform(-self._max_misjudgement, self._max_misjudgement)
            return _best_bid(observation, lawful, misjudgement)
        return _choose_other(observation, lawful, rng)


def _best_bid(seen: Observation, lawful: Sequence[Action], misjudgement: float) -> Action:
    """Return the call for which the hand has the highest value, or a pass if that value is too low.

    ``misjudgement`` is added to the value.
    """
    best_value = 0.0
    best: Action = PASS
    for action in lawful:
        if isinstance(action, OrderUp | CallTrump):
            value = hand_value(seen, action) - (CALL_ALONE - CALL if action.alone else 0.0)
            if best is PASS or value > best_value:
                best_value, best = value, action
    return PASS if PASS in lawful and best_value + misjudgement < CALL else best


def hand_value(seen: Observation, action: OrderUp | CallTrump) -> float:
    """Return a value of the seat's hand for the call ``action``. The bot compares it with ``CALL``."""
    suit = action.suit if isinstance(action, CallTrump) else seen.up_suit
    trump = (suit or Suit.NO_TRUMP).index
    total = sum(_card_value(card, trump) for card in seen.cards)
    return total + 1.0 if isinstance(action, OrderUp) and seen.seat is seen.dealer else total


def _card_value(card: Card, trump: int) -> float:
    """Return what ``card`` adds to the value of a hand if the suit with the index ``trump`` is trump."""
    if card.bit & trumps_of(trump):
        return 1.0 + (suit_strength(card, trump) - 20) / 16
    return 0.5 if card.rank.value == "A" else 0.0


def _choose_other(seen: Observation, lawful: Sequence[Action], rng: random.Random) -> Action:
    """Return the novice's choice where neither a bid nor the play of a card is asked for.

    The novice discards its lowest card, and passes its highest card to a loner. It makes any lawful claim, and never
    goes alone.
    """
    trump = (seen.trump or seen.up_suit or Suit.NO_TRUMP).index
    by_card = {action.card: action for action in lawful if isinstance(action, Discard | Give)}
    if by_card:
        highest = max(by_card, key=lambda card: suit_strength(card, trump))
        lowest = min(by_card, key=lambda card: suit_strength(card, trump))
        return by_card[highest if seen.phase is Phase.GIVING else lowest]
    if seen.phase is Phase.ASKING:
        return PASS
    return lawful[-1] if seen.phase is Phase.CLAIMING else rng.choice(lawful)


def _best_card(seen: Observation, cards: Sequence[Card]) -> Card:
    """Return the highest of ``cards`` if the seat leads or wins the trick with it, or else the lowest.

    The novice does so even if its partner is already winning the trick.
    """
    assert seen.contract is not None
    trump = seen.contract.trump.index
    low = min(cards, key=lambda card: suit_strength(card, trump))
    if not seen.trick:
        return max(cards, key=lambda card: suit_strength(card, trump))
    row = STRENGTH[trump][EFFECTIVE[trump][seen.trick[0].index].index]
    best = max(cards, key=lambda card: row[card.index])
    return best if row[best.index] > max(row[card.index] for card in seen.trick) else low
