"""The two orders in which the cards of a hand are shown: as they were dealt, or sorted by suit and rank."""

from __future__ import annotations

from functools import lru_cache

from uka.core.cards import Card, Suit
from uka.core.trick import effective_suit, trump_order

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits in a sorted hand, apart from trumps. Black and red suits alternate."""


def as_dealt(cards: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand in the order in which they were dealt.

    ``dealt`` holds the cards that were dealt to the hand, in order. Cards that the hand received later come last.

    >>> as_dealt((Card.JC, Card.AD, Card.H9), dealt=(Card.H9, Card.KS, Card.JC))
    (Card.H9, Card.JC, Card.AD)
    """
    return (*[card for card in dealt if card in cards], *[card for card in cards if card not in dealt])


@lru_cache(4_096)
def sorted_hand(cards: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    """Return the cards of a hand sorted by suit, and within each suit from high to low.

    Once trump is made, trumps come first, and the left bower is sorted among them.
    """

    def sort_key(card: Card) -> tuple[int, int]:
        if card.suit is None or (trump is not None and effective_suit(card, trump) is trump):
            return -1, -trump_order(card, trump or Suit.NO_TRUMP)
        return SUIT_ORDER.index(card.suit), -card.rank.index

    return tuple(sorted(cards, key=sort_key))
