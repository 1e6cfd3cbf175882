"""Statements about the hidden trumps during the bidding: who holds the bowers, and who holds many trumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uka.bots.card_counting import trumps_of
from uka.core.cards import SUITS, Card, Rank, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import STRENGTH

from .reason import Feature, joined

MANY = 3
"""The number of trumps that counts as many in one hand."""


class Bowers:
    """The trump that a choice is about, and its bowers that the seat has not seen."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None
        self.me, self.seen, self.trump = seen.seat, seen, likely_trump(seen)
        mine = mask_of((*seen.cards, *seen.put_away, seen.upcard))
        jacks = [card for card in cards_of(self._trumps & ~mine) if card.rank is Rank.JACK]
        self.unseen = sorted(jacks, key=self._strength, reverse=True)

    def features(self, hands: Sequence[Sequence[int]]) -> Iterator[Feature]:
        """Yield statements, each with whether it is true in each world. ``hands`` has a column for each seat."""
        if not self._trumps:
            return
        opponents = [hands[seat.index] for seat in self.me.partnership.other.seats if self._active(seat)]
        if self.unseen:
            if self._active(self.me.partner):
                mask, column = mask_of(self.unseen), hands[self.me.partner.index]
                yield self._feature(
                    f"Your partner holds the {self._names()} bower", [hand & mask != 0 for hand in column]
                )
            bit, name = self.unseen[0].bit, self._name(self.unseen[0])
            true = [any(hand & bit for hand in row) for row in zip(*opponents, strict=True)]
            yield self._feature(f"An opponent holds the {name} bower", true)
        trumps = self._trumps
        true = [any((hand & trumps).bit_count() >= MANY for hand in row) for row in zip(*opponents, strict=True)]
        yield self._feature("One opponent holds three or more trumps", true)

    def _feature(self, clause: str, true: list[bool]) -> Feature:
        """Return a statement that names the trump if it is neither made nor the suit of the turn-up."""
        if self.seen.contract or self.trump is self.seen.up_suit:
            return Feature(clause, true)
        return Feature(f"With {self.trump} as trump, {clause[0].lower()}{clause[1:]}", true)

    @property
    def _trumps(self) -> int:
        return trumps_of(self.trump.index) if self.trump else 0

    def _active(self, seat: Seat) -> bool:
        return seat in self.seen.active

    def _strength(self, card: Card) -> int:
        assert self.trump is not None
        return STRENGTH[self.trump.index][self.trump.index][card.index]

    def _names(self) -> str:
        return joined(map(self._name, self.unseen))

    def _name(self, card: Card) -> str:
        return "right" if card.suit is self.trump else "left"


def likely_trump(seen: Observation) -> Suit | None:
    """Return the trump, the suit of the turn-up, or in the second round the suit in which the hand is strongest."""
    if seen.trump is not None:
        return seen.trump
    if seen.calling_round == 1:
        return seen.up_suit
    return max((suit for suit in SUITS if suit is not seen.up_suit), key=lambda suit: _height(seen, suit))


def _height(seen: Observation, suit: Suit) -> int:
    return sum(STRENGTH[suit.index][suit.index][card.index] for card in seen.cards if card.bit & trumps_of(suit.index))
