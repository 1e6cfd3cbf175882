"""What each field of a ruleset means and which values it may have, for a form in which a ruleset is edited."""

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
MAX_TEXT = 200
"""The maximum number of characters in a text field."""
NAME_FIELDS = ("name", "title", "source")


class Option(msgspec.Struct, frozen=True):
    """A value that a field may have, and the rulebook's sentence about it."""

    value: FieldValue
    sentence: str


class RuleField(msgspec.Struct, frozen=True):
    """A field of a ruleset, as a form shows it."""

    field: str
    """The name of the field. The name ``scoring.march`` is that of ``march`` in ``scoring``."""
    kind: FieldKind
    meaning: str
    default: FieldValue
    options: tuple[Option, ...] = ()
    """The allowed values, if ``kind`` is "choice" or "yes_no"."""
    least: int | None = None
    """The smallest allowed number, or the smallest number of characters of a text."""
    most: int | None = None
    """The largest allowed number, or the largest number of characters of a text."""
    unit: str = ""
    """The noun for what a number counts, such as "minute"."""


class RuleGroup(msgspec.Struct, frozen=True):
    """A group of fields in the form, with its title: the fields of one chapter of the rulebook."""

    title: str
    fields: tuple[RuleField, ...]


class Contradiction(msgspec.Struct, frozen=True):
    """Two fields that contradict each other if they have certain values, and the reason why."""

    fields: tuple[str, str]
    why: str


class RulesetSchema(msgspec.Struct, frozen=True):
    """The data for a form that edits a ruleset: all fields, and what applies to several fields together."""

    groups: tuple[RuleGroup, ...]
    """All fields of a ruleset. Their default values are the rules of the common American game."""
    contradictions: tuple[Contradiction, ...]
    """The pairs of fields whose values can contradict each other."""
    named: tuple[NamedRule, ...]
    """The house rules that have a name among players."""


def schema() -> RulesetSchema:
    """Return what each field of a ruleset means, and which values it may have.

    >>> pack = schema().groups[1].fields[0]
    >>> pack.field, pack.kind, [option.value for option in pack.options], pack.default
    ('pack', 'choice', [24, 28, 32], 24)
    """
    chapters = {"Its name": NAME_FIELDS, **CHAPTERS}
    return RulesetSchema(
        tuple(RuleGroup(title, tuple(map(_rule_field, fields))) for title, fields in chapters.items()),
        tuple(Contradiction((first, second), why) for (first, _), (second, _), why in CONTRADICTIONS),
        NAMED_RULES,
    )


def _rule_field(field: str) -> RuleField:
    base, metas = unpack(_type_hint(field))
    meaning = next(meta.description for meta in reversed(metas) if meta.description)
    default = cast(FieldValue, value_of(Ruleset(), field))
    if base is bool:
        return RuleField(field, "yes_no", meaning, default, options=tuple(_options(field, (True, False))))
    if get_origin(base) is Literal:
        return RuleField(field, "choice", meaning, default, options=tuple(_options(field, get_args(base))))
    if base is int:
        least = max(meta.ge for meta in metas if meta.ge is not None)
        most = min(meta.le for meta in metas if meta.le is not None)
        unit = UNITS.get(field, "point")
        return RuleField(field, "number", meaning, default, least=int(least), most=int(most), unit=unit)
    return RuleField(field, "text", meaning, default, least=0, most=MAX_TEXT)


def _type_hint(field: str) -> Any:
    """Return the type of ``field`` with its metadata."""
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
