"""The texts of cards in EGN files. A card can be known, partly known or unknown.

A text is read as the bit mask of all cards that it can mean.
"""

from __future__ import annotations

import re

from uka.core.cards import CARDS, JOKER, SUIT_MASK, SUITS, Card, Rank, Suit, mask_of, parse_card

UNKNOWN = "Xx"
_RANKS = {rank: mask_of(card for card in CARDS[:32] if card.rank is rank) for rank in Rank}
_PLAIN = mask_of(CARDS[:32])


def possible_cards(text: str, trump: Suit | None = None) -> int:
    """Return the bit mask of the cards that ``text``, a card in an EGN file, can mean.

    ``trump`` is the trump suit, or None if it is not known. In ``text``, ``X`` is any rank, ``x`` any suit, and ``N`` a
    nine. ``t`` is the trump suit, ``n`` the other suit of the same colour, and ``g`` either suit of the other colour.
    ``R`` and ``L`` are the bowers, and ``B`` is the joker. An empty text is an unknown card. Raise ``ValueError`` if
    ``text`` is not a card.

    >>> possible_cards("Jd") == Card.JD.bit, possible_cards("10♦") == Card.TD.bit, possible_cards("Xx").bit_count()
    (True, True, 33)
    >>> possible_cards("L", Suit.HEARTS) == Card.JD.bit
    True
    """
    plain = text.strip()
    if plain.lower() in ("", "x", "xx"):
        return _PLAIN | JOKER.bit
    if plain in ("R", "L"):
        if trump is None or trump is Suit.NO_TRUMP:
            raise ValueError(f"{plain} is a bower, but no suit is trump")
        suit = trump if plain == "R" else trump.next
        return _RANKS[Rank.JACK] & SUIT_MASK[suit.index]
    if len(plain) == 2 and (plain[0] in "XxN" or plain[1] in "xXtng"):
        return _rank_mask(plain) & _suit_mask(plain, trump)
    return parse_card(plain).bit


def _rank_mask(text: str) -> int:
    """Return the bit mask of all cards of the rank that the first letter of ``text`` means."""
    if text[0] in "Xx":
        return _PLAIN
    return _RANKS[Rank.NINE] if text[0] == "N" else _RANKS[parse_card(text[0] + "s").rank]


def _suit_mask(text: str, trump: Suit | None) -> int:
    """Return the bit mask of all cards of the suit or suits that the second letter of ``text`` means."""
    letter = text[1].lower()
    if letter == "x" or (letter in "tng" and trump is None):
        return _PLAIN
    if letter in "tng":
        assert trump is not None
        if trump is Suit.NO_TRUMP:
            raise ValueError(f"{text} mentions trump, but the deal is played without")
        others = SUIT_MASK[trump.index] | SUIT_MASK[trump.next.index]
        return {"t": SUIT_MASK[trump.index], "n": SUIT_MASK[trump.next.index], "g": _PLAIN & ~others}[letter]
    for suit in SUITS:
        if letter in (suit.value, suit.symbol):
            return SUIT_MASK[suit.index]
    raise ValueError(f"{text!r} is not a card: write rank then suit, as in Jd, Th, 9c; X and x stand for the unknown")


def vague_text(text: str) -> str:
    """Return ``text`` as EGN 1.4 writes it if it is an unknown or partly known card. Otherwise return an empty text.

    >>> vague_text("xS"), vague_text("Jx"), vague_text("x"), vague_text("Jd")
    ('Xs', 'Jx', 'Xx', '')
    """
    if text.strip().lower() in ("", "x", "xx"):
        return UNKNOWN
    plain = text.strip()
    for suit in SUITS:
        plain = plain.replace(suit.symbol, suit.value)
    plain = plain[:1].upper() + plain[1:].lower()
    return plain if re.fullmatch(r"X[shdctng]|[789NTJQKA][xg]", plain) else ""


def egn_text(text: str) -> str:
    """Return ``text``, a card in any spelling, as EGN 1.4 writes it. Raise ``ValueError`` if it is not a card.

    >>> egn_text("10♦"), egn_text("xs"), egn_text("L")
    ('Td', 'Xs', 'L')
    """
    if vague := vague_text(text):
        return vague
    plain = text.strip()
    return plain if plain in ("L", "R") else str(parse_card(text))


def single_card(mask: int) -> Card | None:
    """Return the only card of the bit mask ``mask``, or None if ``mask`` has no card or several cards."""
    return CARDS[mask.bit_length() - 1] if mask.bit_count() == 1 else None
