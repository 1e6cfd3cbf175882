"""The description of all fields of a ruleset, with their meanings and allowed values, for a form that edits one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

import msgspec

from uka.core.ruleset import FIELDS, Ruleset
from uka.core.ruleset_fields import CONTRADICTIONS, unpack

from .rulebook import CHAPTERS, value_of
from .sentences import SENTENCES, UNITS

FieldValue: TypeAlias = bool | int | str
FieldKind: TypeAlias = Literal["choice", "yes_no", "number", "text"]
LONGEST = 200
"""The greatest length of a text, in characters."""
NAMED = ("name", "title", "source")


class Option(msgspec.Struct, frozen=True):
    """A value that a field can have, and the rulebook's sentence for it."""

    value: FieldValue
    sentence: str


class RuleField(msgspec.Struct, frozen=True):
    """A field of a ruleset. The name of a field in a table is dotted, such as ``scoring.march``.

    ``options`` holds the values of a choice or of a yes and no. ``least`` and ``most`` are the limits of a number, or
    of the length of a text. ``unit`` is what a number counts.
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
    """The fields of a chapter of the rulebook."""

    title: str
    fields: tuple[RuleField, ...]


class Contradiction(msgspec.Struct, frozen=True):
    """Two fields some of whose values contradict each other, and the reason."""

    fields: tuple[str, str]
    why: str


class RulesetSchema(msgspec.Struct, frozen=True):
    """All fields in groups, and their contradictions. The defaults are those of the plain American game."""

    groups: tuple[RuleGroup, ...]
    contradictions: tuple[Contradiction, ...]


def schema() -> RulesetSchema:
    """Return the description of all fields.

    >>> pack = schema().groups[1].fields[0]
    >>> pack.field, pack.kind, [option.value for option in pack.options], pack.default
    ('pack', 'choice', [24, 28, 32], 24)
    """
    chapters = {"Its name": NAMED, **CHAPTERS}
    return RulesetSchema(
        tuple(RuleGroup(title, tuple(map(_field, fields))) for title, fields in chapters.items()),
        tuple(Contradiction((first, second), why) for (first, _), (second, _), why in CONTRADICTIONS),
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
