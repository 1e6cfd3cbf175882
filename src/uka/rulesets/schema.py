"""The meanings and allowed values of all fields of a ruleset, for a form that edits a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

import msgspec

from uka.core.ruleset import FIELDS, Ruleset
from uka.core.ruleset_fields import CONTRADICTIONS, unpack

from .named_rules import NAMED_RULES, FieldValue, NamedRule
from .rulebook import CHAPTERS, value_of
from .sentences import SENTENCES, UNITS

FieldKind: TypeAlias = Literal["choice", "yes_no", "number", "text"]
LONGEST = 200
"""The maximum number of characters in a text field."""
NAMED = ("name", "title", "source")


class Option(msgspec.Struct, frozen=True):
    """An allowed value of a field, and the rulebook's sentence for that value."""

    value: FieldValue
    sentence: str


class RuleField(msgspec.Struct, frozen=True):
    """A field of a ruleset. The dotted name ``scoring.march`` names the field ``march`` of ``scoring``.

    ``options`` lists the allowed values of a field whose kind is "choice" or "yes_no". ``least`` and ``most`` are the
    inclusive limits of a number, or of the number of characters in a text. ``unit`` is the noun for what a number
    counts, such as "minute".
    """

    field: str
    kind: FieldKind
    meaning: str
    default: FieldValue
    options: tuple[Option, ...] = ()
    least: int | None = None
    most: int | None = None
    unit: str = ""


class RuleGroup(msgspec.Struct, frozen=True):
    """The fields of one chapter of the rulebook, as a group of the form."""

    title: str
    fields: tuple[RuleField, ...]


class Contradiction(msgspec.Struct, frozen=True):
    """Two fields that can have contradictory values, and the reason why these values contradict each other."""

    fields: tuple[str, str]
    why: str


class RulesetSchema(msgspec.Struct, frozen=True):
    """All fields of a ruleset in groups, the pairs of fields that can contradict each other, and named house rules.

    The default values of the fields are the rules of the common American game.
    """

    groups: tuple[RuleGroup, ...]
    contradictions: tuple[Contradiction, ...]
    named: tuple[NamedRule, ...]


def schema() -> RulesetSchema:
    """Return the meanings and allowed values of all fields of a ruleset.

    >>> pack = schema().groups[1].fields[0]
    >>> pack.field, pack.kind, [option.value for option in pack.options], pack.default
    ('pack', 'choice', [24, 28, 32], 24)
    """
    chapters = {"Its name": NAMED, **CHAPTERS}
    return RulesetSchema(
        tuple(RuleGroup(title, tuple(map(_field, fields))) for title, fields in chapters.items()),
        tuple(Contradiction((first, second), why) for (first, _), (second, _), why in CONTRADICTIONS),
        NAMED_RULES,
    )


def _field(field: str) -> RuleField:
    base, metas = unpack(_hint(field))
    meaning = next(meta.description for meta in reversed(metas) if meta.description)
    default = cast(FieldValue, value_of(Ruleset(), field))
    if get_origin(base) is Literal or base is bool:
        kind, values = ("yes_no", (True, False)) if base is bool else ("choice", get_args(base))
        return RuleField(field, cast(FieldKind, kind), meaning, default, tuple(_options(field, values)))
    if base is int:
        least = max(meta.ge for meta in metas if meta.ge is not None)
        most = min(meta.le for meta in metas if meta.le is not None)
        return RuleField(field, "number", meaning, default, (), int(least), int(most), UNITS.get(field, "point"))
    return RuleField(field, "text", meaning, default, (), 0, LONGEST)


def _hint(field: str) -> Any:
    head, _, inner = field.partition(".")
    if not inner:
        return FIELDS[field]
    part, _ = unpack(FIELDS[head])
    return get_type_hints(part, include_extras=True)[inner]


def _options(field: str, values: tuple[FieldValue, ...]) -> Iterator[Option]:
    sentences = SENTENCES[field]
    assert not isinstance(sentences, str)
    for value in values:
        yield Option(value, sentences[value])
