"""Features of a hand for a given trump suit, and the chances of making a contract with that hand.

The weights in ``bidding_weights`` are fitted to played deals. The features suit every ruleset, because they depend on
the pack only through counts of unseen cards.
"""

from __future__ import annotations

from math import exp
from operator import mul
from typing import NamedTuple

from uka.core.cards import cards_of
from uka.core.trick import FOLLOW, STRENGTH

from . import bidding_weights
from .card_counting import NO_TRUMP, stronger, trumps_of

HandFeatures = tuple[float, ...]


class ContractChances(NamedTuple):
    """The chances of a contract: ``make`` of taking at least three tricks, and ``march`` of taking all five."""

    make: float
    march: float


def hand_features(hand: int, trump: int, unseen: int, lead: bool, gain: int = 0, upcard: int = 0) -> HandFeatures:
    """Return the features of a five-card hand, in the order of ``bidding_weights.FEATURES``.

    ``unseen`` is the mask of the hidden cards, and ``upcard`` the mask of the upcard. ``lead`` is true if the hand
    leads to the first trick. ``gain`` says which seat took the upcard: 0 for nobody, 1 for the seat with this hand, 2
    for that seat's partner, 3 for an opponent.
    """
    among = unseen.bit_count()
    apart = 1.0 - 10.0 / among  # the chance that a given unseen card is in neither opponent's hand
    trumps = trumps_of(trump)
    mine = hand & trumps
    number = mine.bit_count()
    tops = _trump_tops(mine, trump, unseen | (upcard if gain == 3 else 0), apart)
    sides = voids = 0.0
    for suit in range(4):
        if suit == trump:
            continue
        follow = FOLLOW[trump][suit]
        held = hand & follow
        if held:
            sides += _side_tops(held, trump, suit, unseen, apart)
        elif number:
            voids += min(number, 2)
    partner = _worth(upcard, trump, unseen, apart) if gain == 2 else 0.0
    theirs = _worth(upcard, trump, unseen, apart) if gain == 3 else 0.0
    none = trump == NO_TRUMP
    return (
        1.0,
        tops,
        float(number),
        float(max(0, number - 3)),
        0.0 if none else sides,
        voids,
        1.0 if lead else 0.0,
        1.0 if gain == 1 else 0.0,
        partner,
        theirs,
        (unseen & trumps).bit_count() * 5.0 / among,
        1.0 if none else 0.0,
        sides if none else 0.0,
    )


def _trump_tops(mine: int, trump: int, unseen: int, apart: float) -> float:
    """Return the expected number of trumps in the hand that are higher than all trumps of the opponents.

    Here and below, ``apart`` is the chance that a given unseen card is in neither opponent's hand.
    """
    return sum(apart ** _above(card.index, trump, trump, unseen) for card in cards_of(mine)) if mine else 0.0


def _side_tops(held: int, trump: int, suit: int, unseen: int, apart: float) -> float:
    """Return the expected number of tricks that cards in a side suit win because no opponent beats or ruffs them."""
    out = (unseen & FOLLOW[trump][suit]).bit_count()
    follows = 1.0 if trump == NO_TRUMP else (1.0 - (0.5 + apart / 2) ** out) ** 2
    total, share = 0.0, follows
    for card in reversed(cards_of(held)):
        total += share * apart ** _above(card.index, trump, suit, unseen)
        share *= follows
    return total


def _worth(upcard: int, trump: int, unseen: int, apart: float) -> float:
    """Return the value of an upcard in another seat's hand: 0.2 plus the chance that no unseen trump beats it."""
    return 0.2 + apart ** _above(upcard.bit_length() - 1, trump, trump, unseen)


def _above(card: int, trump: int, led: int, unseen: int) -> int:
    strong = stronger(trump, led, STRENGTH[trump][led][card])
    return (strong & FOLLOW[trump][led] & unseen).bit_count()


def logistic(x: float) -> float:
    """Return the value of the logistic curve at ``x``. It lies between 0 and 1."""
    return 1.0 / (1.0 + exp(-x)) if x > -700 else 0.0


def contract_chances(features: HandFeatures, alone: bool) -> ContractChances:
    """Return the contract chances of a hand with the given features.

    The chance that a loner takes three tricks is at most the chance of taking three with a partner.
    """
    make = _chance(bidding_weights.MAKE, features)
    if not alone:
        return ContractChances(make, min(make, _chance(bidding_weights.MARCH, features)))
    lone = min(make, _chance(bidding_weights.LONE_MAKE, features))
    return ContractChances(lone, min(lone, _chance(bidding_weights.LONE_MARCH, features)))


def _chance(weights: HandFeatures, features: HandFeatures) -> float:
    return logistic(sum(map(mul, weights, features)))
