"""The club bot's choices before the first lead, except its calls and passes.

It names a suit for a joker that was turned up, claims a farmer's hand, discards, gives a card to a loner, and decides
whether to go alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from uka.core.actions import GO_ALONE, PASS, Action, ClaimRedeal, Discard, Give, GoUnder, NameSuit
from uka.core.cards import JOKER, SUITS, Card, CardMask, Suit, cards_of
from uka.core.observation import Observation
from uka.core.public_deal import Contract
from uka.core.trick import EFFECTIVE, FOLLOW, suit_strength

from .bidding import HandEvaluator
from .bidding_weights import FEATURES
from .card_counting import cards_beating, lowest_card, trumps_of
from .club_stakes import ClubStakes
from .elementary import power
from .hand_features import ContractChances, UpcardTaker, logistic

TRUSTED = ContractChances(0.8, 0.25)
"""The least contract chances that the maker's partner assumes, because the maker had a reason to call."""
EUCHRE_SLOPE = 2.5
"""The slope of the logistic curve that gives a lone defender's chance to euchre the makers.

Its argument is the defender's expected tricks minus the tricks needed, minus ``EUCHRE_SHIFT``.
"""
EUCHRE_SHIFT = 0.7
PARTNER_HELP = 0.12
"""How much higher the chance to euchre the makers is for two defenders than for a lone defender."""
GIFT_TRUMP = 0.5
"""The least value to a loner of a trump that the partner gives. The highest trump is worth 1."""
GIFT_TOP = 0.7
"""The value to a loner of a side card that the partner gives and no unseen card beats."""


def choose_benny_suit(seen: Observation, lawful: Iterable[Action], rng: random.Random) -> Action:
    """Return the action that names the suit in which the hand, with the joker that was turned up, is strongest.

    If the seat may not see its hand yet, the suit is random.
    """
    names = [action for action in lawful if isinstance(action, NameSuit)]
    if not seen.cards:
        return rng.choice(names)
    evaluator = HandEvaluator(seen)

    def make_chance(action: NameSuit) -> float:
        discarded = lowest_card(evaluator.hand, action.suit.index)
        hand = evaluator.hand & ~discarded.bit | JOKER.bit
        return evaluator.chances(action.suit, False, hand, UpcardTaker.SELF).make

    return max(names, key=make_chance)


def choose_claim(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the claim of a farmer's hand, or a pass if the hand is good enough to call."""
    evaluator = HandEvaluator(seen)
    chances = [evaluator.chances(suit, False, evaluator.hand) for suit in SUITS]
    if max(map(evaluator.expected_points, chances)) > 0:
        return PASS
    return next((action for action in lawful if isinstance(action, ClaimRedeal | GoUnder)), PASS)


def choose_shown_card(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the action that shows the weakest low card, where three cards of a farmer's hand are exchanged.

    Cards of the suit of the upcard are shown last.
    """
    suit = seen.up_suit or Suit.NO_TRUMP
    discards = [action for action in lawful if isinstance(action, Discard)]
    return min(discards, key=lambda action: suit_strength(action.card, suit.index))


def choose_discard(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the discard that leaves the best hand. Of equally good discards, return that of the lowest card."""
    contract = seen.contract
    assert contract is not None
    evaluator = HandEvaluator(seen)
    trump = contract.trump
    alone = contract.loner is seen.seat

    def value(action: Discard) -> tuple[float, int]:
        after = evaluator.chances(trump, alone, evaluator.hand & ~action.card.bit)
        return (after.march if alone else after.make, -suit_strength(action.card, trump.index))

    return max((action for action in lawful if isinstance(action, Discard)), key=value)


def choose_gift(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the action that gives the partner, who plays alone, the card that helps most."""
    contract = seen.contract
    assert contract is not None
    evaluator = HandEvaluator(seen)
    trump = contract.trump.index

    def value(card: Card) -> float:
        suit = EFFECTIVE[trump][card.index].index
        above = (
            cards_beating(trump, suit, suit_strength(card, trump)) & FOLLOW[trump][suit] & evaluator.unseen
        ).bit_count()
        highest_chance = power(1.0 - 10.0 / evaluator.unseen.bit_count(), above)
        return GIFT_TRUMP + (1.0 - GIFT_TRUMP) * highest_chance if suit == trump else GIFT_TOP * highest_chance

    return max((action for action in lawful if isinstance(action, Give)), key=lambda action: value(action.card))


def choose_alone(seen: Observation) -> Action:
    """Return ``GO_ALONE`` or ``PASS`` for the seat that may go alone: a maker or a defender."""
    contract = seen.contract
    assert contract is not None
    assert seen.seat is not None
    if seen.seat.partnership is contract.makers:
        alone = ClubStakes(seen).alone_pays() and _should_play_alone(seen, contract)
    else:
        alone = _should_defend_alone(seen, contract)
    return GO_ALONE if alone else PASS


def _should_play_alone(seen: Observation, contract: Contract) -> bool:
    trump = contract.trump
    evaluator = HandEvaluator(seen)
    taker = evaluator.upcard_taker()
    alone = evaluator.chances(trump, True, evaluator.hand, taker)
    with_partner = evaluator.chances(trump, False, evaluator.hand, taker)
    if contract.maker is not seen.seat:
        with_partner = ContractChances(max(with_partner.make, TRUSTED.make), max(with_partner.march, TRUSTED.march))
    return evaluator.win_chance_of_call(alone, True) > evaluator.win_chance_of_call(with_partner, False)


def _should_defend_alone(seen: Observation, contract: Contract) -> bool:
    evaluator = HandEvaluator(seen)
    scoring = seen.rules.scoring
    needed = 1 if contract.loner and seen.rules.lone_must_march else 3
    euchre_chance = _euchre_chance(evaluator, contract.trump, needed)
    if contract.loner:
        euchred, made = scoring.lone_euchred, scoring.lone_made
    else:
        euchred, made = scoring.euchred, scoring.made

    def win_chance(euchre_chance: float, points: int) -> float:
        after_euchre = evaluator.stakes.win_chance_after(points)
        return euchre_chance * after_euchre + (1.0 - euchre_chance) * evaluator.stakes.win_chance_after(-made)

    together = min(1.0, euchre_chance + PARTNER_HELP)
    return win_chance(euchre_chance, scoring.defended_alone) > win_chance(together, euchred)


def _euchre_chance(evaluator: HandEvaluator, trump: Suit, needed: int) -> float:
    """Return the chance that a lone defender euchres the makers by taking at least ``needed`` tricks."""
    taker = evaluator.upcard_taker()
    unseen = evaluator.unseen | (evaluator.seen.upcard.bit if taker is UpcardTaker.OPPONENT else 0)
    trumps = cards_of(evaluator.hand & trumps_of(trump.index))
    sure = sum(1 for card in trumps if not _higher_trumps(card, trump.index) & unseen)
    if sure >= needed:
        return 1.0
    features = dict(zip(FEATURES, evaluator.features(trump, True, evaluator.hand, taker), strict=True))
    tricks = features["trump tops"] + features["side tops"] + features["no trump tops"]
    return logistic(EUCHRE_SLOPE * (tricks - needed - EUCHRE_SHIFT))


def _higher_trumps(trump_card: Card, trump: int) -> CardMask:
    """Return the trumps that beat ``trump_card``."""
    return cards_beating(trump, trump, suit_strength(trump_card, trump))
