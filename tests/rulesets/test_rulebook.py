"""The rulebook presents nothing as its source's word that is ours: what is not marked is quoted from the source."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets.points import points_scored, points_told
from tests.strategies import CHANGES, house_rules, laid_over
from uka import rulesets
from uka.core.markers import score_markers
from uka.core.ruleset import Ruleset
from uka.rulesets.calls import calls
from uka.rulesets.rulebook import CHAPTERS, Rule, sentence, value_of

QUOTES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("quotes.toml").read_text("utf-8"))
SEEDS = {
    "uka": "000", "tainui": "001", "knock": "002", "bicycle": "003", "cardgames": "004",
    "north_american": "004", "canadian": "003", "australian": "003",
}  # fmt: skip
"""The source that the quotes of a ruleset come from."""
FIELDS = [field for chapter in CHAPTERS.values() for field in chapter]
OURS = {
    "cut": (False, ("uka", "tainui", "knock", "cardgames")),
    "no_trump": (False, rulesets.names()),
    "defend_alone": ("off", [name for name in rulesets.names() if name != "ohio"]),
    "markers": (False, [name for name in rulesets.names() if name != "bicycle"]),
}
"""Sentences that no source has, by the field and value that make them, and the rulesets that hold them."""


@cache
def rules_of(name: str) -> dict[str, Rule]:
    return {rule.field: rule for chapter in rulesets.told(name).chapters for rule in chapter.rules}


def quoted(name: str, field: str) -> str | None:
    """What the source of a ruleset, or of one that it extends, says of a field."""
    chain = [name, *(file.stem for file in rulesets._chain(rulesets.HERE / f"{name}.toml"))]
    return next((QUOTES[each][field] for each in chain if field in QUOTES.get(each, {})), None)


@pytest.mark.parametrize("name", rulesets.names())
def test_each_sentence_is_quoted_from_its_source_or_carries_a_mark(name: str) -> None:
    for field, rule in rules_of(name).items():
        if rule.mark == "stated":
            assert quoted(name, field), f"{name}: {rule.sentence} Quote its source, or mark it as inferred."
        assert rule.mark in ("stated", "inferred", "default")
        assert rule.mark != "inferred" or rule.why


def test_each_stated_sentence_is_the_one_that_was_held_against_its_quote(
    golden: Callable[[str, str], None],
) -> None:
    lines = [
        f"{name} {field}: {rule.sentence}\n    {quoted(name, field)}"
        for name in rulesets.names()
        for field, rule in rules_of(name).items()
        if rule.mark == "stated" and field in QUOTES.get(name, {})
    ]
    golden("stated.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", QUOTES)
def test_each_quote_stands_in_its_source(name: str, shared: Path) -> None:
    (file,) = (shared / "seeds").glob(f"{SEEDS[name]}_*.txt")
    text = " ".join(file.read_text("utf-8").split())
    for field, quote in QUOTES[name].items():
        assert quote in text, f"{name}: {field}"
        assert rules_of(name)[field].mark == "stated", f"{name}: {field} is quoted, so it is not inferred"


@pytest.mark.parametrize(("field", "name"), [(field, name) for field, (_, names) in OURS.items() for name in names])
def test_what_no_source_says_carries_a_mark(field: str, name: str) -> None:
    value, _ = OURS[field]
    rule = rules_of(name)[field]
    assert rule.value == value
    assert rule.mark in ("inferred", "default")


def test_a_way_of_dealing_is_kept_and_not_said_to_be_for_the_whole_game() -> None:
    told = rules_of("bicycle")["packets"]
    assert told.mark == "inferred"
    assert not any("whole game" in rule.sentence for name in rulesets.names() for rule in rules_of(name).values())


def test_low_card_markers_belong_to_bicycle_and_to_whoever_sets_them() -> None:
    for name, rules in rulesets.all().items():
        told = rules_of(name)["markers"].sentence
        assert (score_markers(rules, 1) is not None) == ("pips" in told) == (name == "bicycle")
    ours = rulesets.find("tainui", {"markers": True})
    assert str(score_markers(ours, 10)) == "6 face up on 5, 4 more in sight"
    assert sentence(ours.changed({"target": 30}), "markers").startswith("No two low cards are known")


@given(st.sampled_from(rulesets.names()), st.lists(st.sampled_from(CHANGES), max_size=8))
def test_what_a_house_changes_is_marked_as_changed(name: str, changes: list[tuple[str, object]]) -> None:
    before = rulesets.find(name)
    rules = laid_over(before, dict(changes))
    for book in (rulesets.told_of(rules), rulesets.told(name, dict(flat(rules)))):
        for was, rule in zip(rules_of(name).values(), (r for c in book.chapters for r in c.rules), strict=True):
            assert rule.mark == (was.mark if rule.value == was.value else "changed")
            assert rule.sentence == sentence(rules, rule.field)


def flat(rules: Ruleset) -> list[tuple[str, object]]:
    """Every field of a ruleset, as the address of a table's rulebook carries them."""
    return [(field, value_of(rules, field)) for field in FIELDS]


@given(house_rules)
def test_the_rulebook_tells_the_points_that_are_scored(rules: Ruleset) -> None:
    told = " ".join(sentence(rules, field) for field in CHAPTERS["Scoring"])
    assert points_told(told) == points_scored(rules)


# Calls


def said(name: str, **changes: object) -> list[str]:
    return [call.said for call in calls(rulesets.find(name, changes))]


def test_tainui_says_no_bare_turning_down() -> None:
    assert "I'll turn you down and go alone" in said("tainui")
    assert "I'll turn you down" not in said("tainui") + said("tainui", partner_alone="off")
    assert not any("“I'll turn you down”" in rule.sentence for rule in rules_of("tainui").values())


def test_bicycle_says_turning_it_down_making_it_next_crossing_it() -> None:
    for words in ("turning it down", "making it next: (suit)", "crossing it: (suit)", "taking it up", "I assist"):
        assert words in said("bicycle")
        assert any(f"“{words}”" in rule.sentence for rule in rules_of("bicycle").values())


def test_a_loner_is_not_called_where_nobody_plays_alone() -> None:
    assert not any("alone" in words for words in said("uka", alone_by="nobody"))
    assert "no trump" in said("uka", no_trump=True)
    assert "no trump" not in said("uka")
