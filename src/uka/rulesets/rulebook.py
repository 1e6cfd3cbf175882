"""The rulebook of a ruleset: a sentence for every field, and the origin of the field's value."""

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
from .sentences import NONE, SENTENCES, UNITS

RuleMark: TypeAlias = Literal["stated", "inferred", "default", "changed"]


class Rule(msgspec.Struct, frozen=True):
    """A rule as a sentence. The rule is a field of the ruleset, or a rule that all rulesets share.

    A shared rule has no ``value``. ``mark`` is the origin of the rule. A "stated" rule is in the source. Uka chose an
    "inferred" rule for the reason ``why``. A "default" rule has Uka's default value. A "changed" rule differs from the
    shipped ruleset. ``called`` lists what players call the rule, ``asked`` questions of readers that it answers.
    """

    field: str
    value: object
    sentence: str
    mark: RuleMark
    why: str = ""
    called: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a rulebook: its title and its rules, in the order of the book."""

    title: str
    rules: tuple[Rule, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """A ruleset as a book, with chapters that state each rule in a sentence."""

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
    """Return the rulebook of a ruleset.

    ``marks`` holds the origins of the fields' values. A field that is missing gets the mark "default". ``why`` holds
    the reasons for inferred values, by field.
    """
    chapters = tuple(
        Chapter(title, tuple(_rule(rules, field, marks.get(field, "default"), why) for field in fields))
        for title, fields in _contents().items()
    )
    return Rulebook(rules.name, rules.title, rules.source, chapters)


def _contents() -> dict[str, tuple[str, ...]]:
    """Return the fields and the shared rules of each chapter. Most shared rules are in the last chapter."""
    before = shared_rules.BEFORE
    chapters = {
        title: tuple([each for field in fields for each in (*before.get(field, ()), field)])
        for title, fields in CHAPTERS.items()
    }
    placed = {each for fields in before.values() for each in fields}
    return {**chapters, shared_rules.TITLE: tuple([each for each in shared_rules.SENTENCES if each not in placed])}


def _rule(rules: Ruleset, field: str, mark: RuleMark, why: Mapping[str, str]) -> Rule:
    reason = why.get(field, "") if mark == "inferred" else ""
    value, told = _value_and_sentence(rules, field)
    return Rule(field, value, told, mark, reason, names_of(field, value), questions(field))


def different(before: Ruleset, after: Ruleset) -> tuple[str, ...]:
    """Return the fields whose values or rulebook sentences differ between two rulesets."""
    fields = [*(field for chapter in CHAPTERS.values() for field in chapter), *shared_rules.SENTENCES]
    return tuple([field for field in fields if _value_and_sentence(before, field) != _value_and_sentence(after, field)])


def _value_and_sentence(rules: Ruleset, field: str) -> tuple[object, str]:
    value = None if field in shared_rules.SENTENCES else value_of(rules, field)
    return value, sentence(rules, field)


def value_of(rules: Ruleset, field: str) -> object:
    """Return the value of a field. The dotted name ``scoring.march`` names the field ``march`` of ``scoring``."""
    head, _, inner = field.partition(".")
    value = getattr(rules, head)
    return getattr(value, inner) if inner else value


def sentence(rules: Ruleset, field: str) -> str:
    """Return the rulebook's sentence for the value that a field has in a ruleset.

    >>> sentence(Ruleset(), "target")
    'The first side to 10 points wins.'
    """
    if field in COMPUTED:
        return COMPUTED[field](rules)
    value, text = value_of(rules, field), SENTENCES[field]
    if not isinstance(text, str):
        return text[value]
    if not value and field in NONE:
        return NONE[field]
    return text.format(value=_counted(value, UNITS.get(field, "point")) if isinstance(value, int) else value)


def _counted(count: int, unit: str) -> str:
    if not unit:
        return str(count)
    return f"{count or 'no'} {unit}{'s' * (count != 1)}"


def _natural_needed(rules: Ruleset) -> str:
    """Return the sentence about the cards that a call needs. It names the benny if the pack has one."""
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
    """Return the sentence of the term "at the bridge", which belongs to a game to five."""
    sentences = SENTENCES["bridge"]
    assert not isinstance(sentences, str)
    if not rules.bridge or rules.target == BRIDGE_TARGET:
        return sentences[rules.bridge]
    this = f"is to {rules.target}" if rules.target else "has no target"
    return f"{sentences[True]} This game {this}, so no score has a special name."


def _markers(rules: Ruleset) -> str:
    if rules.markers and score_markers(rules, 0) is None:
        return f"No two low cards are known that keep the score of a game to {rules.target}."
    sentences = SENTENCES["markers"]
    assert not isinstance(sentences, str)
    lie = [f"{score} is {score_markers(rules, score)}" for score in range(1, rules.target) if rules.markers]
    shown = f" A score of {'; '.join(lie)}." if lie else ""
    return sentences[rules.markers] + shown


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
"""The functions that return the sentences of the shared rules and of some fields.

The sentences of these fields depend on the values of other fields too.
"""
