"""The orders in which a hand's cards are shown."""

from __future__ import annotations

from functools import lru_cache

from uka.core.cards import Card, Suit
from uka.core.trick import effective_suit, trump_order

PLAIN_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits in a hand. Black and red suits alternate."""


def as_dealt(cards: tuple[Card, ...], dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a hand's cards in the order in which they were dealt. Cards that came later are last.

    >>> as_dealt((Card.JC, Card.AD, Card.H9), dealt=(Card.H9, Card.KS, Card.JC))
    (Card.H9, Card.JC, Card.AD)
    """
    return (*[card for card in dealt if card in cards], *[card for card in cards if card not in dealt])


@lru_cache(4_096)
def laid(cards: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    """Return a hand's cards in the order in which they are shown.

    Trumps come first once trump is made, with the left bower among them. Each suit runs from high to low.
    """

    def place(card: Card) -> tuple[int, int]:
        if card.suit is None or (trump is not None and effective_suit(card, trump) is trump):
            return -1, -trump_order(card, trump or Suit.NO_TRUMP)
        return PLAIN_ORDER.index(card.suit), -card.rank.index

    return tuple(sorted(cards, key=place))
