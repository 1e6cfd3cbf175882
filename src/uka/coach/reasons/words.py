"""The words of reasons: seats, cards and choices as the player whose turn it is would name them."""

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
"""The numbers of cards and tricks in words, from 0."""


def seat_name(seat: Seat, me: Seat) -> str:
    """Return what the player in the seat ``me`` would call the player in ``seat``, such as "your partner"."""
    if seat is me.partner:
        return "your partner"
    return f"the opponent on your {'left' if seat is me.left else 'right'}"


def bower_name(card: Card, trump: Suit | None) -> str:
    """Return the name of a card as it stands inside a sentence: a bower, the benny (the joker), or rank and suit.

    >>> bower_name(Card.JD, Suit.DIAMONDS), bower_name(Card.JH, Suit.DIAMONDS), bower_name(Card.JC, Suit.DIAMONDS)
    ('the right bower', 'the left bower', 'J♣')
    """
    if card.rank is Rank.JACK and trump not in (None, Suit.NO_TRUMP) and effective_suit(card, trump) is trump:
        return "the right bower" if card.suit is trump else "the left bower"
    return "the benny" if card is JOKER else card_name(card)


def choice_label(seen: Observation, action: Action) -> str:
    """Return the name of ``action`` as it stands inside a sentence: its card, or its words in quotation marks."""
    assert seen.seat is not None
    if isinstance(action, Play | Discard | Give):
        return bower_name(action.card, seen.trump)
    return f"“{choice_name(seen, seen.seat, action)}”"


class PickUpVerb(NamedTuple):
    """The verb for what the dealer does with the upcard after it is ordered up: "pick up" or "take up"."""

    base: str
    """The base form, such as "pick up"."""
    third: str
    """The third person of the present, such as "picks up"."""
    done: str
    """The past participle, such as "picked up"."""


def pick_up_verb(rules: Ruleset) -> PickUpVerb:
    """Return the verb for what the dealer does with an ordered upcard.

    If ``rules.upcard_stays``, the upcard is taken up; otherwise it is picked up.

    >>> pick_up_verb(Ruleset()).third, pick_up_verb(Ruleset(upcard_stays=True)).third
    ('picks up', 'takes up')
    """
    if rules.upcard_stays:
        return PickUpVerb("take up", "takes up", "taken up")
    return PickUpVerb("pick up", "picks up", "picked up")


def suit_noun(suit: Suit) -> str:
    """Return the noun for one card of ``suit``, such as "heart"."""
    return str(suit).removesuffix("s")


def capitalized(text: str) -> str:
    """Return ``text`` with a capital first letter, even if the letter comes after a quotation mark.

    >>> capitalized("your partner"), capitalized("“pass” is better")
    ('Your partner', '“Pass” is better')
    """
    start = text.startswith("“")
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def joined(names: Sequence[str]) -> str:
    """Return ``names`` as one text, joined by commas and "or".

    >>> joined(["Q♠", "A♠", "any trump"])
    'Q♠, A♠ or any trump'
    """
    *first, last = names or [""]
    return f"{', '.join(first)} or {last}" if first else last
