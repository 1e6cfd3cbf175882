"""Effective suits, the strength of cards, and finished tricks.

Only this module defines the bowers, the benny and no trump. All other code reads the tables of this module.
"""

from __future__ import annotations

import msgspec

from .cards import CARDS, JOKER, SUITS, Card, Rank, Suit, mask_of
from .seats import PLAY_ORDER, Seat

STRAINS = (*SUITS, Suit.NO_TRUMP)


def effective_suit(card: Card, trump: Suit) -> Suit:
    """Return the suit that a card belongs to in play (CardGames.io, Ranking of trump cards).

    >>> effective_suit(Card.JC, Suit.SPADES), effective_suit(Card.JC, Suit.NO_TRUMP)
    (<Suit.SPADES: 's'>, <Suit.CLUBS: 'c'>)
    """
    if card.suit is None:
        return trump
    if card.rank is Rank.JACK and trump is not Suit.NO_TRUMP and card.suit is trump.next:
        return trump
    return card.suit


def trump_order(card: Card, trump: Suit) -> int:
    """Return a number for the strength of a trump card among the trumps. A stronger card has a higher number.

    The order from the strongest is benny, right bower, left bower, then A K Q 10 9 8 7.
    """
    if card is JOKER:
        return 11
    if card.rank is Rank.JACK:
        return 10 if card.suit is trump else 9
    return card.rank.index


def strength(card: Card, led: Suit, trump: Suit) -> int:
    """Return the strength of a card in a trick. The card with the greatest strength takes the trick.

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
"""The mask of the cards that follow a suit, indexed by ``[trump.index][suit.index]``."""
EFFECTIVE = tuple(tuple(effective_suit(c, trump) for c in CARDS) for trump in STRAINS)
"""The effective suit of a card, indexed by ``[trump.index][card.index]``.

At no trump, the effective suit of the joker is ``NO_TRUMP``.
"""
STRENGTH = tuple(tuple(tuple(strength(c, led, trump) for c in CARDS) for led in SUITS) for trump in STRAINS)
"""The strength of a card, indexed by ``[trump.index][led.index][card.index]``."""

# A joker is never led at no trump, since no ruleset has both.
_LEADS = tuple(tuple((suit if suit in SUITS else Suit.CLUBS).index for suit in row) for row in EFFECTIVE)
FOLLOW_CARD = tuple(tuple(FOLLOW[trump][led] for led in row) for trump, row in enumerate(_LEADS))
"""The mask of the cards that follow a card that was led, indexed by ``[trump.index][card.index]``."""
STRENGTH_AFTER = tuple(tuple(STRENGTH[trump][led] for led in row) for trump, row in enumerate(_LEADS))
"""The strength of a card after another was led, indexed by ``[trump.index]``, the led card's index, then the card's."""


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A finished trick: its cards in the order of play, the seat that led, and the seat that took it."""

    leader: Seat
    cards: tuple[Card, ...]
    taker: Seat

    def plays(self, sitting_out: int) -> tuple[tuple[Seat, Card], ...]:
        """Return the cards in the order of play, each with the seat that played it.

        ``sitting_out`` is the mask of the seats that sit out.
        """
        return plays_from(self.leader, self.cards, sitting_out)


def plays_from(leader: Seat, cards: tuple[Card, ...], sitting_out: int) -> tuple[tuple[Seat, Card], ...]:
    """Return each card with the seat that played it. ``cards`` is in the order of play, starting with the leader.

    ``sitting_out`` is the mask of the seats that sit out. These seats play no card.
    """
    return tuple(zip(PLAY_ORDER[sitting_out][leader.index], cards, strict=False))


def winner(leader: Seat, cards: tuple[Card, ...], sitting_out: int, trump: Suit) -> Seat:
    """Return the seat whose card takes the trick. ``sitting_out`` is the mask of the seats that sit out."""
    row = STRENGTH_AFTER[trump.index][cards[0].index]
    best, taker = 0, leader
    for seat, card in zip(PLAY_ORDER[sitting_out][leader.index], cards, strict=False):
        if row[card.index] > best:
            best, taker = row[card.index], seat
    return taker


def lawful_plays(hand: int, cards: tuple[Card, ...], trump: Suit, must_head: bool) -> int:
    """Return the mask of the cards of ``hand`` that may be played to a trick.

    ``hand`` is a mask. ``cards`` holds the cards that were already played to the trick. If ``must_head`` is true, a
    player who follows suit must beat these cards if possible.
    """
    if not cards:
        return hand
    following = hand & FOLLOW_CARD[trump.index][cards[0].index]
    if must_head:
        following = heading(following, cards, trump) or following
    return following or hand


def heading(following: int, cards: tuple[Card, ...], trump: Suit) -> int:
    """Return the mask of the cards that follow suit and beat every card played to the trick.

    ``following`` is the mask of all cards that follow suit.
    """
    row = STRENGTH_AFTER[trump.index][cards[0].index]
    best = max(row[card.index] for card in cards)
    return mask_of(card for card in CARDS if following & card.bit and row[card.index] > best)
