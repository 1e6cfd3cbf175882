"""The names that players use, found by a field or by what somebody wrote in place of a field's name."""

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
    """Return the names that players use for values of a field, by value. A rule of several fields is at its first.

    >>> names_by_value("nobody_calls")["dealer_names"]
    ('Stick the dealer',)
    """
    named = [(rule.changes[field], rule.name) for rule in NAMED_RULES if next(iter(rule.changes)) == field]
    return {value: tuple([name for other, name in named if other == value]) for value, _ in named}


def names_of(field: str, value: object) -> tuple[str, ...]:
    """Return what players call a field that has a value: the value, or the field itself if no value has a name.

    >>> names_of("farmers_hand", "low"), names_of("farmers_hand", "off"), names_of("revoke_penalty", 2)
    (("Farmer's hand",), (), ('renege',))
    """
    values = names_by_value(field)
    return values.get(value, ()) if values else FIELD_NAMES.get(field, ())


def settings(rule: NamedRule) -> tuple[str, ...]:
    """Return a named rule as lines of a ruleset file, one for each field that it sets.

    >>> settings(NAMED_RULES[0])
    ('nobody_calls = "dealer_names"', 'dealer_calls_in_second = true')
    """
    return tuple([f"{field} = {msgspec.json.encode(value).decode()}" for field, value in rule.changes.items()])


def meant(name: str) -> str:
    """Return the rules for which somebody may have written a name, as they stand in a ruleset file, or nothing.

    >>> meant("stick_the_dealer")
    'nobody_calls = "dealer_names" and dealer_calls_in_second = true'
    >>> meant("bottoms"), meant("pakc"), meant("scoring.pack"), meant("frobnicate")
    ('farmers_hand = "low" or farmers_hand = "exchange"', 'pack', 'pack', '')
    """
    table, _, inner = name.rpartition(".")
    if table and (same := [field for field in every_field() if field.endswith(f".{inner}")]):
        return same[0]
    known = _settings()
    found = known.get(_spelling(name)) or known.get(_spelling(inner))
    if found:
        return " or ".join(found[:MAX_SUGGESTIONS])
    return inner if inner in every_field() else _near(inner)


def _near(name: str) -> str:
    """Return the field or table, or else the values of fields, with a name that is spelled almost like ``name``."""
    fields = {_spelling(part): part for part in ("scoring", "words")}
    fields |= {_spelling(part): field for field in every_field() for part in (field, field.rpartition(".")[2])}
    names = {spelled: found[0] for spelled, found in _settings().items()}
    for known, cutoff in ((fields, 0.75), (names, 0.8)):
        if near := get_close_matches(_spelling(name), known, 1, cutoff):
            return known[near[0]]
    return ""


def _spelling(text: str) -> str:
    """Return the letters and digits of a text, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


@cache
def _settings() -> dict[str, list[str]]:
    """Return the settings for each name, by the letters and digits of the name."""
    found = dict[str, list[str]]()
    for name, setting in _named():
        found.setdefault(_spelling(name), []).append(setting)
    return found


def _named() -> Iterator[tuple[str, str]]:
    yield from ((rule.name, " and ".join(settings(rule))) for rule in NAMED_RULES)
    yield from ((name, " and ".join(settings(rule))) for rule in NAMED_RULES for name in rule.also)
    yield from ((name, field) for field, names in FIELD_NAMES.items() for name in names)
