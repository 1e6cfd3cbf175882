"""Features of a hand under a trump, and chances of making a contract, fitted to played deals.

The weights are in ``bidding_weights``. Nothing here knows a ruleset's name or the size of its pack; counts of
the unseen cards carry that.
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
    """The chances of taking three tricks or more, and all five."""

    make: float
    march: float


def hand_features(hand: int, trump: int, unseen: int, lead: bool, gain: int = 0, upcard: int = 0) -> HandFeatures:
    """The features of a five-card hand.

    ``unseen`` is the mask of the hidden cards. ``gain`` is 1 if the turn-up went to this hand, 2 if to its partner's,
    3 if to an opponent's; ``upcard`` its mask.
    """
    among = unseen.bit_count()
    apart = 1.0 - 10.0 / among  # that a given unseen card is in neither opponent's hand
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
    """How many of one's trumps are likely to be higher than all the opponents'."""
    return sum(apart ** _above(card.index, trump, trump, unseen) for card in cards_of(mine)) if mine else 0.0


def _side_tops(held: int, trump: int, suit: int, unseen: int, apart: float) -> float:
    """How many of one's cards of a side suit are likely to win it and not to be ruffed; later ones count less."""
    out = (unseen & FOLLOW[trump][suit]).bit_count()
    follows = 1.0 if trump == NO_TRUMP else (1.0 - (0.5 + apart / 2) ** out) ** 2
    total, share = 0.0, follows
    for card in reversed(cards_of(held)):
        total += share * apart ** _above(card.index, trump, suit, unseen)
        share *= follows
    return total


def _worth(upcard: int, trump: int, unseen: int, apart: float) -> float:
    """How likely the turn-up, gone to another hand, is to be higher than the trumps out."""
    return 0.2 + apart ** _above(upcard.bit_length() - 1, trump, trump, unseen)


def _above(card: int, trump: int, led: int, unseen: int) -> int:
    strong = stronger(trump, led, STRENGTH[trump][led][card])
    return (strong & FOLLOW[trump][led] & unseen).bit_count()


def logistic(x: float) -> float:
    """The logistic curve, 0 to 1."""
    return 1.0 / (1.0 + exp(-x)) if x > -700 else 0.0


def contract_chances(found: HandFeatures, alone: bool) -> ContractChances:
    """The chances of a hand with these features; going alone never raises the chance of three tricks."""
    make = _chance(bidding_weights.MAKE, found)
    if not alone:
        return ContractChances(make, min(make, _chance(bidding_weights.MARCH, found)))
    lone = min(make, _chance(bidding_weights.LONE_MAKE, found))
    return ContractChances(lone, min(lone, _chance(bidding_weights.LONE_MARCH, found)))


def _chance(weights: HandFeatures, found: HandFeatures) -> float:
    return logistic(sum(map(mul, weights, found)))
