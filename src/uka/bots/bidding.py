"""The club bot's calls and passes. It compares each call of trump with a pass, by the chance of winning the game.

``hand_features`` estimates the chances of making a contract. ``club_stakes`` turns these chances into the chance of
winning the game. What a pass is worth was measured for each calling round and each seat (``bidding_weights``).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import fsum
from operator import mul
from typing import NamedTuple

from uka.core.actions import PASS, Action, CallTrump, OrderUp
from uka.core.cards import SUITS, CardMask, Suit, mask_of
from uka.core.observation import Observation
from uka.kernels.evidence import cards_out_of_play

from . import bidding_weights
from .card_counting import lowest_card, pack_mask
from .club_stakes import ClubStakes
from .evaluation import with_partner
from .hand_features import ContractChances, HandFeatures, UpcardTaker, contract_chances, hand_features

CALL_DOUBT = 0.03
"""By how many points a call must be better than a pass, since the values that the bot compares are not exact."""
ALONE_DOUBT = 0.06
"""By how many points going alone must be better than the same call with the partner."""


class HandEvaluator:
    """Estimates, before the first lead, what a seat's hand is worth for each possible trump."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        self.seen = seen
        self.me = seen.seat
        self.rules = seen.rules
        self.hand = mask_of(seen.cards)
        pack = pack_mask(seen.rules.pack, seen.rules.joker)
        self.unseen = pack & ~self.hand & ~cards_out_of_play(seen) & ~seen.upcard.bit
        self.stakes = ClubStakes(seen)

    def call_chances(self, action: OrderUp | CallTrump) -> ContractChances:
        """Return the chances of taking at least three tricks, and all five, after the call ``action``."""
        return contract_chances(self.call_features(action), action.alone)

    def call_features(self, action: OrderUp | CallTrump) -> HandFeatures:
        """Return the features of the hand as it will be after the call ``action``."""
        if isinstance(action, CallTrump):
            return self.features(action.suit, action.alone, self.hand)
        trump, dealer = self.seen.up_suit, self.seen.dealer
        assert trump is not None
        if self.me is dealer or (action.alone and self.me is dealer.partner and self.rules.dealer_out == "loner"):
            return self.features(trump, action.alone, self._hand_with_upcard(trump), UpcardTaker.SELF)
        if self.me is dealer.partner:
            taker = UpcardTaker.NOBODY if action.alone else UpcardTaker.PARTNER
            return self.features(trump, action.alone, self.hand, taker)
        return self.features(trump, action.alone, self.hand, UpcardTaker.OPPONENT)

    def _hand_with_upcard(self, trump: Suit) -> CardMask:
        """Return the hand after it takes the upcard and discards its lowest card.

        The bot chooses the real discard later.
        """
        upcard = self.seen.upcard.bit
        six_cards = self.hand | upcard
        discarded = lowest_card(self.hand if self.rules.keep_upcard else six_cards, trump.index)
        return six_cards & ~discarded.bit

    def chances(
        self, trump: Suit, alone: bool, hand: CardMask, taker: UpcardTaker = UpcardTaker.NOBODY
    ) -> ContractChances:
        """Return the chances of at least three tricks, and of all five, if ``hand`` makes trump.

        ``taker`` says who takes the upcard.
        """
        return contract_chances(self.features(trump, alone, hand, taker), alone)

    def features(
        self, trump: Suit, alone: bool, hand: CardMask, taker: UpcardTaker = UpcardTaker.NOBODY
    ) -> HandFeatures:
        """Return the features of ``hand`` for the trump ``trump``. ``taker`` takes the upcard."""
        lead = self.me is self.seen.dealer.left and not (alone and self.rules.loner_lead == "loner_left")
        return hand_features(hand, trump.index, self.unseen, lead, taker, self.seen.upcard.bit)

    def win_chance_of_call(self, chances: ContractChances, alone: bool) -> float:
        """Return the chance of winning the game after a call with the contract chances ``chances``.

        If ``alone`` is true, the chance is reduced by the margin ``ALONE_DOUBT``.
        """
        doubt = ALONE_DOUBT * self.stakes.stake() if alone else 0.0
        return self.stakes.win_chance_of_call(chances, alone, self.rules.lone_must_march) - doubt

    def expected_points(self, chances: ContractChances) -> float:
        """Return the makers' expected points, minus the opponents', for a contract that nobody plays alone.

        ``chances`` are the chances of the contract.
        """
        scoring = self.rules.scoring
        made = chances.make - chances.march
        euchred = 1.0 - chances.make
        return chances.march * scoring.march + made * scoring.made - euchred * scoring.euchred

    def later_calls(self) -> list[HandFeatures]:
        """Return the features of the hand for each call that the seat could make after the upcard is turned down."""
        suits = (*SUITS, Suit.NO_TRUMP) if self.rules.no_trump else SUITS
        return [self.features(suit, False, self.hand) for suit in suits if suit is not self.seen.up_suit]

    def win_chance_of_pass(self, features: HandFeatures) -> float:
        """Return the chance of winning the game after a pass, with the margin ``CALL_DOUBT`` added.

        ``features`` are those of the hand after the best call that the seat may make now.
        """
        seen = self.seen
        seats = len(seen.rules.seats)
        kind = seen.rules.nobody_calls
        if kind.startswith("throw_in"):
            last = 2 * seats if seen.rules.dealer_calls_in_second else 2 * seats - 1
            if len(seen.calls) + 1 == last:
                return self.stakes.win_chance_after(0)
            kind = "throw_in"
        calling_round = seen.calling_round - 1
        order = len(seen.calls) % seats
        call = self.expected_points(contract_chances(features, alone=False))
        expected_points = (
            bidding_weights.PASS[kind][calling_round][order]
            + _interpolated(bidding_weights.PASS_BY_CALL[calling_round][order], call)
            + fsum(map(mul, bidding_weights.PASS_BY_FEATURES[calling_round][order], features))
        )
        if seen.calling_round == 1:
            later_points = (self.expected_points(contract_chances(later, alone=False)) for later in self.later_calls())
            expected_points += bidding_weights.PASS_BY_LATER_CALL[order] * max(later_points)
        return self.stakes.win_chance_of_pass(expected_points) + CALL_DOUBT * self.stakes.stake()

    def upcard_taker(self) -> UpcardTaker:
        """Return who took the upcard, as the seat that evaluates its hand sees it."""
        taker = self.seen.picked_up
        if taker is None:
            return UpcardTaker.NOBODY
        if taker is self.me:
            return UpcardTaker.SELF
        return UpcardTaker.PARTNER if taker is self.me.partner else UpcardTaker.OPPONENT


