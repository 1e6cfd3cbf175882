"""Statements about the hidden trumps during the bidding: who holds the bowers, and who holds many trumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from uka.bots.card_counting import trumps_of
from uka.core.cards import SUITS, Card, Rank, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import STRENGTH

from .reason import Feature
from .words import bower_name, joined, pick_up_verb

MANY = 3
"""The smallest number of trumps in one hand that counts as many."""


class Bowers:
    """The suit that is trump or probably becomes trump, and its bowers that the observing seat has not seen."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        self.me, self.seen, self.trump = seen.seat, seen, likely_trump(seen)
        mine = mask_of((*seen.cards, *seen.put_away, seen.upcard))
        jacks = [card for card in cards_of(self._trumps & ~mine) if card.rank is Rank.JACK]
        self.unseen = sorted(jacks, key=self._strength, reverse=True)

    def features(self, hands: Sequence[Sequence[int]]) -> Iterator[Feature]:
        """Yield statements about who holds the unseen bowers, and who holds many trumps.

        ``hands`` holds, for each seat, the bit mask of its hand in each sampled world.
        """
        if not self._trumps:
            return
        opponents = [seat for seat in self.me.partnership.other.seats if self._active(seat)]
        if self.unseen:
            if self._active(self.me.partner):
                yield self._partners_bower(hands[self.me.partner.index])
            bit, name = self.unseen[0].bit, bower_name(self.unseen[0], self.trump)
            rows = zip(*(hands[seat.index] for seat in opponents), strict=True)
            true = [any(hand & bit for hand in row) for row in rows]
            feature = self._feature(f"An opponent holds {name}", f"No opponent holds {name}", true)
            yield replace(feature, stops=self._is_highest(self.unseen[0]))
        yield self._many_trumps([(hands[seat.index], self._upcard_to_take_up(seat)) for seat in opponents])

    def _partners_bower(self, hands: Sequence[int]) -> Feature:
        mask, names = mask_of(self.unseen), joined([bower_name(card, self.trump) for card in self.unseen])
        names = names.replace(" bower or the ", " or ")
        without = "holds no bower" if len(self.unseen) > 1 else f"does not hold {names}"
        true = [hand & mask != 0 for hand in hands]
        return self._feature(f"Your partner holds {names}", f"Your partner {without}", true, helps=True)

    def _many_trumps(self, opponents: Sequence[tuple[Sequence[int], int]]) -> Feature:
        """Return the statement that an opponent holds many trumps.

        ``opponents`` holds, for each opponent, the bit masks of its hand in the sampled worlds, and the bit mask of the
        card that it would take up.
        """
        trumps = self._trumps
        counts = ([((hand | card) & trumps).bit_count() for hand in hands] for hands, card in opponents)
        true = [max(row) >= MANY for row in zip(*counts, strict=True)]
        words = "opponent holds three or more trumps"
        feature = self._feature(f"One {words}", f"No {words}", true)
        return self._after_taking_up(feature) if any(card for _, card in opponents) else feature

    def _upcard_to_take_up(self, seat: Seat) -> int:
        """Return the bit mask of the upcard if ``seat`` would take it up, and otherwise 0.

        No dealer discards a trump to take the upcard up, so the card adds to the trumps.
        """
        seen = self.seen
        takes = seen.contract is None and seen.calling_round == 1 and seat is seen.dealer
        return seen.upcard.bit if takes else 0

    def _after_taking_up(self, feature: Feature) -> Feature:
        """Return ``feature`` with a beginning which says that the dealer has taken up the upcard."""
        card = f"With {bower_name(self.seen.upcard, self.trump)} {pick_up_verb(self.seen.rules).done}"
        return prefixed(card, feature)

    def _feature(self, clause: str, opposite: str, true: list[bool], *, helps: bool = False) -> Feature:
        """Return a statement with the texts ``clause`` and ``opposite``.

        Both begin with the trump suit if that is only assumed, and is not the upcard's suit.
        """
        feature = Feature(clause, opposite, true, helps)
        if self.seen.contract or self.trump is self.seen.up_suit:
            return feature
        return prefixed(f"With {self.trump} as trump", feature)

    @property
    def _trumps(self) -> int:
        return trumps_of(self.trump.index) if self.trump else 0

    def _active(self, seat: Seat) -> bool:
        return seat in self.seen.active

    def _is_highest(self, card: Card) -> bool:
        """Return whether ``card`` is the highest trump of the pack."""
        return self._strength(card) == max(self._strength(each) for each in self.seen.rules.cards)

    def _strength(self, card: Card) -> int:
        assert self.trump is not None
        return STRENGTH[self.trump.index][self.trump.index][card.index]


def prefixed(words: str, feature: Feature) -> Feature:
    """Return ``feature`` with ``words`` at the beginning of the statement and of its opposite."""
    clause, opposite = (f"{words}, {each[0].lower()}{each[1:]}" for each in (feature.clause, feature.opposite))
    return replace(feature, clause=clause, opposite=opposite)


def likely_trump(seen: Observation) -> Suit | None:
    """Return the trump suit, or the suit that is likely to become trump.

    It is the upcard's suit in the first calling round, and then the other suit in which the seat's hand is strongest.
    """
    if seen.trump is not None:
        return seen.trump
    if seen.calling_round == 1:
        return seen.up_suit
    return max((suit for suit in SUITS if suit is not seen.up_suit), key=lambda suit: _hand_strength(seen, suit))


def _hand_strength(seen: Observation, suit: Suit) -> int:
    return sum(STRENGTH[suit.index][suit.index][card.index] for card in seen.cards if card.bit & trumps_of(suit.index))
