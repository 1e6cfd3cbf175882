"""Validation of a ruleset's fields: wrong types, wrong values and contradictory values.

The module also makes the phrases that describe a field's allowed values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from .errors import ContradictoryRules, InvalidRuleset, UnknownRule, value_text


def about(text: str) -> Meta:
    """Return type metadata that describes a field of a ruleset, for ``Annotated``."""
    return Meta(description=text)


Condition = tuple[str, Callable[[Any], bool]]
CONTRADICTIONS: tuple[tuple[Condition, Condition, str], ...] = (
    (("no_trump", bool), ("benny", lambda v: v != "off"), "the benny is always a trump"),
    (("rubber", bool), ("clock", bool), "a rubber's games end at the target, not at a bell"),
    (("rubber", bool), ("deals", bool), "a rubber's games end at the target, not after a number of deals"),
    (("rubber", bool), ("target", lambda v: v == 0), "a rubber's games end at the target"),
    (
        ("dealer_calls_in_second", lambda v: not v),
        ("nobody_calls", lambda v: v == "dealer_names"),
        "a dealer who has no call in the second round can't be made to name a suit",
    ),
    (
        ("partner_alone", lambda v: v != "off"),
        ("alone_by", lambda v: v == "nobody"),
        "the dealer's partner could not call at all",
    ),
    (
        ("defend_alone", lambda v: v != "off"),
        ("alone_by", lambda v: v == "nobody"),
        "nobody may go alone, so no defender may",
    ),
)


def contradictions(rules: object) -> Iterator[ContradictoryRules]:
    """Yield an error for each pair of fields of the ruleset ``rules`` whose values contradict each other."""
    for (a, is_a), (b, is_b), why in CONTRADICTIONS:
        x, y = getattr(rules, a), getattr(rules, b)
        if is_a(x) and is_b(y):
            yield ContradictoryRules((a, x), (b, y), why)


def parse_table(key: str, part: type[Any], value: object) -> object:
    """Return ``value``, a TOML table of a ruleset, as a struct of type ``part``. ``key`` is the name of the table.

    Raise ``InvalidRuleset`` if ``value`` is not a table, or if it has an unknown key. The values in it are not checked
    here.
    """
    if isinstance(value, part):
        return value
    if not isinstance(value, Mapping):
        raise InvalidRuleset(key, value, f"a table of {names_text(part.__struct_fields__)}")
    table = dict(cast(Mapping[str, object], value))
    hints = fields_of(part)
    for name, inner in table.items():
        if name not in hints:
            raise UnknownRule(
                f"{key}.{name}", inner, names_text(hints), f"there is no {key}.{name}; {key} has {names_text(hints)}"
            )
    return part(**table)


@cache
def fields_of(part: type[msgspec.Struct]) -> Mapping[str, object]:
    """Return a dict from the name of each field of the struct type ``part`` to the field's type with its metadata."""
    return get_type_hints(part, include_extras=True)


def unknown_rule(key: str, value: object, names: object) -> UnknownRule:
    """Return the error for ``key``, which is no field of a ruleset. ``names`` holds the names of the fields.

    If ``value`` is a TOML table, the error also names its first key.
    """
    name = ".".join((key, *_first_key(value)))
    return UnknownRule(
        name, value, names_text(names), f"there is no rule named {name!r}; the rules are {names_text(names)}"
    )


def _first_key(value: object) -> list[str]:
    return list(cast(Mapping[str, object], value))[:1] if isinstance(value, Mapping) else []


def merged(base: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """Return a copy of ``base`` with ``changes`` applied. Nested tables are merged key by key.

    A dotted key in ``changes``, such as ``scoring.march``, stands for a key of a nested table.
    """
    result = dict(base)
    for key, value in changes.items():
        head, _, rest = key.partition(".")
        inner: object = {rest: value} if rest else value
        old = result.get(head)
        if isinstance(inner, Mapping) and isinstance(old, Mapping):
            inner = merged(cast(Mapping[str, object], old), cast(Mapping[str, object], inner))
        result[head] = inner
    return result


def differing(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, object]:
    """Return the items of ``values`` that differ from those in ``defaults``, and of nested dicts only what differs."""
    return {
        name: differing(cast(dict[str, Any], value), defaults[name]) if isinstance(value, dict) else value
        for name, value in values.items()
        if value != defaults[name]
    }


def names_text(names: object) -> str:
    """Return the strings in ``names`` as one text, in alphabetical order and separated by commas."""
    return ", ".join(sorted(cast(Mapping[str, object], names)))


def allowed(hint: object) -> str:
    """Return a phrase that describes the values that a field of the type ``hint`` may have.

    >>> allowed(Literal[24, 28, 32])
    '24, 28 or 32'
    """
    base, metas = unpack(hint)
    if get_origin(base) is Literal:
        values = [value_text(v) for v in get_args(base)]
        return " or ".join((", ".join(values[:-1]), values[-1]))
    if base is bool:
        return "true or false"
    if base is int:
        low = max(m.ge for m in metas if m.ge is not None)
        high = min(m.le for m in metas if m.le is not None)
        return f"a whole number from {low} to {high}"
    return "text" if base is str else f"a table of {names_text(cast(Any, base).__struct_fields__)}"


def unpack(hint: object) -> tuple[object, list[Meta]]:
    """Strip all ``Annotated`` layers from ``hint``. Return the bare type, and the metadata of the layers.

    The metadata of the innermost layer comes first.
    """
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        inner, inner_metas = unpack(base)
        return inner, [*inner_metas, *metas]
    return hint, []


def wrong_values(rules: msgspec.Struct, hints: Mapping[str, object]) -> Iterator[InvalidRuleset]:
    """Yield an error for each field of the ruleset ``rules`` whose value is not allowed.

    ``hints`` is a dict from the name of each field to its type.
    """
    for field, value in _changed_values(rules):
        hint = hints[field]
        part, _ = unpack(hint)
        if not (isinstance(part, type) and issubclass(part, msgspec.Struct)):
            yield from _value_errors(field, value, hint)
        elif not isinstance(value, part):
            yield InvalidRuleset(field, value, allowed(hint))
        else:
            inner_hints = fields_of(part)
            for name, inner in _changed_values(value):
                yield from _value_errors(f"{field}.{name}", inner, inner_hints[name])


def _changed_values(struct: msgspec.Struct) -> Iterator[tuple[str, object]]:
    """Yield the name and the value of each field that may differ from its default. A default needs no check."""
    for name, default in _defaults_of(type(struct)):
        value = getattr(struct, name)
        table = isinstance(value, msgspec.Struct)  # its equality would not tell 1 from true
        if table or type(value) is not type(default) or value != default:
            yield name, value


@cache
def _defaults_of(part: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """Return the name and the default of each field of a struct; the default is ``NODEFAULT`` if there is none."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(part))


def _value_errors(name: str, value: object, hint: object) -> Iterator[InvalidRuleset]:
    try:
        msgspec.convert(value, hint, strict=True)
    except msgspec.ValidationError:
        yield InvalidRuleset(name, value, allowed(hint))
    else:
        if isinstance(value, str) and not value.isprintable():  # it may hold a terminal's escape codes
            yield InvalidRuleset(name, value, "text of characters that are displayed, in one line")
