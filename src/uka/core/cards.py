"""Suits, ranks and cards, and hands, which are sets of cards. A hand stores its cards as a bit mask in one integer.

The text of a card is its rank followed by its suit, as in Euchre Game Notation: ``Jd``, ``Th``, ``9c``. The text of the
joker is ``B``. The index of a card is ``suit.index * 8 + rank.index``. Suits are in the order clubs, diamonds, hearts,
spades. The lowest rank, index 0, is the seven. The index of the joker is 32. Bit *i* of a mask stands for the card with
index *i*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from enum import Enum
from functools import cache
from typing import TypeAlias, TypeVar

T = TypeVar("T")
CardMask: TypeAlias = int
"""A set of cards as a bit mask: bit *i* is set if the card with index *i* is in the set."""


class Suit(Enum):
    """One of the four suits, or no trump.

    A seat can call "no trump" in place of a suit, but no card belongs to ``NO_TRUMP``.
    """

    index: int
    """The position of the suit in the order clubs, diamonds, hearts, spades, no trump, from 0."""
    next: Suit
    """The other suit of the same colour. For ``NO_TRUMP`` this is ``NO_TRUMP`` itself."""
    symbol: str
    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"
    NO_TRUMP = "n"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
for _i, _suit in enumerate((*SUITS, Suit.NO_TRUMP)):
    _suit.index = _i
    _suit.symbol = "♣♦♥♠∅"[_i]
    _suit.next = SUITS[3 - _i] if _i < 4 else _suit


class Rank(Enum):
    """The rank of a card, in ascending order as in a suit that is not trump. The joker has a rank of its own."""

    index: int
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    JOKER = "B"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.name.lower()


for _i, _rank in enumerate(Rank):
    _rank.index = _i


class Card(Enum):
    """One card. The name of the enum member is the rank followed by the suit, as in ``JD``.

    If the rank is a digit, the suit comes first, as in ``C9``, because no Python name begins with a digit.

    >>> Card.JD, Card("9c")
    (Card.JD, Card.C9)
    >>> str(Card.TH), Card.TH.index
    ('Th', 19)
    """

    index: int
    bit: int
    rank: Rank
    suit: Suit | None
    C7, C8, C9, TC, JC, QC, KC, AC = "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac"
    D7, D8, D9, TD, JD, QD, KD, AD = "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd", "Ad"
    H7, H8, H9, TH, JH, QH, KH, AH = "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah"
    S7, S8, S9, TS, JS, QS, KS, AS = "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As"
    JOKER = "B"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Card.{self.name}"


CARDS: tuple[Card, ...] = tuple(Card)
JOKER = Card.JOKER
for _i, _card in enumerate(CARDS):
    _card.index = _i
    _card.bit = 1 << _i
    _card.rank = Rank(_card.value[0])
    _card.suit = Suit(_card.value[1]) if _card is not JOKER else None

SUIT_MASK = tuple(0xFF << 8 * i for i in range(4))
"""The mask of the cards with a given suit printed on them, indexed by ``suit.index``."""
LOW_MASK = sum(card.bit for card in CARDS if card.rank.index <= Rank.TEN.index)
"""The cards of rank ten or lower, as a mask."""


@cache
def pack(size: int, joker: bool = False) -> tuple[Card, ...]:
    """Return the pack of ``size`` cards, 24, 28 or 32, in index order. If ``joker`` is true, the joker comes last.

    >>> len(pack(24)), str(pack(24)[0]), str(pack(32, joker=True)[-1])
    (24, '9c', 'B')
    """
    lowest = Rank.NINE.index - (size - 24) // 4
    plain = tuple(card for card in CARDS[:32] if card.rank.index >= lowest)
    return (*plain, JOKER) if joker else plain


def by_mask(items: tuple[T, ...]) -> Callable[[CardMask], tuple[T, ...]]:
    """Return a function from a mask of cards to the items that belong to these cards, in index order.

    ``items`` holds one item for each of the 33 cards: the card with the index *i* has the item ``items[i]``.
    """
    clubs = _subsets(items[:8])
    diamonds = _subsets(items[8:16])
    hearts = _subsets(items[16:24])
    spades_and_joker = _subsets(items[24:])

    def items_of(mask: CardMask) -> tuple[T, ...]:
        return clubs[mask & 255] + diamonds[mask >> 8 & 255] + hearts[mask >> 16 & 255] + spades_and_joker[mask >> 24]

    return items_of


def _subsets(items: tuple[T, ...]) -> list[tuple[T, ...]]:
    """Return all subsets of the items. The subset at index *n* contains item *i* if bit *i* of *n* is set."""
    subsets: list[tuple[T, ...]] = [()]
    for item in items:
        subsets += [(*subset, item) for subset in subsets]
    return subsets


cards_of = by_mask(CARDS)


def mask_of(cards: Iterable[Card]) -> CardMask:
    """Return ``cards`` as a bit mask."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


