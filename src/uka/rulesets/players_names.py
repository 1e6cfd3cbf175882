"""The names that players use for a field or its values, and the fields that a wrong name may mean."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

import msgspec

from uka.core.ruleset import every_field

from .named_rules import FIELD_NAMES, NAMED_RULES, NamedRule

MAX_SUGGESTIONS = 3
"""The maximum number of rules that are suggested for one name."""


def names_by_value(field: str) -> dict[object, tuple[str, ...]]:
    """Return a dict from values of ``field`` to the names that players use for them.

    A named rule that sets several fields is found only by the first of them.

    >>> names_by_value("nobody_calls")["dealer_names"]
    ('Stick the dealer',)
    """
    names = dict[object, tuple[str, ...]]()
    for rule in NAMED_RULES:
        if field == next(iter(rule.changes)):
            value = rule.changes[field]
            names[value] = (*names.get(value, ()), rule.name)
    return names


def names_of(field: str, value: object) -> tuple[str, ...]:
    """Return the names that players use for the value ``value`` of ``field``.

    If no value of ``field`` has a name, return the names that players use for ``field`` itself.

    >>> names_of("farmers_hand", "low"), names_of("farmers_hand", "off"), names_of("revoke_penalty", 2)
    (("Farmer's hand",), (), ('renege',))
    """
    by_value = names_by_value(field)
    return by_value.get(value, ()) if by_value else FIELD_NAMES.get(field, ())


def file_lines(rule: NamedRule) -> tuple[str, ...]:
    """Return ``rule`` as lines of a ruleset file, one for each field that it sets.

    >>> file_lines(NAMED_RULES[0])
    ('nobody_calls = "dealer_names"', 'dealer_calls_in_second = true')
    """
    return tuple([f"{field} = {msgspec.json.encode(value).decode()}" for field, value in rule.changes.items()])


def suggested_rules(name: str) -> str:
    """Return the fields or lines of a ruleset file that somebody who wrote ``name`` may have meant, or "".

    >>> suggested_rules("stick_the_dealer")
    'nobody_calls = "dealer_names" and dealer_calls_in_second = true'
    >>> [suggested_rules(name) for name in ("bottoms", "pakc", "scoring.pack", "frobnicate")]
    ['farmers_hand = "low" or farmers_hand = "exchange"', 'pack', 'pack', '']
    """
    table, _, inner = name.rpartition(".")
    if table and (same := [field for field in every_field() if field.endswith(f".{inner}")]):
        return same[0]
    by_name = _rules_by_name()
    rules = by_name.get(_spelling(name)) or by_name.get(_spelling(inner))
    if rules:
        return " or ".join(rules[:MAX_SUGGESTIONS])
    return inner if inner in every_field() else _similar_name(inner)


def _similar_name(name: str) -> str:
    """Return the field or table, or else the rule, whose name is spelled almost like ``name``, or ""."""
    fields = {_spelling(table): table for table in ("scoring", "words")}
    for field in every_field():
        _, _, inner = field.rpartition(".")
        fields[_spelling(field)] = fields[_spelling(inner)] = field
    first_rules = {spelling: rules[0] for spelling, rules in _rules_by_name().items()}
    for by_spelling, cutoff in ((fields, 0.75), (first_rules, 0.8)):
        if similar := get_close_matches(_spelling(name), by_spelling, 1, cutoff):
            return by_spelling[similar[0]]
    return ""


def _spelling(text: str) -> str:
    """Return only the letters and digits of ``text``, in lower case, so that spellings can be compared."""
    return "".join(filter(str.isalnum, text.lower()))


@cache
def _rules_by_name() -> dict[str, list[str]]:
    """Return a dict from each name that players use, as ``_spelling`` reduces it, to the rules that it may mean."""
    by_name = dict[str, list[str]]()
    for name, rule in _names_and_rules():
        by_name.setdefault(_spelling(name), []).append(rule)
    return by_name


def _names_and_rules() -> Iterator[tuple[str, str]]:
    """Yield each name that players use for a rule, and what it means: lines of a ruleset file, or a field."""
    yield from ((rule.name, " and ".join(file_lines(rule))) for rule in NAMED_RULES)
    yield from ((name, " and ".join(file_lines(rule))) for rule in NAMED_RULES for name in rule.also)
    yield from ((name, field) for field, names in FIELD_NAMES.items() for name in names)
