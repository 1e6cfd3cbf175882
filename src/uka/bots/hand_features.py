"""Features of a hand for a given trump suit, and the chances of making a contract with that hand.

The weights in ``bidding_weights`` are fitted to played deals. The features suit every ruleset, because they depend on
the pack only through counts of unseen cards.
"""

from __future__ import annotations

from enum import Enum
from math import fsum
from operator import mul
from typing import NamedTuple, TypeAlias

from uka.core.cards import CardMask, cards_of
from uka.core.trick import FOLLOW, STRENGTH

from . import bidding_weights
from .card_counting import NO_TRUMP, cards_beating, trumps_of
from .elementary import exp, power

HandFeatures: TypeAlias = tuple[float, ...]
"""The features of a hand, in the order of ``bidding_weights.FEATURES``."""


class UpcardTaker(Enum):
    """Who takes the upcard, as seen from the seat whose hand is evaluated."""

    NOBODY = "nobody"
    SELF = "self"
    PARTNER = "partner"
    OPPONENT = "opponent"


class ContractChances(NamedTuple):
    """The chances of a hand's contract."""

    make: float
    """The chance of taking at least three tricks."""
    march: float
    """The chance of taking all five tricks."""


def hand_features(
    hand: CardMask,
    trump: int,
    unseen: CardMask,
    lead: bool,
    taker: UpcardTaker = UpcardTaker.NOBODY,
    upcard: CardMask = 0,
) -> HandFeatures:
    """Return the features of a five-card hand, in the order of ``bidding_weights.FEATURES``.

    ``trump`` is the index of the trump, and ``unseen`` holds the hidden cards. ``lead`` is true if the hand leads to
    the first trick. ``upcard`` holds the upcard, and ``taker`` says who takes it.
    """
    unseen_count = unseen.bit_count()
    chance_elsewhere = 1.0 - 10.0 / unseen_count  # the chance that a given unseen card is in neither opponent's hand
    trumps = trumps_of(trump)
    mine = hand & trumps
    trump_count = mine.bit_count()
    against = unseen | upcard if taker is UpcardTaker.OPPONENT else unseen
    tops = _trump_tops(mine, trump, against, chance_elsewhere)
    side_tops = voids = 0.0
    for suit in range(4):
        if suit == trump:
            continue
        follow = FOLLOW[trump][suit]
        held = hand & follow
        if held:
            side_tops += _side_tops(held, trump, suit, unseen, chance_elsewhere)
        elif trump_count:
            voids += min(trump_count, 2)
    partners = _upcard_value(upcard, trump, unseen, chance_elsewhere) if taker is UpcardTaker.PARTNER else 0.0
    theirs = _upcard_value(upcard, trump, unseen, chance_elsewhere) if taker is UpcardTaker.OPPONENT else 0.0
    no_trump = trump == NO_TRUMP
    return (
        1.0,
        tops,
        float(trump_count),
        float(max(0, trump_count - 3)),
        0.0 if no_trump else side_tops,
        voids,
        1.0 if lead else 0.0,
        1.0 if taker is UpcardTaker.SELF else 0.0,
        partners,
        theirs,
        (unseen & trumps).bit_count() * 5.0 / unseen_count,
        1.0 if no_trump else 0.0,
        side_tops if no_trump else 0.0,
    )


def _trump_tops(mine: CardMask, trump: int, unseen: CardMask, chance_elsewhere: float) -> float:
    """Return the expected number of trumps of ``mine`` that are higher than all trumps of the opponents.

    ``chance_elsewhere`` is the chance that a given unseen card is in neither opponent's hand.
    """
    return (
        fsum(power(chance_elsewhere, _unseen_above(card.index, trump, trump, unseen)) for card in cards_of(mine))
        if mine
        else 0.0
    )


def _side_tops(held: CardMask, trump: int, suit: int, unseen: CardMask, chance_elsewhere: float) -> float:
    """Return the expected number of tricks that the cards ``held`` of one side suit win.

    A card wins if no opponent beats or ruffs it. All cards of ``held`` are of the suit with the index ``suit``.

    ``chance_elsewhere`` is the chance that a given unseen card is in neither opponent's hand.
    """
    out = (unseen & FOLLOW[trump][suit]).bit_count()
    follows = 1.0 if trump == NO_TRUMP else power(1.0 - power(0.5 + chance_elsewhere / 2, out), 2)
    total, share = 0.0, follows
    for card in reversed(cards_of(held)):
        total += share * power(chance_elsewhere, _unseen_above(card.index, trump, suit, unseen))
        share *= follows
    return total


def _upcard_value(upcard: CardMask, trump: int, unseen: CardMask, chance_elsewhere: float) -> float:
    """Return the value of the upcard in another seat's hand: 0.2 plus the chance that no unseen trump beats it.

    ``chance_elsewhere`` is the chance that a given unseen card is in neither opponent's hand.
    """
    return 0.2 + power(chance_elsewhere, _unseen_above(upcard.bit_length() - 1, trump, trump, unseen))


def _unseen_above(card: int, trump: int, led: int, unseen: CardMask) -> int:
    """Return the number of unseen cards of the suit ``led`` that beat the card with the index ``card``."""
    strong = cards_beating(trump, led, STRENGTH[trump][led][card])
    return (strong & FOLLOW[trump][led] & unseen).bit_count()


def logistic(x: float) -> float:
    """Return the value of the logistic curve at ``x``, which lies between 0 and 1."""
    return 1.0 / (1.0 + exp(-x)) if x > -700 else 0.0


def contract_chances(features: HandFeatures, alone: bool) -> ContractChances:
    """Return the chances of at least three tricks, and of all five, for a maker's hand with these features.

    A loner's chance of three tricks is at most the chance of the same hand with a partner.
    """
    make = _weighted_chance(bidding_weights.MAKE, features)
    if not alone:
        return ContractChances(make, min(make, _weighted_chance(bidding_weights.MARCH, features)))
    lone = min(make, _weighted_chance(bidding_weights.LONE_MAKE, features))
    return ContractChances(lone, min(lone, _weighted_chance(bidding_weights.LONE_MARCH, features)))


def _weighted_chance(weights: HandFeatures, features: HandFeatures) -> float:
    return logistic(fsum(map(mul, weights, features)))
