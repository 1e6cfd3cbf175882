"""What a client does in its turn at a table of a peer."""

from __future__ import annotations

import msgspec

from uka.core.cards import CARDS, SUITS
from uka.core.trick import effective_suit

_SUIT_IN_PLAY = {(str(card), trump.value): effective_suit(card, trump).value for card in CARDS for trump in SUITS}


class Table(msgspec.Struct):
    """What a client of a peer knows of its table. Cards are their texts in a row, e.g. ``9hJd``."""

    stage: str = "call"
    turn: int = 0
    dealer: int = 3
    trump: str = ""
    trick: str = ""


def action(table: Table, hand: str) -> str:
    """Return the action of the client whose turn it is: all pass but the dealer, and play the first card they may.

    >>> action(Table("play", trump="h", trick="9d"), "9hJdAd")
    'Ad'
    """
    cards = [hand[place : place + 2] for place in range(0, len(hand), 2)]
    if table.stage == "call":
        return "up" if table.turn == table.dealer else "pass"
    if table.stage == "discard" or not table.trick:
        return cards[0]
    led = _SUIT_IN_PLAY[table.trick[:2], table.trump]
    return next((card for card in cards if _SUIT_IN_PLAY[card, table.trump] == led), cards[0])
