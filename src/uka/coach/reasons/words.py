"""The words of reasons: seats, cards and choices as the player of a seat would name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import JOKER, Card, Rank, Suit
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.trick import effective_suit
from uka.narration.calls import choice_name
from uka.narration.names import card_name

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def seat_name(seat: Seat, me: Seat) -> str:
    """Return the name of another seat, as the player in seat ``me`` would call it."""
    if seat is me.partner:
        return "your partner"
    return f"the opponent on your {'left' if seat is me.left else 'right'}"


def bower_name(card: Card, trump: Suit | None) -> str:
    """Return the name of a card inside a sentence: the benny, the right bower, the left bower, or rank and suit.

    >>> bower_name(Card.JD, Suit.DIAMONDS), bower_name(Card.JH, Suit.DIAMONDS), bower_name(Card.JC, Suit.DIAMONDS)
    ('the right bower', 'the left bower', 'J♣')
    """
    if card.rank is Rank.JACK and trump not in (None, Suit.NO_TRUMP) and effective_suit(card, trump) is trump:
        return "the right bower" if card.suit is trump else "the left bower"
    return "the benny" if card is JOKER else card_name(card)


def choice_label(seen: Observation, action: Action) -> str:
    """Return the name of an action inside a sentence: its card, or its words in quotation marks."""
    assert seen.seat is not None
    if isinstance(action, Play | Discard | Give):
        return bower_name(action.card, seen.trump)
    return f"“{choice_name(seen, seen.seat, action)}”"


class PickUp(NamedTuple):
    """The verb for what the dealer does with an accepted turn-up: to do, does, done."""

    base: str
    third: str
    done: str


def pick_up(rules: Ruleset) -> PickUp:
    """Return the verb of a ruleset: the dealer takes a turn-up up that stays on the pack, and picks any other up.

    >>> pick_up(Ruleset()).third, pick_up(Ruleset(upcard_stays=True)).third
    ('picks up', 'takes up')
    """
    if rules.upcard_stays:
        return PickUp("take up", "takes up", "taken up")
    return PickUp("pick up", "picks up", "picked up")


def one_of(suit: Suit) -> str:
    """Return a card of a suit as a noun, such as "heart"."""
    return str(suit).removesuffix("s")


def capitalized(text: str) -> str:
    """Return a text with a capital first letter. A quotation mark may come before the letter.

    >>> capitalized("your partner"), capitalized("“pass” is better")
    ('Your partner', '“Pass” is better')
    """
    start = text.startswith("“")
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def joined(names: Sequence[str]) -> str:
    """Return names joined by commas and "or".

    >>> joined(["Q♠", "A♠", "any trump"])
    'Q♠, A♠ or any trump'
    """
    *first, last = names or [""]
    return f"{', '.join(first)} or {last}" if first else last
