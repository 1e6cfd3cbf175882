"""What players say when they call trump or pass under a ruleset, and when they say it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uka.core.cards import Suit
from uka.core.ruleset import Ruleset

SUIT = "{suit}"
"""The text in the fields of ``Words`` that stands for the name of the suit that is called."""
ANY_SUIT = "(suit)"
"""The text in a ``SpokenCall`` that stands for the name of the suit that is called."""
EXAMPLE_SUIT = str(Suit.HEARTS)
"""The suit that the sentences of a rulebook use as an example."""
OCCASIONS = {
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
"""A dict from a field of ``Words`` to when a player says these words, in the order of a deal.

Only "no_trump" is no field. To name no trump, a player says the words of the field "name", with "no trump" in place of
the suit.
"""
WORDS = tuple(word for word in OCCASIONS if word != "no_trump")
WHY_NEVER_SAID = {
    "assist": "The dealer's partner may order it up only by going alone.",
    "assist_alone": "The dealer's partner may not order it up alone in one call.",
    "name": "Each suit is named in the words for its colour.",
    "next": "There are no special words for the other suit of the turn-up's colour.",
    "cross": "There are no special words for a suit of the other colour.",
    "alone": "Nobody goes alone, so there is nothing to say.",
}
"""A dict from a field of ``Words`` to the sentence that says why its words are never said, under rules where so."""


class SpokenCall(msgspec.Struct, frozen=True):
    """What a player says on one occasion."""

    word: str
    """The field of ``Words`` that holds what is said, or "no_trump"."""
    when: str
    """The occasion, such as "Passing"."""
    said: str
    """What the player says. ``ANY_SUIT`` stands for the name of a suit."""


def spoken_calls(rules: Ruleset) -> tuple[SpokenCall, ...]:
    """Return what players can say under ``rules``, in the order of a deal.

    >>> from uka import ruleset
    >>> [call.said for call in spoken_calls(ruleset("bicycle"))][-3:]
    ['making it next: (suit)', 'crossing it: (suit)', 'alone']
    """
    return tuple(
        [SpokenCall(word, OCCASIONS[word], text.replace(SUIT, ANY_SUIT)) for word, text in _possible_words(rules)]
    )


def _possible_words(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield each occasion that can arise under ``rules`` (a key of ``OCCASIONS``), and what a player then says."""
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
    colours = [(word, text) for word, text in (("next", words.next), ("cross", words.cross)) if text != SUIT]
    if len(colours) < 2 or rules.second_suit == "any":
        yield "name", words.name
    if rules.no_trump:
        yield "no_trump", words.name.replace(SUIT, str(Suit.NO_TRUMP))
    yield from colours
    if rules.alone_by != "nobody":
        yield "alone", words.alone


def spoken_call_sentence(rules: Ruleset, word: str) -> str:
    """Return a sentence that says when a player makes the call ``word``, and with which words.

    ``word`` is a field of ``Words``, such as "assist". If nobody ever says those words under ``rules``, the sentence
    says why.

    >>> from uka import ruleset
    >>> spoken_call_sentence(ruleset("tainui"), "assist")
    "The dealer's partner may order it up only by going alone."
    """
    calls = {call.word: call for call in spoken_calls(rules)}
    if word not in calls:
        return WHY_NEVER_SAID[word]
    said = getattr(rules.words, word) or calls[word].said
    example = ", for example" if SUIT in said else ""
    return f"{calls[word].when}{example}: “{said.replace(SUIT, EXAMPLE_SUIT)}”."