class BidValues(NamedTuple):
    """What each call of trump and a pass are worth: the chance of winning the game, less margins for doubt."""

    calls: dict[OrderUp | CallTrump, float]
    """The value of each lawful call. It is less than the chance of winning if the call goes alone."""
    passing: float | None
    """The value of a pass, which is a little more than the chance of winning, or None if the seat must call."""

    @property
    def best_call(self) -> OrderUp | CallTrump:
        """The call with the highest value."""
        return max(self.calls, key=self.calls.__getitem__)


def bid_values(seen: Observation, lawful: Collection[Action], misjudgement: float = 0.0) -> BidValues:
    """Return what each call of ``lawful``, which holds a call, and a pass are worth.

    ``misjudgement`` is a number of points by which every call is overrated.
    """
    evaluator = HandEvaluator(seen)
    overrated = misjudgement * evaluator.stakes.stake()
    calls = dict[OrderUp | CallTrump, float]()
    for action in lawful:
        if isinstance(action, OrderUp | CallTrump):
            win = evaluator.win_chance_of_call(evaluator.call_chances(action), action.alone)
            calls[action] = win + overrated
    if PASS not in lawful:
        return BidValues(calls, None)
    safest = max(calls, key=lambda call: (not call.alone, calls[call]))
    return BidValues(calls, evaluator.win_chance_of_pass(evaluator.call_features(safest)))


def best_bid(seen: Observation, lawful: Collection[Action], misjudgement: float = 0.0) -> Action:
    """Return the call or pass of ``lawful``, which holds a call, with the best chance of winning the game.

    The seat does not go alone if a march with the partner wins the game as often. ``misjudgement`` is a number of
    points by which every call is overrated.
    """
    values = bid_values(seen, lawful, misjudgement)
    best = values.best_call
    if values.passing is not None and values.passing >= values.calls[best]:
        return PASS
    kept = with_partner(best)
    return best if kept not in values.calls or ClubStakes(seen).alone_pays() else kept


def _interpolated(points: tuple[float, ...], call: float) -> float:
    """Return the value at ``call`` of the line through ``points``, which stand at ``bidding_weights.KNOTS``."""
    knots = bidding_weights.KNOTS
    for left, (low, high) in enumerate(pairwise(knots)):
        if call < high:
            share = max(call - low, 0.0) / (high - low)
            return points[left] + share * (points[left + 1] - points[left])
    return points[-1]
