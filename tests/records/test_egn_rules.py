"""Rulesets and EGN: rules that EGN can express are converted; other rules are refused by name."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from hypothesis import assume, given

from tests.records.conftest import Check
from tests.records.egn_files import deal, game, log_of, out
from tests.records.games import random_log, sayable_rules
from tests.strategies import any_rules, randoms
from uka import Ruleset, Scoring, Seat, rulesets
from uka.core.ruleset import FIELDS
from uka.core.scoring import Scoring as Table
from uka.records import InvalidRecord, Log, NotExpressible, egn
from uka.records.egn.rules import FIXED, LEFT_OUT, WITH_FLAG, exact_flags, inexpressible, ruleset_of
from uka.records.egn.schema import EgnRuleset
from uka.rulesets import find


def test_every_field_of_a_ruleset_is_in_one_table():
    fields = [field for field in FIELDS if field != "scoring"]
    fields += [f"scoring.{field}" for field in Table.__struct_fields__]
    assert sorted([*WITH_FLAG, *FIXED, *LEFT_OUT]) == sorted(fields)


SAID: dict[str, dict[str, bool]] = {
    "north_american": {"std": True, "canadian": False},
    "knock": {"std": True, "canadian": False},
    "cardgames": {"std": True, "canadian": False},
    "canadian": {"std": False, "canadian": True},
    "australian": {"std": True, "canadian": True},
    "british": {"std": False, "joker": True},
    "ohio": {"std": True, "go_under": True, "defend_alone": True},
    "bicycle": {"std": False, "canadian": False},
}
REFUSED = {
    "uka": {"nobody_calls", "natural_needed", "dealer_calls_in_second", "keep_upcard", "lone_must_march",
            "scoring.march"},
    "tainui": {"nobody_calls", "natural_needed", "keep_upcard", "dealer_out", "clock"},
}  # fmt: skip


def test_each_shipped_ruleset_is_expressed_or_refused():
    assert {*SAID, *REFUSED} == set(rulesets.names())


@pytest.mark.parametrize("name", SAID)
def test_a_ruleset_that_egn_can_express(name: str):
    form = msgspec.to_builtins(exact_flags(find(name)))
    assert form.items() >= SAID[name].items()


@pytest.mark.parametrize("name", REFUSED)
def test_a_ruleset_that_egn_cannot_express_is_refused_by_the_names_of_its_fields(name: str):
    log = random_log(find(name), Random(1), plain=True)
    with pytest.raises(NotExpressible) as refusal:
        egn.check_standard(log)
    assert {field for field, _, _ in refusal.value.faults} == REFUSED[name]
    for field in REFUSED[name]:
        assert f"{field} = " in str(refusal.value)


@pytest.mark.parametrize("field", FIXED)
def test_each_fixed_field_is_refused_by_name_when_it_differs(field: str):
    other: dict[str, object] = {
        "alone_by": "makers", "alone_asked": "after_discard", "dealer_out": "buried", "clock": 12,
        "scoring.defended_alone": 3, "second_suit": "any",
    }  # fmt: skip
    value, why = FIXED[field]
    changes = {field: other.get(field, (not value) if isinstance(value, bool) else 9)}
    changes |= {"defend_alone": "against_loner"} if field == "scoring.defended_alone" else {}
    changes |= {"nobody_calls": "throw_in"} if field == "dealer_calls_in_second" else {}
    faults = inexpressible(find("north_american", changes))
    assert [(name, told, reason) for name, told, reason in faults] == [(field, changes[field], why)]


@given(any_rules)
def test_any_ruleset_is_expressed_exactly_or_refused(rules: Ruleset):
    assume(not inexpressible(rules))
    form = exact_flags(rules)
    again = ruleset_of(form)
    for field in (*WITH_FLAG, *FIXED):
        if field == "scoring.defended_alone" and rules.defend_alone == "off":
            continue
        assert value(again, field) == value(rules, field), field


def value(rules: Ruleset, field: str) -> object:
    head, _, rest = field.partition(".")
    return getattr(getattr(rules, head), rest) if rest else getattr(rules, head)


@given(any_rules)
def test_a_game_is_standard_only_if_egn_can_express_all_its_rules(rules: Ruleset):
    assume(inexpressible(rules.changed({"rubber": False}) if rules.rubber else rules))
    log = Log.start(rules, dealer=Seat.NORTH)
    with pytest.raises(NotExpressible):
        egn.check_standard(log)


def test_flags_are_read():
    rules = ruleset_of(
        EgnRuleset(
            std=False, min_rank=7, canadian=True, loner_lead="LEFT_OF_LONER", loner_march_score=5,
            loner_euchred_score=3, defend_alone=True, partners_best=True, go_under=True, joker=True, winning_score=7,
        )
    )  # fmt: skip
    assert rules == find(
        "north_american",
        {
            "name": rules.name, "title": rules.title, "source": rules.source, "nobody_calls": "throw_in", "pack": 32,
            "partner_alone": "ordered", "loner_lead": "loner_left", "defend_alone": "against_loner",
            "partners_best": True, "farmers_hand": "exchange", "benny": "blind", "target": 7,
            "scoring": Scoring(lone_march=5, lone_euchred=3),
        },
    )  # fmt: skip


def test_a_fixed_number_of_deals_has_no_target():
    assert (ruleset_of(EgnRuleset(num_deals=8)).target, ruleset_of(EgnRuleset(num_deals=8)).deals) == (0, 8)
    assert ruleset_of(EgnRuleset()).target == 10
    both = ruleset_of(EgnRuleset(num_deals=8, winning_score=5))
    assert (both.target, both.deals) == (5, 8), "the text of the schema allows it, the schema does not"
    with pytest.raises(NotExpressible, match="not both"):
        exact_flags(both)


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        ({"fast_break": True}, "fast_break"),
        ({"four_trick_tokens": True}, "four_trick_tokens"),
        ({"num_players": 6}, "num_players"),
        ({"min_rank": 2}, "min_rank"),
        ({"winning_score": 0}, "target"),
        ({"winning_score": 9999}, "target"),
        ({"joker": True, "allow_no_trump": True}, "no_trump"),
        ({"loner_march_score": -4}, "lone_march"),
        ({"std": "yes"}, "std"),
        ({"loner_lead": "LEFT"}, "loner_lead"),
        ({"sauce": True}, "sauce"),
    ],
)
def test_a_rule_that_uka_lacks_is_refused_by_name(flags: dict[str, object], word: str):
    with pytest.raises(InvalidRecord, match=word):
        log_of(game(deal(), ruleset=flags))


def test_the_flags_of_a_file_are_written_unchanged():
    for flags in ({"farmers": True}, {"go_under": True}, {"min_rank": 9, "winning_score": 10}, {"num_deals": 3}):
        told = game(deal(), ruleset=flags)
        assert out(log_of(told))["metadata"]["ruleset"] == told["metadata"]["ruleset"]


@given(randoms)
def test_a_game_under_rules_that_egn_can_express_is_written_and_read_again(valid: Check, rng: Random):
    log = random_log(sayable_rules(rng), rng, plain=True, most=4)
    text = egn.dumps(log)
    valid(text)
    (again,), _ = egn.loads(text)
    assert again.state.score == log.state.score
    assert again.state.over == log.state.over
    assert results(again) == results(log)
    if log.state.deal is not None:
        assert again.state.deal is not None
        for field in EQUAL:
            assert getattr(again.state.deal, field) == getattr(log.state.deal, field), field
    assert not any(getattr(entry, "unknown", None) for entry in again.entries)
    assert json.loads(egn.dumps(again)) == json.loads(text)


EQUAL = (
    "dealer", "phase", "upcard", "masks", "calls", "contract", "picked_up", "discards", "went_under", "shown", "gift",
    "kitty_taken", "tricks", "taken", "result",
)  # fmt: skip
"""What must be equal after writing and reading a deal.

The kitty's order and the rules that EGN leaves out may differ.
"""


def results(log: Log) -> list[object]:
    return [entry for entry in log.entries if type(entry).__name__ == "Scored"]
