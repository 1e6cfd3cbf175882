"""House rules by the names that players use: each name is unique, and its changes are accepted."""

from __future__ import annotations

import json
import pickle

import pytest

from uka import rulesets
from uka.core.errors import UnknownRule
from uka.core.ruleset import Ruleset, every_field
from uka.rulesets.named_rules import FIELD_NAMES, NAMED_RULES, NamedRule
from uka.rulesets.rulebook import CHAPTERS, value_of
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


@pytest.mark.parametrize("rule", NAMED_RULES, ids=lambda rule: rule.name)
def test_a_refusal_suggests_the_fields_of_a_players_name(rule: NamedRule) -> None:
    wanted = " and ".join(f"{field} = {json.dumps(value)}" for field, value in rule.changes.items())
    for name in {rule.name, rule.name.lower().replace(" ", "_")} - {*every_field()}:
        with pytest.raises(UnknownRule) as refused:
            rulesets.find("knock", {name: True})
        assert wanted in str(refused.value)
        assert "the rules are" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pakc", "did you mean pack?"),
        ("farmers-hand", 'did you mean farmers_hand = "low" or farmers_hand = "exchange"?'),
        ("renege", "did you mean revoke_penalty or revoke_then?"),
        ("march", "did you mean scoring.march?"),
        ("scoring.sweep", "did you mean scoring.march?"),
        ("scoring.marsh", "did you mean scoring.march?"),
        ("scoring.pack", "did you mean pack?"),
        ("crossing", "did you mean words.cross?"),
        ("alone", "did you mean alone_by?"),
        ("words.pass", "words has alone, assist,"),
        ("canadian", 'did you mean extends = "canadian"?'),
        ("scorin", "did you mean scoring?"),
        ("scorin.march", "did you mean scoring.march?"),
        ("scorin.lone_march", "did you mean scoring.lone_march?"),
        ("wordz.alone", "did you mean words.alone?"),
        ("frobnicate.march", "did you mean scoring.march?"),
        ("frobnicate", "the rules are alone_asked, alone_by,"),
        ("scoring.frobnicate", "scoring has defended_alone, euchred,"),
    ],
)
def test_a_refusal_suggests_a_near_name_or_lists_all(name: str, told: str) -> None:
    with pytest.raises(UnknownRule) as refused:
        rulesets.find("knock", {name: 1})
    assert told in str(refused.value)
    assert refused.value.field == name
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_a_field_with_a_players_name_is_a_field() -> None:
    assert {*FIELD_NAMES, *(field for rule in NAMED_RULES for field in rule.changes)} <= {*every_field()}
    assert {field for chapter in CHAPTERS.values() for field in chapter} == {*every_field()} - {
        "name",
        "title",
        "source",
    }


def test_a_rulebook_has_the_players_names_of_its_values() -> None:
    called = {
        name: {rule.field: rule.called for chapter in rulesets.rulebook_of(name).chapters for rule in chapter.rules}
        for name in ("cardgames", "bicycle", "tainui")
    }
    found = [called[name]["nobody_calls"] for name in called]
    assert found == [("Stick the dealer",), ("Throw it in",), ("Compulsory pick-up",)]
    assert called["tainui"]["partner_alone"] == ("Canadian loner",)
    assert called["bicycle"]["partner_alone"] == ()
    assert called["bicycle"]["revoke_penalty"] == ("renege",)
    assert called["bicycle"]["benny"] == ()
