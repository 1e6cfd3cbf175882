"""The club bot's choices before the first lead, except its bids.

If a joker is turned up as the benny (best bower), the bot names a suit for it. It claims a farmer's hand, discards,
passes a card to a loner, and decides whether to go alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from uka.core.actions import GO_ALONE, PASS, Action, ClaimRedeal, Discard, Give, GoUnder, NameSuit
from uka.core.cards import JOKER, SUITS, Card, Suit
from uka.core.observation import Observation
from uka.core.trick import EFFECTIVE, FOLLOW

from .bidding import HandEvaluator
from .card_counting import height, lowest, stronger, trumps_of
from .hand_features import ContractChances, logistic

TRUSTED = ContractChances(0.8, 0.25)
"""The minimum contract chances that the maker's partner assumes, because the maker had a reason to call."""
ALONE_STEEP, ALONE_SHIFT = 2.5, 0.7
"""The slope and shift of the logistic curve that gives a lone defender's chance of a euchre. The argument of the curve
is the number of expected tricks minus the number needed."""
TOGETHER = 0.12
"""The chance of a euchre for two defenders minus the chance for a lone defender."""
GIFT_TRUMP, GIFT_TOP = 0.5, 0.7
"""Values of a card that is passed to a loner. A trump is worth at least ``GIFT_TRUMP``. A side card that no unseen card
beats is worth ``GIFT_TOP``."""


def choose_benny_suit(seen: Observation, lawful: Iterable[Action], rng: random.Random) -> Action:
    """Return the action that names the suit in which the hand with the benny is strongest.

    If the seat may not see its hand yet, the suit is random.
    """
    names = [action for action in lawful if isinstance(action, NameSuit)]
    if not seen.cards:
        return rng.choice(names)
    evaluator = HandEvaluator(seen)

    def value(action: NameSuit) -> float:
        away = lowest(evaluator.hand, action.suit.index)
        return evaluator.chances(action.suit, False, evaluator.hand & ~away.bit | JOKER.bit, 1).make

    return max(names, key=value)


def choose_claim(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the claim of a farmer's hand, or a pass if the hand is good enough to call."""
    evaluator = HandEvaluator(seen)
    if max(evaluator.points(evaluator.chances(suit, False, evaluator.hand)) for suit in SUITS) > 0:
        return PASS
    return next((a for a in lawful if isinstance(a, ClaimRedeal | GoUnder)), PASS)


def choose_shown_card(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the action that shows the weakest low card, for a seat that exchanges three cards of a farmer's hand.

    Cards of the suit of the upcard are shown last.
    """
    suit = seen.up_suit or Suit.NO_TRUMP
    return min((a for a in lawful if isinstance(a, Discard)), key=lambda a: height(a.card, suit.index))


def choose_discard(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the discard that leaves the best hand. Among equal discards, return the lowest card."""
    contract = seen.contract
    assert contract is not None
    evaluator, trump = HandEvaluator(seen), contract.trump
    alone = contract.loner is seen.seat

    def value(action: Discard) -> tuple[float, int]:
        rest = evaluator.chances(trump, alone, evaluator.hand & ~action.card.bit)
        return (rest.march if alone else rest.make, -height(action.card, trump.index))

    return max((a for a in lawful if isinstance(a, Discard)), key=value)


def choose_gift(seen: Observation, lawful: Iterable[Action]) -> Action:
    """Return the action that passes on the card that helps a loner most."""
    contract = seen.contract
    assert contract is not None
    evaluator, trump = HandEvaluator(seen), contract.trump.index

    def value(card: Card) -> float:
        suit = EFFECTIVE[trump][card.index].index
        above = (stronger(trump, suit, height(card, trump)) & FOLLOW[trump][suit] & evaluator.unseen).bit_count()
        top = (1.0 - 10.0 / evaluator.unseen.bit_count()) ** above
        return GIFT_TRUMP + (1.0 - GIFT_TRUMP) * top if suit == trump else GIFT_TOP * top

    return max((a for a in lawful if isinstance(a, Give)), key=lambda a: value(a.card))


def choose_alone(seen: Observation) -> Action:
    """Return ``GO_ALONE`` or ``PASS``. The seat that is asked is a maker, the maker's partner, or a defender."""
    contract = seen.contract
    assert contract is not None
    assert seen.seat is not None
    go = _defend_alone if seen.seat.partnership is contract.defenders else _play_alone
    return GO_ALONE if go(seen, contract.trump) else PASS


def _play_alone(seen: Observation, trump: Suit) -> bool:
    evaluator = HandEvaluator(seen)
    alone = evaluator.chances(trump, True, evaluator.hand, evaluator.gain())
    both = evaluator.chances(trump, False, evaluator.hand, evaluator.gain())
    if seen.maker is not seen.seat:
        both = ContractChances(max(both.make, TRUSTED.make), max(both.march, TRUSTED.march))
    return evaluator.worth(alone, True) > evaluator.worth(both, False)


def _defend_alone(seen: Observation, trump: Suit) -> bool:
    """Return whether a defender should defend alone. A euchre by a lone defender has its own score."""
    contract, evaluator, scoring = seen.contract, HandEvaluator(seen), seen.rules.scoring
    assert contract is not None
    needed = 1 if contract.loner and seen.rules.lone_must_march else 3
    chance = _euchres(evaluator, trump, needed)
    euchred, lost = (scoring.lone_euchred, scoring.lone_made) if contract.loner else (scoring.euchred, scoring.made)

    def worth(chance: float, points: int) -> float:
        return chance * evaluator.stakes.gain(points) + (1.0 - chance) * evaluator.stakes.gain(-lost)

    return worth(chance, scoring.defended_alone) > worth(min(1.0, chance + TOGETHER), euchred)


def _euchres(evaluator: HandEvaluator, trump: Suit, needed: int) -> float:
    """Return the chance that a lone defender takes at least ``needed`` tricks."""
    unseen = evaluator.unseen | (evaluator.seen.upcard.bit if evaluator.gain() == 3 else 0)
    mine = evaluator.hand & trumps_of(trump.index)
    sure = sum(1 for card in evaluator.seen.cards if card.bit & mine and not _higher(card, trump.index) & unseen)
    if sure >= needed:
        return 1.0
    features = evaluator.features(trump, True, evaluator.hand, evaluator.gain())
    tricks = features[1] + features[4] + features[12]
    return logistic(ALONE_STEEP * (tricks - needed - ALONE_SHIFT))


def _higher(card: Card, trump: int) -> int:
    return stronger(trump, trump, height(card, trump)) if trump < 4 else 0
