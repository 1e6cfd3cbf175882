"""House rules by the names that players use: each name is unique, and its changes are accepted."""

from __future__ import annotations

import pytest

from uka.core.ruleset import Ruleset
from uka.rulesets.named_rules import NAMED_RULES, NamedRule
from uka.rulesets.rulebook import value_of
from uka.rulesets.schema import schema


def test_every_name_is_there_once() -> None:
    names = [rule.name for rule in NAMED_RULES]
    assert len(set(names)) == len(names)
    assert schema().named == NAMED_RULES
    assert {"Stick the dealer", "Canadian loner", "No trump", "Farmer's hand", "British (benny)"} <= {*names}


@pytest.mark.parametrize("rule", NAMED_RULES, ids=lambda rule: rule.name)
def test_the_changes_of_a_named_rule_are_accepted(rule: NamedRule) -> None:
    changed = Ruleset().changed(rule.changes)
    assert {field: value_of(changed, field) for field in rule.changes} == rule.changes
    assert rule.meaning.endswith(".")
