"""The rulebook of a ruleset: a sentence for every field, and a mark on those that we inferred."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, TypeAlias

import msgspec

from uka.core.ruleset import Ruleset
from uka.core.score_markers import score_markers

from . import outcome_values, shared_rules, spoken_calls
from .sentences import NONE, SENTENCES, UNITS

RuleMark: TypeAlias = Literal["stated", "inferred", "default", "changed"]


class Rule(msgspec.Struct, frozen=True):
    """One field in a sentence, or a rule without a field that all rulesets share; its value is None.

    ``mark`` says if the source states it, we inferred it (``why``), it is our default where the source is silent, or a
    house has changed it.
    """

    field: str
    value: object
    sentence: str
    mark: RuleMark
    why: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """Rules that belong together."""

    title: str
    rules: tuple[Rule, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """A whole ruleset, told."""

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
    "Playing alone": (
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
    "What is said": (
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
    """Tell a ruleset, given the marks of its fields and why some are inferred; a field without a mark is a default."""
    chapters = tuple(
        Chapter(title, tuple(_rule(rules, field, marks.get(field, "default"), why) for field in fields))
        for title, fields in {**CHAPTERS, shared_rules.TITLE: tuple(shared_rules.TOLD)}.items()
    )
    return Rulebook(rules.name, rules.title, rules.source, chapters)


def _rule(rules: Ruleset, field: str, mark: RuleMark, why: Mapping[str, str]) -> Rule:
    reason = why.get(field, "") if mark == "inferred" else ""
    return Rule(field, *_told(rules, field), mark, reason)


def different(before: Ruleset, after: Ruleset) -> tuple[str, ...]:
    """The fields of the rulebook whose values two rulesets do not share, or which they tell otherwise."""
    fields = [*(field for chapter in CHAPTERS.values() for field in chapter), *shared_rules.TOLD]
    return tuple([field for field in fields if _told(before, field) != _told(after, field)])


def _told(rules: Ruleset, field: str) -> tuple[object, str]:
    value = None if field in shared_rules.TOLD else value_of(rules, field)
    return value, sentence(rules, field)


def value_of(rules: Ruleset, field: str) -> object:
    """The value of a field, dotted for the tables inside."""
    head, _, inner = field.partition(".")
    value = getattr(rules, head)
    return getattr(value, inner) if inner else value


def sentence(rules: Ruleset, field: str) -> str:
    """One field of a ruleset as a sentence.

    >>> sentence(Ruleset(), "target")
    'The first side to 10 points wins.'
    """
    if field in TOLD:
        return TOLD[field](rules)
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


def _markers(rules: Ruleset) -> str:
    if rules.markers and score_markers(rules, 0) is None:
        return f"No two low cards are known that keep the score of a game to {rules.target}."
    sentences = SENTENCES["markers"]
    assert not isinstance(sentences, str)
    lie = [f"{score} is {score_markers(rules, score)}" for score in range(1, rules.target) if rules.markers]
    shown = f" A score of {'; '.join(lie)}." if lie else ""
    return sentences[rules.markers] + shown


TOLD: dict[str, Callable[[Ruleset], str]] = {
    **shared_rules.TOLD,
    "markers": _markers,
    **{
        f"scoring.{outcome.value}": partial(outcome_values.outcome_sentence, outcome=outcome)
        for outcome in outcome_values.SCORED
    },
    **{f"words.{word}": partial(spoken_calls.spoken_call_sentence, word=word) for word in spoken_calls.WORDS},
}
"""The fields whose sentence depends on other fields too."""