class Hand(Set[Card]):
    """The cards that one seat holds, as an immutable set. Iteration yields the cards in index order.

    >>> hand = Hand.parse("Jd 9c Ah")
    >>> Card.JD in hand, len(hand), str(hand)
    (True, 3, '9c Jd Ah')
    >>> hand - {Card.JD} == Hand.parse("9c Ah")
    True
    """

    __slots__ = ("mask",)
    mask: CardMask

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.mask = mask_of(cards)

    @classmethod
    def of(cls, mask: CardMask) -> Hand:
        """Return the hand of the cards that the bit mask ``mask`` holds."""
        hand = cls()
        hand.mask = mask
        return hand

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Return the hand of the cards that ``text`` lists, such as ``Jd 9c Ah``. Spaces or commas separate the cards.

        Raise ``ValueError`` if a card is unknown or repeated.
        """
        return cls(parse_cards(text))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names, such as ``Jd``. Suit symbols and ``10`` are accepted too.

    Raise ``ValueError`` if ``text`` names no card.

    >>> parse_card("10♦"), parse_card("jD")
    (Card.TD, Card.JD)
    """
    plain = text.strip().replace("10", "T")
    for suit in SUITS:
        plain = plain.replace(suit.symbol, suit.value)
    try:
        return Card(plain[:1].upper() + plain[1:].lower())
    except ValueError:
        raise ValueError(f"{text!r} is not a card: write rank then suit, as in Jd, Th, 9c; the joker is B") from None


def card_of(value: Card | str) -> Card:
    """Return ``value`` as a card. It may be a card or the text of one. Raise ``ValueError`` if it is neither."""
    if isinstance(value, Card):
        return value
    if isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        return parse_card(value)
    raise ValueError(f"{value!r} is not a card: write one such as Card.JD or 'Jd'")


def parse_suit(text: str) -> Suit:
    """Return the suit, or no trump, that ``text`` names by its name, its letter or its symbol.

    Raise ``ValueError`` if ``text`` names no suit.

    >>> parse_suit("Hearts"), parse_suit("♠"), parse_suit("n")
    (<Suit.HEARTS: 'h'>, <Suit.SPADES: 's'>, <Suit.NO_TRUMP: 'n'>)
    """
    plain = text.strip().lower().replace("_", " ")
    for suit in Suit:
        if plain in (suit.value, suit.symbol, str(suit)):
            return suit
    raise ValueError(f"{text!r} is not a suit: write clubs, diamonds, hearts, spades or no trump")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that ``text`` lists, in the same order. Spaces or commas separate the cards.

    Raise ``ValueError`` if a card is unknown or repeated.
    """
    cards = tuple(parse_card(word) for word in text.replace(",", " ").split())
    for i, card in enumerate(cards):
        if card in cards[:i]:
            raise ValueError(f"{card} appears twice: a pack has each card once")
    return cards
