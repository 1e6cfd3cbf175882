"""The bids of the club bot. It compares each call of trump with a pass, by the chance of winning the game.

``hand_features`` estimates the chances of making a contract, and ``club_stakes`` turns them into a chance of winning
the game. The value of a pass was measured for each calling round and each seat in calling order (``bidding_weights``).
"""

from __future__ import annotations

from collections.abc import Iterable

from uka.core.actions import Action, CallTrump, OrderUp, Pass
from uka.core.cards import Suit, mask_of
from uka.core.observation import Observation
from uka.kernels.evidence import cards_out_of_play

from . import bidding_weights
from .card_counting import lowest, pack_mask
from .club_stakes import ClubStakes
from .hand_features import ContractChances, HandFeatures, contract_chances, hand_features

CALL_DOUBT, ALONE_DOUBT = 0.03, 0.06
"""Safety margins, in points. A call must be better than a pass by ``CALL_DOUBT``, and a loner better than the same call
with the partner by ``ALONE_DOUBT``. The values that the bot compares were measured as averages over many deals. So the
bot makes the cautious choice if two values are almost equal."""


class HandEvaluator:
    """Evaluates a seat's hand for each possible trump before the first lead."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.rules = seen, seen.seat, seen.rules
        self.hand = mask_of(seen.cards)
        pack = pack_mask(seen.rules.pack, seen.rules.joker)
        self.unseen = pack & ~self.hand & ~cards_out_of_play(seen) & ~seen.upcard.bit
        self.stakes = ClubStakes(seen)

    def call_chances(self, action: OrderUp | CallTrump) -> ContractChances:
        """Return the contract chances of the hand after the given call."""
        return contract_chances(self.call_features(action), action.alone)

    def call_features(self, action: OrderUp | CallTrump) -> HandFeatures:
        """Return the features of the hand as it will be after the given call."""
        if isinstance(action, CallTrump):
            return self.features(action.suit, action.alone, self.hand)
        trump, dealer = self.seen.up_suit, self.seen.dealer
        assert trump is not None
        if self.me is dealer or (action.alone and self.me is dealer.partner and self.rules.dealer_out == "loner"):
            return self.features(trump, action.alone, self._picked_up(trump), 1)
        if self.me is dealer.partner:
            return self.features(trump, action.alone, self.hand, 0 if action.alone else 2)
        return self.features(trump, action.alone, self.hand, 3)

    def _picked_up(self, trump: Suit) -> int:
        """Return the hand after it picks up the upcard and drops its lowest card.

        The bot chooses the real discard later.
        """
        upcard = self.seen.upcard.bit
        six = self.hand | upcard
        away = lowest(six & ~upcard if self.rules.keep_upcard else six, trump.index)
        return six & ~away.bit

    def chances(self, trump: Suit, alone: bool, hand: int, gain: int = 0) -> ContractChances:
        """Return the contract chances of a hand.

        ``gain`` says which seat takes the upcard: 0 for nobody, 1 for this seat, 2 for its partner, 3 for an opponent.
        """
        return contract_chances(self.features(trump, alone, hand, gain), alone)

    def features(self, trump: Suit, alone: bool, hand: int, gain: int = 0) -> HandFeatures:
        """Return the features of a hand.

        ``gain`` says which seat takes the upcard: 0 for nobody, 1 for this seat, 2 for its partner, 3 for an opponent.
        """
        lead = self.me is self.seen.dealer.left and not (alone and self.rules.loner_lead == "loner_left")
        return hand_features(hand, trump.index, self.unseen, lead, gain, self.seen.upcard.bit)

    def worth(self, chance: ContractChances, alone: bool) -> float:
        """Return the chance of winning the game if the side makes trump with the given contract chances.

        A loner's chance is reduced by a safety margin (``ALONE_DOUBT``).
        """
        doubt = ALONE_DOUBT * self.stakes.stake() if alone else 0.0
        return self.stakes.of_call(chance, alone, self.rules.lone_must_march) - doubt

    def points(self, chance: ContractChances) -> float:
        """Return the expected points of the makers with the given contract chances."""
        s = self.rules.scoring
        return chance.march * s.march + (chance.make - chance.march) * s.made - (1.0 - chance.make) * s.euchred

    def passing(self, best: float) -> float:
        """Return the chance of winning the game after a pass.

        ``best`` is the expected number of points of the hand's best call.
        """
        seen = self.seen
        spoken, kind = len(seen.calls), seen.rules.nobody_calls
        if kind.startswith("throw_in"):
            if spoken + 1 == 2 * len(seen.rules.seats) - (not seen.rules.dealer_calls_in_second):
                return self.stakes.gain(0)
            kind = "throw_in"
        number = seen.calling_round - 1
        place = spoken % len(seen.rules.seats)
        mean = bidding_weights.PASS[kind][number][place] + bidding_weights.SLOPE[number][place] * best
        return self.stakes.of_pass(mean) + CALL_DOUBT * self.stakes.stake()

    def gain(self) -> int:
        """Return which seat took the upcard: 0 for nobody, 1 for this seat, 2 for its partner, 3 for an opponent."""
        taker = self.seen.picked_up
        if taker is None:
            return 0
        return 1 if taker is self.me else 2 if taker is self.me.partner else 3


def best_bid(seen: Observation, lawful: Iterable[Action], mood: float = 0.0) -> Action:
    """Return the call or pass with the best chance of winning the game.

    ``mood`` is a number of points that is added to the value of every call.
    """
    evaluator = HandEvaluator(seen)
    mood *= evaluator.stakes.stake()
    values = list[tuple[float, Action]]()
    best, passing = -9.0, None
    for action in lawful:
        if isinstance(action, OrderUp | CallTrump):
            chance = evaluator.call_chances(action)
            values.append((evaluator.worth(chance, action.alone) + mood, action))
            best = max(best, evaluator.points(chance))
        elif isinstance(action, Pass):
            passing = action
    if passing is not None:
        values.insert(0, (evaluator.passing(best), passing))
    return max(values, key=lambda pair: pair[0])[1]
