"""Writes the ranks of the cards for the browser page, which tells what a card is under the present trump."""

from __future__ import annotations

from pathlib import Path

import msgspec

from uka.core.cards import CARDS, SUITS, Card, Suit, pack
from uka.core.trick import STRAINS, effective_suit, suit_strength
from uka.table.views.facts import TITLED

FILE = Path(__file__).resolve().parent / "src" / "wire" / "card-ranks.json"
PACKS = (24, 28, 32)


def text() -> str:
    """Return the text of the file.

    ``packs`` has the cards of each pack without its joker. For each trump, ``ranks`` has the cards that count as each
    suit, from the highest to the lowest, and ``titles`` the bowers and the joker.
    """
    content = {
        "packs": {str(size): pack(size) for size in PACKS},
        "ranks": {trump: {suit: ranked(suit, trump) for suit in SUITS} for trump in STRAINS},
        "titles": {trump: TITLED[trump] for trump in STRAINS},
    }
    return msgspec.json.encode(content).decode() + "\n"


def ranked(suit: Suit, trump: Suit) -> list[Card]:
    """Return the cards that count as ``suit`` when ``trump`` is trump, from the highest to the lowest."""
    cards = [card for card in CARDS if effective_suit(card, trump) is suit]
    return sorted(cards, key=lambda card: -suit_strength(card, trump.index))


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
