"""The words of reasons: seats, cards and choices as the player whose turn it is would name them."""

from __future__ import annotations

import re
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

PAIR = 2
"""The number of cards of which a player says "the lower one"; of more it is the lowest."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
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


def of_100(share: float) -> str:
    """Return a share from 0 to 1 as a whole number of hundredths."""
    return f"{100 * share:.0f}"


def capitalized(text: str) -> str:
    """Return ``text`` with a capital first letter, even if the letter comes after a quotation mark.

    >>> capitalized("your partner"), capitalized("“pass” is better")
    ('Your partner', '“Pass” is better')
    """
    start = text.startswith("“")
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def first_person(text: str) -> str:
    """Return a sentence that calls its reader "you" as that reader would say it, with "I" and "my".

    >>> first_person("Your partner's K♠ wins the trick, and you keep A♣.")
    "My partner's K♠ wins the trick, and I keep A♣."
    >>> first_person("Alone, your partner cannot take a trick for you.")
    'Alone, my partner cannot take a trick for me.'
    >>> first_person("“I'll turn it down for you” costs you a point.")
    "“I'll turn it down for you” costs me a point."
    """
    return _YOU.sub(lambda found: found[0] if _is_quoted(text, found) else _said_by_me(text, found), text)


_YOU = re.compile(r"\b(you are|you were|your|you)\b", re.IGNORECASE)
_AS_OBJECT = re.compile(
    r"\b(for|by|before|help|leave|leaves|to|against|of|from|with|than|left|tell|tells|gave|costs)\s$", re.IGNORECASE
)
_MINE = {"you are": "I am", "you were": "I was", "your": "my", "you": "I"}


def _is_quoted(text: str, found: re.Match[str]) -> bool:
    """Return whether what ``found`` found in ``text`` is inside quotation marks."""
    return text.count("“", 0, found.start()) > text.count("”", 0, found.start())


def _said_by_me(text: str, found: re.Match[str]) -> str:
    """Return the word of the first person for a word of the second person, which ``found`` found in ``text``."""
    word = found[0]
    if word.lower() == "you" and _AS_OBJECT.search(text, 0, found.start()):
        return "me"
    mine = _MINE[word.lower()]
    return capitalized(mine) if word[0].isupper() else mine


def joined(names: Sequence[str], conjunction: str = "or") -> str:
    """Return ``names`` as one text, joined by commas and, before the last name, ``conjunction``.

    >>> joined(["Q♠", "A♠", "any trump"]), joined(["North", "East"], "and")
    ('Q♠, A♠ or any trump', 'North and East')
    """
    *first, last = names or [""]
    return f"{', '.join(first)} {conjunction} {last}" if first else last
