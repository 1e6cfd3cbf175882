"""The words that players say during the calls for trump under a ruleset, and the occasions on which they say them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uka.core.cards import Suit
from uka.core.ruleset import Ruleset

SUIT = "{suit}"
NAMED = "(suit)"
"""The text that stands for the name of a suit."""
EXAMPLE = str(Suit.HEARTS)
"""The suit that stands for any suit in the sentences of a rulebook."""
WHEN = {
    "decline": "Passing",
    "turn_down": "The dealer turning it down",
    "order_up": "An opponent of the dealer ordering it up",
    "assist": "The dealer's partner ordering it up",
    "assist_alone": "The dealer's partner ordering it up alone",
    "take_up": "The dealer accepting it",
    "name": "Naming a suit",
    "no_trump": "Naming no trump",
    "next": "Naming the other suit of the turn-up's colour",
    "cross": "Naming a suit of the other colour",
    "alone": "Going alone",
}
"""For each phrase, the occasion on which a player says it, in the order in which the occasions arise in a deal.

Each key is the name of a field of ``Words``, except "no_trump". To name no trump, a player says the words of the field
"name", with "no trump" in place of the suit.
"""
WORDS = tuple(word for word in WHEN if word != "no_trump")
NEVER = {
    "assist": "The dealer's partner may order it up only by going alone.",
    "assist_alone": "The dealer's partner may not order it up alone in one call.",
    "name": "Each suit is named in the words for its colour.",
    "next": "There are no special words for the other suit of the turn-up's colour.",
    "cross": "There are no special words for a suit of the other colour.",
    "alone": "Nobody goes alone, so there is nothing to say.",
}
"""The reasons why some words are never said under some rules. The key is a field of ``Words``."""


class SpokenCall(msgspec.Struct, frozen=True):
    """A call and the words for it.

    ``word`` is the field of ``Words``, ``when`` the occasion, and ``said`` the text that the player says.
    """

    word: str
    when: str
    said: str


def spoken_calls(rules: Ruleset) -> tuple[SpokenCall, ...]:
    """Return the calls that players can make under a ruleset, with the words for each call.

    >>> from uka import ruleset
    >>> [call.said for call in spoken_calls(ruleset("bicycle"))][-3:]
    ['making it next: (suit)', 'crossing it: (suit)', 'alone']
    """
    return tuple([SpokenCall(word, WHEN[word], text.replace(SUIT, NAMED)) for word, text in _possible_words(rules)])


def _possible_words(rules: Ruleset) -> Iterator[tuple[str, str]]:
    words = rules.words
    partner_alone = rules.partner_alone != "off"
    with_call = rules.alone_by != "nobody" and (partner_alone or rules.alone_asked == "with_call")
    yield "decline", words.decline
    yield "turn_down", words.turn_down
    yield "order_up", words.order_up
    if not partner_alone:
        yield "assist", words.assist
    if with_call:
        yield "assist_alone", words.assist_alone or f"{words.assist}, {words.alone}"
    yield "take_up", words.take_up
    own = [(word, text) for word, text in (("next", words.next), ("cross", words.cross)) if text != SUIT]
    if len(own) < 2 or rules.second_suit == "any":
        yield "name", words.name
    if rules.no_trump:
        yield "no_trump", words.name.replace(SUIT, str(Suit.NO_TRUMP))
    yield from own
    if rules.alone_by != "nobody":
        yield "alone", words.alone


def spoken_call_sentence(rules: Ruleset, word: str) -> str:
    """Return a sentence that says when a player makes a call and with which words.

    If a ruleset's players never say the words, the sentence gives the reason.

    ``word`` is the field of ``Words`` that holds the words.

    >>> from uka import ruleset
    >>> spoken_call_sentence(ruleset("tainui"), "assist")
    "The dealer's partner may order it up only by going alone."
    """
    calls = {call.word: call for call in spoken_calls(rules)}
    if word not in calls:
        return NEVER[word]
    said = getattr(rules.words, word) or calls[word].said
    example = ", for example" if SUIT in said else ""
    return f"{calls[word].when}{example}: “{said.replace(SUIT, EXAMPLE)}”."
