"""The rulebook of a ruleset: a sentence for every field, and where the field's value comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, TypeAlias

import msgspec

from uka.core.game import BRIDGE_TARGET
from uka.core.ruleset import Ruleset
from uka.core.score_markers import score_markers

from . import outcome_values, shared_rules, spoken_calls
from .players_names import names_of
from .readers_questions import questions
from .sentences import SENTENCES, UNITS, ZERO_SENTENCES

RuleMark: TypeAlias = Literal["stated", "inferred", "default", "changed"]
"""Where a rule comes from.

A "stated" rule is in the ruleset's written source. An "inferred" rule was chosen by Uka. A "default" rule has Uka's
default value. A "changed" rule differs from the shipped ruleset.
"""


class Rule(msgspec.Struct, frozen=True):
    """A rule of a rulebook as a sentence: a field of the ruleset, or a rule that all rulesets share."""

    field: str
    """The name of the field, or of the shared rule."""
    value: object
    """The value of the field, or None for a shared rule."""
    sentence: str
    mark: RuleMark
    """Where the rule comes from."""
    why: str = ""
    """Why Uka chose an "inferred" rule."""
    called: tuple[str, ...] = ()
    """What players call the rule."""
    asked: tuple[str, ...] = ()
    """Questions of readers that the rule answers."""


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a rulebook: its title and its rules, in the order of the book."""

    title: str
    rules: tuple[Rule, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """A ruleset as a book, whose chapters state each rule in a sentence."""

    name: str
    title: str
    source: str
    chapters: tuple[Chapter, ...]


CHAPTERS: dict[str, tuple[str, ...]] = {
    "The pack": ("pack", "benny"),
    "Before the deal": ("draw", "draw_ties", "cut", "packets", "misdeal", "farmers_hand"),
    "Making trump": (
        "natural_needed",
        "dealer_calls_in_second",
        "nobody_calls",
        "second_suit",
        "no_trump",
        "keep_upcard",
        "upcard_stays",
        "turned_down",
    ),
    "Going alone": (
        "alone_by",
        "alone_asked",
        "partner_alone",
        "dealer_out",
        "lone_must_march",
        "defend_alone",
        "loner_lead",
        "partners_best",
    ),
    "The play": ("must_head", "first_lead_trump", "claims", "cards_played", "revoke_penalty", "revoke_then"),
    "Scoring": (
        "scoring.made",
        "scoring.march",
        "scoring.lone_made",
        "scoring.lone_march",
        "scoring.euchred",
        "scoring.lone_euchred",
        "scoring.defended_alone",
    ),
    "The game": ("target", "deals", "clock", "rubber", "bridge", "markers"),
    "What players say": (
        "words.decline",
        "words.turn_down",
        "words.order_up",
        "words.assist",
        "words.assist_alone",
        "words.take_up",
        "words.name",
        "words.next",
        "words.cross",
        "words.alone",
        "words.other_talk",
    ),
}


def rulebook(rules: Ruleset, marks: Mapping[str, RuleMark], why: Mapping[str, str]) -> Rulebook:
    """Return the rulebook of ``rules``.

    ``marks`` maps fields to where their values come from. A field that is missing gets the mark "default". ``why`` maps
    fields to the reasons for inferred values.
    """
    chapters = tuple(
        Chapter(title, tuple(_rule(rules, field, marks.get(field, "default"), why) for field in fields))
        for title, fields in _contents().items()
    )
    return Rulebook(rules.name, rules.title, rules.source, chapters)


def _contents() -> dict[str, tuple[str, ...]]:
    """Return a dict from the title of each chapter to its fields and the names of its shared rules.

    Most shared rules are in the last chapter, which has no fields.
    """
    before = shared_rules.BEFORE
    chapters = {
        title: tuple([each for field in fields for each in (*before.get(field, ()), field)])
        for title, fields in CHAPTERS.items()
    }
    placed = {each for fields in before.values() for each in fields}
    return {**chapters, shared_rules.TITLE: tuple([each for each in shared_rules.SENTENCES if each not in placed])}


def _rule(rules: Ruleset, field: str, mark: RuleMark, why: Mapping[str, str]) -> Rule:
    reason = why.get(field, "") if mark == "inferred" else ""
    value, text = _value_and_sentence(rules, field)
    return Rule(field, value, text, mark, reason, names_of(field, value), questions(field))


def different_fields(before: Ruleset, after: Ruleset) -> tuple[str, ...]:
    """Return the fields and shared rules whose values or sentences differ between two rulesets."""
    fields = [*(field for chapter in CHAPTERS.values() for field in chapter), *shared_rules.SENTENCES]
    return tuple([field for field in fields if _value_and_sentence(before, field) != _value_and_sentence(after, field)])


def _value_and_sentence(rules: Ruleset, field: str) -> tuple[object, str]:
    value = None if field in shared_rules.SENTENCES else value_of(rules, field)
    return value, sentence(rules, field)


def value_of(rules: Ruleset, field: str) -> object:
    """Return the value of ``field`` in ``rules``. For a nested field, give a dotted name like ``scoring.march``."""
    head, _, inner = field.partition(".")
    value = getattr(rules, head)
    return getattr(value, inner) if inner else value


def sentence(rules: Ruleset, field: str) -> str:
    """Return the rulebook's sentence about ``field``, or about a shared rule, under ``rules``.

    >>> sentence(Ruleset(), "target")
    'The first side to 10 points wins.'
    """
    if field in COMPUTED:
        return COMPUTED[field](rules)
    value = value_of(rules, field)
    sentences = SENTENCES[field]
    if not isinstance(sentences, str):
        return sentences[value]
    if not value and field in ZERO_SENTENCES:
        return ZERO_SENTENCES[field]
    shown = _with_unit(value, UNITS.get(field, "point")) if isinstance(value, int) else value
    return sentences.format(value=shown)


def _with_unit(count: int, unit: str) -> str:
    if not unit:
        return str(count)
    return f"{count or 'no'} {unit if count == 1 else unit + 's'}"


def _natural_needed(rules: Ruleset) -> str:
    """Return the sentence on whether a player must hold a card of a suit to call that suit.

    If so, and if the pack has a joker, it adds that the benny (the joker) does not count as such a card.
    """
    sentences = SENTENCES["natural_needed"]
    assert not isinstance(sentences, str)
    benny = " The benny doesn't count either." if rules.natural_needed and rules.joker else ""
    return sentences[rules.natural_needed] + benny


def _defend_alone(rules: Ruleset) -> str:
    """Return the sentence about lone defenders. Where any player may go alone, defenders may too."""
    sentences = SENTENCES["defend_alone"]
    assert not isinstance(sentences, str)
    if rules.alone_by == "anyone" and rules.defend_alone == "off":
        return sentences["always"]
    return sentences[rules.defend_alone]


def _bridge(rules: Ruleset) -> str:
    """Return the sentence about the term "at the bridge", which has a meaning only in a game to five."""
    sentences = SENTENCES["bridge"]
    assert not isinstance(sentences, str)
    if not rules.bridge or rules.target == BRIDGE_TARGET:
        return sentences[rules.bridge]
    length = f"is to {rules.target}" if rules.target else "has no target"
    return f"{sentences[True]} This game {length}, so no score has a special name."


def _markers(rules: Ruleset) -> str:
    """Return the sentences about the two low cards that keep the score.

    If the rules use such cards, the sentences say how the cards lie at each score.
    """
    if rules.markers and score_markers(rules, 0) is None:
        return f"No two low cards are known that keep the score of a game to {rules.target}."
    sentences = SENTENCES["markers"]
    assert not isinstance(sentences, str)
    if not rules.markers:
        return sentences[False]
    positions = [f"{score} is {score_markers(rules, score)}" for score in range(1, rules.target)]
    return f"{sentences[True]} A score of {'; '.join(positions)}."


COMPUTED: dict[str, Callable[[Ruleset], str]] = {
    **shared_rules.SENTENCES,
    "natural_needed": _natural_needed,
    "defend_alone": _defend_alone,
    "bridge": _bridge,
    "markers": _markers,
    **{
        f"scoring.{outcome.value}": partial(outcome_values.outcome_sentence, outcome=outcome)
        for outcome in outcome_values.SCORED
    },
    **{f"words.{word}": partial(spoken_calls.spoken_call_sentence, word=word) for word in spoken_calls.WORDS},
}
"""A dict from each shared rule, and each field whose sentence depends on other fields too, to a function.

The function takes a ruleset and returns the sentence.
"""
