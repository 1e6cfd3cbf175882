"""The data for a form of house rules: every value that the form offers is accepted, and all others are refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from uka.core.errors import InvalidRuleset
from uka.core.ruleset import FIELDS, Ruleset, Words
from uka.core.scoring import Scoring
from uka.rulesets.rulebook import sentence
from uka.rulesets.schema import MAX_TEXT, RuleField, schema

ALL = [field for group in schema().groups for field in group.fields]


def offered(field: RuleField) -> list[Any]:
    """Return values that the form offers for a field."""
    match field.kind:
        case "number":
            assert field.least is not None
            assert field.most is not None
            return [field.least, field.most, field.default]
        case "text":
            return ["{suit}", field.default]
        case _:
            return [option.value for option in field.options]


def taken(field: RuleField, value: object) -> Ruleset | InvalidRuleset:
    """Return the rules with a value changed, or the exception that refuses the value."""
    try:
        return Ruleset().changed({field.field: value})
    except InvalidRuleset as refusal:
        return refusal


def test_every_field_is_there_once() -> None:
    tables = {"scoring": Scoring, "words": Words}
    every = {name for name in FIELDS if name not in tables}
    every |= {f"{table}.{name}" for table, part in tables.items() for name in part.__struct_fields__}
    assert sorted(field.field for field in ALL) == sorted(every)


@pytest.mark.parametrize("field", ALL, ids=lambda field: field.field)
def test_what_is_offered_is_taken_unless_it_contradicts_another_field(field: RuleField) -> None:
    assert field.meaning
    assert field.default in offered(field)
    known = {frozenset(pair.fields) for pair in schema().contradictions}
    for value in offered(field):
        rules = taken(field, value)
        if isinstance(rules, InvalidRuleset):
            assert rules.others
            pairs = {frozenset((rules.field, other)) for other in rules.others}
            assert pairs & known or rules.others == ("deals", "clock")
        else:
            told = {option.value: option.sentence for option in field.options}.get(value)
            assert told is None or sentence(rules, field.field).startswith(told)


@pytest.mark.parametrize("field", ALL, ids=lambda field: field.field)
def test_what_is_not_offered_is_refused(field: RuleField) -> None:
    wrong: list[object] = [None, 1.5, "no such value"]
    if field.kind == "number":
        assert field.least is not None
        assert field.most is not None
        wrong += [field.least - 1, field.most + 1, True, str(field.default)]
    if field.kind == "text":
        wrong = [None, 3, True]
        assert field.most == MAX_TEXT
    for value in wrong:
        with pytest.raises(InvalidRuleset) as refusal:
            Ruleset().changed({field.field: value})
        assert refusal.value.field == field.field


def test_a_contradiction_names_both_fields_and_survives_a_process() -> None:
    with pytest.raises(InvalidRuleset) as refusal:
        Ruleset(no_trump=True, benny="blind")
    again = pickle.loads(pickle.dumps(refusal.value))
    for error in (refusal.value, again):
        assert (error.field, error.others) == ("no_trump", ("benny",))
    assert str(again) == str(refusal.value)
