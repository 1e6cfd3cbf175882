"""Effective suits, the strength of cards, and finished tricks.

Only this module knows how the bowers, the benny (the joker as the highest trump) and no trump change suits and
strengths. All other code reads the tables of this module.
"""

from __future__ import annotations

import msgspec

from .cards import CARDS, JOKER, SUITS, Card, CardMask, Rank, Suit, mask_of
from .seats import PLAY_ORDER, Seat

STRAINS = (*SUITS, Suit.NO_TRUMP)


def effective_suit(card: Card, trump: Suit) -> Suit:
    """Return the suit that ``card`` counts as when ``trump`` is trump (CardGames.io, Ranking of trump cards).

    The left bower, the other jack of the trump's colour, counts as a trump, and so does the joker.

    >>> effective_suit(Card.JC, Suit.SPADES), effective_suit(Card.JC, Suit.NO_TRUMP)
    (<Suit.SPADES: 's'>, <Suit.CLUBS: 'c'>)
    """
    if card.suit is None:
        return trump
    if card.rank is Rank.JACK and trump is not Suit.NO_TRUMP and card.suit is trump.next:
        return trump
    return card.suit


def trump_order(card: Card, trump: Suit) -> int:
    """Return the strength of ``card``, which is a trump, among the trumps. A stronger card has a higher number.

    The order from the strongest is benny, right bower, left bower, then A K Q 10 9 8 7.
    """
    if card is JOKER:
        return 11
    if card.rank is Rank.JACK:
        return 10 if card.suit is trump else 9
    return card.rank.index


def strength(card: Card, led: Suit, trump: Suit) -> int:
    """Return the strength of ``card`` in a trick to which ``led`` was led. The strongest card takes the trick.

    A card that neither follows suit nor is a trump has strength 0 and never takes a trick.

    >>> led = Suit.HEARTS
    >>> strength(Card.H7, led, Suit.CLUBS) > strength(Card.AS, led, Suit.CLUBS) == 0
    True
    >>> strength(Card.C7, led, Suit.CLUBS) > strength(Card.AH, led, Suit.CLUBS)
    True
    """
    suit = effective_suit(card, trump)
    if suit is trump:
        return 20 + trump_order(card, trump)
    return 1 + card.rank.index if suit is led else 0


FOLLOW = tuple(
    tuple(mask_of(c for c in CARDS if effective_suit(c, trump) is suit) for suit in SUITS) for trump in STRAINS
)
"""The mask of the cards that follow a suit, as ``FOLLOW[trump.index][suit.index]``."""
EFFECTIVE = tuple(tuple(effective_suit(c, trump) for c in CARDS) for trump in STRAINS)
"""The suit that a card counts as, as ``EFFECTIVE[trump.index][card.index]``.

At no trump, the effective suit of the joker is ``NO_TRUMP``.
"""
STRENGTH = tuple(tuple(tuple(strength(c, led, trump) for c in CARDS) for led in SUITS) for trump in STRAINS)
"""The strength of a card when the suit ``led`` was led, as ``STRENGTH[trump.index][led.index][card.index]``."""

# No ruleset has both a joker and no trump. So a joker led at no trump never occurs, and any suit may stand for it.
_LEADS = tuple(tuple((suit if suit in SUITS else Suit.CLUBS).index for suit in row) for row in EFFECTIVE)
FOLLOW_CARD = tuple(tuple(FOLLOW[trump][led] for led in row) for trump, row in enumerate(_LEADS))
"""The mask of the cards that follow the card ``led``, as ``FOLLOW_CARD[trump.index][led.index]``."""
STRENGTH_AFTER = tuple(tuple(STRENGTH[trump][led] for led in row) for trump, row in enumerate(_LEADS))
"""The strength of a card when the card ``led`` was led, as ``STRENGTH_AFTER[trump.index][led.index][card.index]``."""


def suit_strength(card: Card, trump: int) -> int:
    """Return the strength of ``card`` in a trick to which its own suit was led. ``trump`` is the index of the trump.

    >>> suit_strength(Card.JC, Suit.SPADES.index) > suit_strength(Card.AS, Suit.SPADES.index)
    True
    """
    return STRENGTH_AFTER[trump][card.index][card.index]


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A finished trick."""

    leader: Seat
    """The seat that led."""
    cards: tuple[Card, ...]
    """The cards in the order of play."""
    taker: Seat
    """The seat that took the trick."""

    def plays(self, sitting_out: int) -> tuple[tuple[Seat, Card], ...]:
        """Return the trick's cards in the order of play, as (seat that played the card, card).

        ``sitting_out`` is the mask of the seats that sit out.
        """
        return plays_from(self.leader, self.cards, sitting_out)


def plays_from(leader: Seat, cards: tuple[Card, ...], sitting_out: int) -> tuple[tuple[Seat, Card], ...]:
    """Return ``cards`` as (seat that played the card, card). ``cards`` is in the order of play, from ``leader`` on.

    ``sitting_out`` is the mask of the seats that sit out and so play no card.
    """
    return tuple(zip(PLAY_ORDER[sitting_out][leader.index], cards, strict=False))


def winner(leader: Seat, cards: tuple[Card, ...], sitting_out: int, trump: Suit) -> Seat:
    """Return the seat whose card takes the trick. ``cards`` is in the order of play, from ``leader`` on.

    ``sitting_out`` is the mask of the seats that sit out and so play no card.
    """
    row = STRENGTH_AFTER[trump.index][cards[0].index]
    best, taker = 0, leader
    for seat, card in zip(PLAY_ORDER[sitting_out][leader.index], cards, strict=False):
        if row[card.index] > best:
            best, taker = row[card.index], seat
    return taker


def lawful_plays(hand: CardMask, cards: tuple[Card, ...], trump: Suit, must_head: bool) -> CardMask:
    """Return the cards of ``hand`` that may be played to a trick after ``cards``.

    If ``must_head`` is true, a player who follows suit must beat ``cards`` if possible.
    """
    if not cards:
        return hand
    following = hand & FOLLOW_CARD[trump.index][cards[0].index]
    if must_head:
        following = beating(following, cards, trump) or following
    return following or hand


def beating(following: CardMask, cards: tuple[Card, ...], trump: Suit) -> CardMask:
    """Return the cards of ``following`` that beat all of ``cards``, the cards already played to the trick.

    ``following`` holds cards that follow suit.
    """
    row = STRENGTH_AFTER[trump.index][cards[0].index]
    best = max(row[card.index] for card in cards)
    return mask_of(card for card in CARDS if following & card.bit and row[card.index] > best)
