"""The stable index of every action, as documented."""

from __future__ import annotations

import re

import pytest

from uka.core import actions
from uka.core.actions import (
    ACTIONS,
    Action,
    CallTrump,
    ClaimRedeal,
    ClaimRevoke,
    Discard,
    Give,
    GoAlone,
    GoUnder,
    NameSuit,
    OrderUp,
    Pass,
    Play,
)
from uka.core.cards import CARDS, Card, Suit

# Trained models and kernels depend on these numbers, so they never change.
KNOWN: dict[int, Action] = {
    0: Play(Card.C7),
    12: Play(Card.JD),
    31: Play(Card.AS),
    32: Play(Card.JOKER),
    33: Discard(Card.C7),
    45: Discard(Card.JD),
    65: Discard(Card.JOKER),
    66: Give(Card.C7),
    78: Give(Card.JD),
    98: Give(Card.JOKER),
    99: Pass(),
    100: OrderUp(),
    101: OrderUp(alone=True),
    102: CallTrump(Suit.CLUBS),
    103: CallTrump(Suit.DIAMONDS),
    104: CallTrump(Suit.HEARTS),
    105: CallTrump(Suit.SPADES),
    106: CallTrump(Suit.NO_TRUMP),
    107: CallTrump(Suit.CLUBS, alone=True),
    108: CallTrump(Suit.DIAMONDS, alone=True),
    109: CallTrump(Suit.HEARTS, alone=True),
    110: CallTrump(Suit.SPADES, alone=True),
    111: CallTrump(Suit.NO_TRUMP, alone=True),
    112: NameSuit(Suit.CLUBS),
    113: NameSuit(Suit.DIAMONDS),
    114: NameSuit(Suit.HEARTS),
    115: NameSuit(Suit.SPADES),
    116: GoAlone(),
    117: ClaimRedeal(),
    118: GoUnder(),
    119: ClaimRevoke(0),
    120: ClaimRevoke(1),
    121: ClaimRevoke(2),
    122: ClaimRevoke(3),
    123: ClaimRevoke(4),
}


@pytest.mark.parametrize("index", KNOWN)
def test_known_actions_have_the_documented_index(index: int) -> None:
    assert ACTIONS[index] == KNOWN[index]
    assert KNOWN[index].index == index


def test_every_action_is_at_its_index() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 124
    assert [action.index for action in ACTIONS] == list(range(124))
    for card in CARDS:
        assert ACTIONS[card.index] == Play(card)
        assert ACTIONS[33 + card.index] == Discard(card)
        assert ACTIONS[66 + card.index] == Give(card)


def test_the_documented_table_says_the_same() -> None:
    rows = re.findall(r"^(\d+)(?: - (\d+)|, (\d+))? +(?:``(\w+))?", actions.__doc__ or "", re.MULTILINE)
    said = [(int(first), int(last or pair or first)) for first, last, pair, _ in rows]
    assert [number for first, last in said for number in range(first, last + 1)] == list(range(124))
    for (first, _), (*_, name) in zip(said, rows, strict=True):
        assert not name or type(ACTIONS[first]).__name__ == name
