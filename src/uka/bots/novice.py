"""The novice bot: it counts trumps and aces, ignores its partner, and sometimes plays a random card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from uka.core.actions import PASS, Action, CallTrump, ClaimRevoke, Discard, Give, OrderUp, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import EFFECTIVE, STRENGTH

from .card_counting import height, trumps_of

CALL, CALL_ALONE = 3.6, 5.6
"""The minimum values of a hand for a call and for going alone. A trump is worth 1 to 1.69, by its
strength, and an ace of another suit 0.5."""


class NoviceBot:
    """Calls by its trumps and aces. It plays its highest card if that card wins the trick, and its lowest card if not.

    ``slips`` is the probability that the bot plays a random card. ``mood`` is the maximum error of its estimate of a
    hand's value.
    """

    name = "novice"

    def __init__(self, slips: float = 0.0, mood: float = 0.0) -> None:
        self._slips, self._mood = slips, mood

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a lawful action. The choice may contain a random error."""
        lawful = [a for a in observation.lawful_actions if not isinstance(a, ClaimRevoke)]
        if observation.phase is Phase.PLAYING:
            plays = [a for a in lawful if isinstance(a, Play)]
            return (
                rng.choice(plays) if rng.random() < self._slips else Play(_played(observation, [a.card for a in plays]))
            )
        if observation.phase is Phase.CALLING:
            return _called(observation, lawful, rng.uniform(-self._mood, self._mood))
        return _settled(observation, lawful, rng)


def _called(seen: Observation, lawful: Sequence[Action], mood: float) -> Action:
    calls = [(_hand_worth(seen, a) - (CALL_ALONE - CALL if a.alone else 0.0), a)
             for a in lawful if isinstance(a, OrderUp | CallTrump)]  # fmt: skip
    best = max(calls, key=lambda pair: pair[0], default=(0.0, PASS))
    return PASS if PASS in lawful and best[0] + mood < CALL else best[1]


def _hand_worth(seen: Observation, action: OrderUp | CallTrump) -> float:
    suit = action.suit if isinstance(action, CallTrump) else seen.up_suit
    trump = (suit or Suit.NO_TRUMP).index
    total = sum(_card_worth(card, trump) for card in seen.cards)
    return total + 1.0 if isinstance(action, OrderUp) and seen.seat is seen.dealer else total


def _card_worth(card: Card, trump: int) -> float:
    if card.bit & trumps_of(trump):
        return 1.0 + (height(card, trump) - 20) / 16
    return 0.5 if card.rank.value == "A" else 0.0


def _settled(seen: Observation, lawful: Sequence[Action], rng: random.Random) -> Action:
    """Return the bot's choice at a decision that is neither a bid nor the play of a card.

    The novice discards its lowest card, and passes its highest card to a loner. It makes any lawful claim, and never
    goes alone.
    """
    trump = (seen.trump or seen.up_suit or Suit.NO_TRUMP).index
    cards = {a.card: a for a in lawful if isinstance(a, Discard | Give)}
    if cards:
        wanted = max if seen.phase is Phase.GIVING else min
        return cards[wanted(cards, key=lambda card: height(card, trump))]
    if seen.phase is Phase.ASKING:
        return PASS
    return lawful[-1] if seen.phase is Phase.CLAIMING else rng.choice(lawful)


def _played(seen: Observation, cards: Sequence[Card]) -> Card:
    """Return the highest card if the seat leads or if that card wins the trick. Otherwise return the lowest card.

    The novice does so even if its partner is already winning the trick.
    """
    assert seen.contract is not None
    trump = seen.contract.trump.index
    low = min(cards, key=lambda card: height(card, trump))
    if not seen.trick:
        return max(cards, key=lambda card: height(card, trump))
    row = STRENGTH[trump][EFFECTIVE[trump][seen.trick[0].index].index]
    best = max(cards, key=lambda card: row[card.index])
    return best if row[best.index] > max(row[card.index] for card in seen.trick) else low
