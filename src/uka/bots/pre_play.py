"""The other choices before the first lead: the benny's suit, farmer's hands, discards, gifts, and going alone."""

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
"""The least chances that a maker's partner gives the makers: there was a reason to call."""
ALONE_STEEP, ALONE_SHIFT = 2.5, 0.7
"""How the chance of euchring alone rises with the tricks counted beyond those needed."""
TOGETHER = 0.12
"""How much likelier two defenders are to do it than one."""
GIFT_TRUMP, GIFT_TOP = 0.5, 0.7
"""What any trump is worth to a loner, and what a side card that nothing unseen beats."""


def choose_benny_suit(seen: Observation, lawful: Iterable[Action], rng: random.Random) -> Action:
    """The suit in which the hand with the benny is best; any, if the hand is not yet looked at."""
    names = [action for action in lawful if isinstance(action, NameSuit)]
    if not seen.cards:
        return rng.choice(names)
    hopes = HandEvaluator(seen)

    def hoped(action: NameSuit) -> float:
        away = lowest(hopes.hand, action.suit.index)
        return hopes.hoped(action.suit, False, hopes.hand & ~away.bit | JOKER.bit, 1).make

    return max(names, key=hoped)


def choose_claim(seen: Observation, lawful: Iterable[Action]) -> Action:
    """The claim of a farmer's hand, unless the hand is worth a call as it is."""
    hopes = HandEvaluator(seen)
    if max(hopes.points(hopes.hoped(suit, False, hopes.hand)) for suit in SUITS) > 0:
        return PASS
    return next((a for a in lawful if isinstance(a, ClaimRedeal | GoUnder)), PASS)


def choose_shown_card(seen: Observation, lawful: Iterable[Action]) -> Action:
    """The least low card; those of the suit turned up are kept longest."""
    suit = seen.up_suit or Suit.NO_TRUMP
    return min((a for a in lawful if isinstance(a, Discard)), key=lambda a: height(a.card, suit.index))


def choose_discard(seen: Observation, lawful: Iterable[Action]) -> Action:
    """The card whose absence leaves the best hand; of equal ones the lowest."""
    contract = seen.contract
    assert contract is not None
    hopes, trump = HandEvaluator(seen), contract.trump
    alone = contract.loner is seen.seat

    def left(action: Discard) -> tuple[float, int]:
        rest = hopes.hoped(trump, alone, hopes.hand & ~action.card.bit)
        return (rest.march if alone else rest.make, -height(action.card, trump.index))

    return max((a for a in lawful if isinstance(a, Discard)), key=left)


def choose_gift(seen: Observation, lawful: Iterable[Action]) -> Action:
    """The card that helps a loner most."""
    contract = seen.contract
    assert contract is not None
    hopes, trump = HandEvaluator(seen), contract.trump.index

    def help_of(card: Card) -> float:
        suit = EFFECTIVE[trump][card.index].index
        above = (stronger(trump, suit, height(card, trump)) & FOLLOW[trump][suit] & hopes.unseen).bit_count()
        top = (1.0 - 10.0 / hopes.unseen.bit_count()) ** above
        return GIFT_TRUMP + (1.0 - GIFT_TRUMP) * top if suit == trump else GIFT_TOP * top

    return max((a for a in lawful if isinstance(a, Give)), key=lambda a: help_of(a.card))


def choose_alone(seen: Observation) -> Action:
    """Whether to go alone, asked after the discard."""
    contract = seen.contract
    assert contract is not None
    assert seen.seat is not None
    go = _defend_alone if seen.seat.partnership is contract.defenders else _play_alone
    return GO_ALONE if go(seen, contract.trump) else PASS


def _play_alone(seen: Observation, trump: Suit) -> bool:
    hopes = HandEvaluator(seen)
    alone = hopes.hoped(trump, True, hopes.hand, hopes.gained())
    both = hopes.hoped(trump, False, hopes.hand, hopes.gained())
    if seen.maker is not seen.seat:
        both = ContractChances(max(both.make, TRUSTED.make), max(both.march, TRUSTED.march))
    return hopes.worth(alone, True) > hopes.worth(both, False)


def _defend_alone(seen: Observation, trump: Suit) -> bool:
    """Whether euchring the makers alone, for its own figure, is worth more than with a partner."""
    contract, hopes, scoring = seen.contract, HandEvaluator(seen), seen.rules.scoring
    assert contract is not None
    needed = 1 if contract.loner and seen.rules.lone_must_march else 3
    chance = _euchres(hopes, trump, needed)
    euchred, lost = (scoring.lone_euchred, scoring.lone_made) if contract.loner else (scoring.euchred, scoring.made)

    def worth(chance: float, points: int) -> float:
        return chance * hopes.prospect.gain(points) + (1.0 - chance) * hopes.prospect.gain(-lost)

    return worth(chance, scoring.defended_alone) > worth(min(1.0, chance + TOGETHER), euchred)


def _euchres(hopes: HandEvaluator, trump: Suit, needed: int) -> float:
    """The chance that a hand takes so many tricks by itself."""
    unseen = hopes.unseen | (hopes.seen.upcard.bit if hopes.gained() == 3 else 0)
    mine = hopes.hand & trumps_of(trump.index)
    sure = sum(1 for card in hopes.seen.cards if card.bit & mine and not _higher(card, trump.index) & unseen)
    if sure >= needed:
        return 1.0
    found = hopes.counted(trump, True, hopes.hand, hopes.gained())
    tricks = found[1] + found[4] + found[12]
    return logistic(ALONE_STEEP * (tricks - needed - ALONE_SHIFT))


def _higher(card: Card, trump: int) -> int:
    return stronger(trump, trump, height(card, trump)) if trump < 4 else 0
