"""The rulebook presents no rule as stated by its source unless the source has a sentence for it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets.points import points_scored, points_told
from tests.strategies import CHANGES, house_rules, laid_over
from uka import rulesets
from uka.core.ruleset import Ruleset
from uka.core.score_markers import score_markers
from uka.rulesets import shared_rules
from uka.rulesets.readers_questions import QUESTIONS
from uka.rulesets.rulebook import CHAPTERS, Rule, sentence, value_of
from uka.rulesets.spoken_calls import spoken_calls

QUOTES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("quotes.toml").read_text("utf-8"))
SEEDS = {
    "uka": "000", "tainui": "001", "knock": "002", "bicycle": "003", "cardgames": "004",
    "north_american": "004", "canadian": "003", "australian": "003",
}  # fmt: skip
"""The source whose sentences the tests quote for a ruleset."""
FIELDS = [field for chapter in CHAPTERS.values() for field in chapter]
OURS = {
    "cut": (False, ("uka", "tainui", "knock", "cardgames")),
    "no_trump": (False, rulesets.names()),
    "defend_alone": ("off", [name for name in rulesets.names() if name != "ohio"]),
    "markers": (False, [name for name in rulesets.names() if name != "bicycle"]),
}
"""Sentences that no source has, by field and value, and the rulesets whose rulebooks have them."""


@cache
def rules_of(name: str) -> dict[str, Rule]:
    return {rule.field: rule for chapter in rulesets.rulebook_of(name).chapters for rule in chapter.rules}


def quoted(name: str, field: str) -> str | None:
    """Return what the source of a ruleset says about a field.

    Where the ruleset does not set the field, it is what the source of the ruleset that it extends says.
    """
    for file in rulesets._with_extended(rulesets.HERE / f"{name}.toml"):
        if field in QUOTES.get(file.stem, {}):
            return QUOTES[file.stem][field]
        if field in flattened(tomllib.loads(file.read_text("utf-8"))):
            return None
    return None


def flattened(fields: dict[str, Any]) -> set[str]:
    """Return the names of fields, with dots before those of nested fields."""
    nested = {f"{name}.{field}" for name, value in fields.items() if isinstance(value, dict) for field in value}
    return {*fields} | nested


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
    for name, rules in rulesets.all_rulesets().items():
        told = rules_of(name)["markers"].sentence
        assert (score_markers(rules, 1) is not None) == ("pips" in told) == (name == "bicycle")
    ours = rulesets.find("tainui", {"markers": True})
    assert str(score_markers(ours, 10)) == "6 face up on 5, 4 more in sight"
    assert sentence(ours.changed({"target": 30}), "markers").startswith("No two low cards are known")


@given(st.sampled_from(rulesets.names()), st.lists(st.sampled_from(CHANGES), max_size=8))
def test_what_a_house_changes_is_marked_as_changed(name: str, changes: list[tuple[str, object]]) -> None:
    before = rulesets.find(name)
    rules = laid_over(before, dict(changes))
    for book in (rulesets.rulebook_of_rules(rules), rulesets.rulebook_of(name, dict(flat(rules)))):
        for was, rule in zip(rules_of(name).values(), (r for c in book.chapters for r in c.rules), strict=True):
            same = (rule.value, rule.sentence) == (was.value, was.sentence)
            assert rule.mark == (was.mark if same else "changed")
            assert rule.sentence == sentence(rules, rule.field)


def flat(rules: Ruleset) -> list[tuple[str, object]]:
    """Return every field of a ruleset, as the web address of a table's rulebook holds them."""
    return [(field, value_of(rules, field)) for field in FIELDS]


@given(house_rules)
def test_the_rulebook_tells_the_points_that_are_scored(rules: Ruleset) -> None:
    told = " ".join(sentence(rules, field) for field in CHAPTERS["Scoring"])
    assert points_told(told) == points_scored(rules)


# Errors that readers found


@pytest.mark.parametrize("word", ["turn_down", "take_up", "next", "cross"])
def test_bicycle_has_the_names_of_acts_as_words_by_inference(word: str) -> None:
    told = rules_of("bicycle")[f"words.{word}"]
    assert (told.mark, "the name of the act" in told.why) == ("inferred", True)


def test_a_question_of_bicycle_states_no_rule() -> None:
    for field in ("natural_needed", "first_lead_trump"):
        told = rules_of("bicycle")[field]
        assert (told.mark, told.why) == ("inferred", "the source only mentions it in a question")


def test_tainui_marks_whatever_comes_from_000() -> None:
    for field in (
        "pack", "benny", "natural_needed", "second_suit", "keep_upcard", "upcard_stays", "turned_down", "no_trump",
        "alone_by", "alone_asked", "defend_alone", "loner_lead", "must_head", "first_lead_trump",
    ):  # fmt: skip
        told = rules_of("tainui")[field]
        assert told.mark == "inferred"
        assert told.why.startswith("as in Uka")


def test_tainui_calls_in_te_reo_are_encouraged() -> None:
    assert "te reo Māori" in rules_of("tainui")["words.other_talk"].sentence


def test_tainui_reads_five_players_as_four_and_the_lone_hand_as_five_tricks() -> None:
    told = rules_of("tainui")
    assert "all five players" in told["dealer_calls_in_second"].why
    assert told["scoring.lone_march"].mark == "inferred"
    assert told["scoring.lone_march"].value == 6


def test_tainui_says_who_deals_after_a_lost_deal_and_what_shows_a_misdeal_later() -> None:
    told = rules_of("tainui")["misdeal"].sentence
    assert "the player on the left deals instead" in told
    assert "a hand with the wrong number of cards, or an official's ruling" in told


def test_tainui_turns_tricks_up_and_a_level_score_at_the_bell_is_a_draw() -> None:
    assert "Only the player who takes a trick may turn it up" in rules_of("tainui")["cards_played"].sentence
    assert "equal scores are a draw" in rules_of("tainui")["clock"].sentence


@pytest.mark.parametrize("name", ["knock", "cardgames"])
def test_the_dealer_takes_the_turn_up(name: str) -> None:
    assert rules_of(name)["upcard_stays"].mark == "stated"


@pytest.mark.parametrize("name", rulesets.names())
def test_that_no_defender_plays_alone_is_inferred_everywhere(name: str) -> None:
    assert rules_of(name)["defend_alone"].mark == "inferred"


def test_where_anyone_may_go_alone_the_rulebook_says_that_a_defender_may() -> None:
    house = {r.field: r for c in rulesets.rulebook_of("uka", {"alone_by": "anyone"}).chapters for r in c.rules}
    assert house["defend_alone"].sentence.startswith("One defender may go alone.")
    assert rules_of("uka")["defend_alone"].sentence == "No defender may go alone."


def test_the_rulebook_names_the_benny_only_where_the_pack_has_one() -> None:
    house = {r.field: r for c in rulesets.rulebook_of("uka", {"benny": "blind"}).chapters for r in c.rules}
    assert house["natural_needed"].sentence.endswith("The benny doesn't count either.")
    assert "benny" not in rules_of("uka")["natural_needed"].sentence


def test_uka_states_that_three_or_four_tricks_alone_are_a_euchre() -> None:
    assert rules_of("uka")["scoring.lone_made"].mark == "stated"
    house = {r.field: r for c in rulesets.rulebook_of("uka", {"lone_must_march": False}).chapters for r in c.rules}
    assert house["scoring.lone_made"].mark == "changed"


def test_bicycle_says_how_the_markers_lie_in_a_game_of_five() -> None:
    told = rules_of("bicycle")["markers"]
    assert told.mark == "stated"
    for lie in ("1 is 4 face down on 3", "2 is 3 face down on 4", "3 is 3 face up on 4", "4 is 4 face up on 3"):
        assert lie in told.sentence
    house = {r.field: r for c in rulesets.rulebook_of("bicycle", {"target": 10}).chapters for r in c.rules}
    assert house["markers"].mark == "changed"
    assert "9 is" in house["markers"].sentence


def test_a_rubber_counts_rubber_points() -> None:
    told = sentence(rulesets.find("bicycle", {"rubber": True}), "rubber")
    assert "0 or fewer" in told
    assert "less those of the losers" in told
    assert "by rubbers" in rules_of("bicycle")["rubber"].why


@pytest.mark.parametrize("name", rulesets.names())
def test_each_rulebook_ends_with_the_rules_that_all_share(name: str) -> None:
    shared = rulesets.rulebook_of(name).chapters[-1]
    assert shared.title == shared_rules.TITLE
    told = {rule.field: rule for rule in shared.rules}
    elsewhere = {field for fields in shared_rules.BEFORE.values() for field in fields}
    assert list(told) == [field for field in shared_rules.SENTENCES if field not in elsewhere]
    assert all(rule.mark in ("stated", "inferred") and rule.value is None for rule in shared.rules)
    ranks = {24: "10, 9.", 28: "9, 8.", 32: "8, 7."}[rulesets.find(name).pack]
    assert told["common.trumps"].sentence.endswith(ranks)
    assert ("benny" in told["common.trumps"].sentence) == rulesets.find(name).joker


@pytest.mark.parametrize("name", rulesets.names())
def test_each_rulebook_ranks_the_bowers_and_shows_no_placeholder(name: str) -> None:
    told = rules_of(name)
    assert "the right bower, the left bower, A, K, Q" in told["common.trumps"].sentence
    assert not any("{" in rule.sentence or "(suit)" in rule.sentence for rule in told.values())


def test_knock_reads_the_leaders_left_as_the_dealers() -> None:
    told = rules_of("knock")["common.deal_passes"]
    assert (told.mark, "leader's left" in told.why) == ("inferred", True)


@pytest.mark.parametrize("name", ["uka", "bicycle"])
def test_the_loners_partner_lays_the_hand_face_down(name: str) -> None:
    told = rules_of(name)["common.loners_partner"]
    assert (told.mark, "face down" in told.sentence) == ("stated", True)


def test_a_change_of_the_pack_changes_the_ranks_in_the_sentences(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('extends = "uka"\npack = 24\n')
    told = {r.field: r for c in rulesets.rulebook_of("uka", {"pack": 24}).chapters for r in c.rules}
    assert told["common.plain"].mark == "changed"
    assert told["common.takes"].mark == "stated"
    mine = {r.field: r for c in rulesets.rulebook_of(ours).chapters for r in c.rules}
    assert mine["common.takes"].mark == "stated"
    ours.write_text("pack = 24\n")
    assert {r.mark for r in rulesets.rulebook_of(ours).chapters[-1].rules} == {"default"}


HOUSE = """extends = "bicycle"
target = 11
pack = 32
draw_ties = "replace"  # inferred: we asked the eldest
"""


def house_book(tmp_path: Path, text: str, changes: dict[str, object] | None = None) -> rulesets.Rulebook:
    (tmp_path / "house.toml").write_text(text, "utf-8")
    return rulesets.rulebook_of(tmp_path / "house.toml", changes)


def test_a_houses_file_is_marked_as_set_marks_it(tmp_path: Path) -> None:
    book = house_book(tmp_path, HOUSE, {"cut": False})
    told = {rule.field: rule for chapter in book.chapters for rule in chapter.rules}
    changed = {field for field, rule in told.items() if rule.mark == "changed"}
    assert changed == {"target", "bridge", "markers", "cut"}
    assert (told["draw_ties"].mark, told["draw_ties"].why) == ("inferred", "we asked the eldest")
    assert (told["pack"].mark, told["pack"].why) == ("inferred", rules_of("bicycle")["pack"].why)
    others = told.keys() - changed - {"draw_ties"}
    assert {field: told[field] for field in others} == {field: rules_of("bicycle")[field] for field in others}


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('extends = "knock"\n', "House rules, changed from Knock Euchre (Rules of Knock Euchre)"),
        ('extends = "knock"\nsource = "Our fridge"\n', "Our fridge"),
        ('extends = "parent.toml"\n', "House rules, changed from Knock Euchre (Rules of Knock Euchre)"),
        ("pack = 32\n", ""),
    ],
)
def test_a_house_does_not_have_its_parents_source(tmp_path: Path, text: str, source: str) -> None:
    (tmp_path / "parent.toml").write_text('extends = "knock"\ntitle = "Parents"\n', "utf-8")
    assert house_book(tmp_path, text).source == source
    assert "source" not in {field for field, _, _ in rulesets.differences(tmp_path / "house.toml")} - {
        "source" if "fridge" in text else ""
    }


@pytest.mark.parametrize("name", rulesets.names())
def test_a_shipped_file_has_its_own_source(name: str) -> None:
    assert not rulesets.find(name).source.startswith("House rules")
    assert rulesets.rulebook_of(rulesets.HERE / f"{name}.toml") == rulesets.rulebook_of(name)


def test_at_the_bridge_is_said_in_a_game_to_five() -> None:
    five = rules_of("bicycle")["bridge"].sentence
    longer = sentence(rulesets.find("bicycle", {"target": 11}), "bridge")
    assert (five.endswith("is at the bridge."), longer) == (
        True, f"{five} This game is to 11, so no score has a special name.",
    )  # fmt: skip
    endless = sentence(rulesets.find("bicycle", {"target": 0, "deals": 8}), "bridge")
    assert endless.endswith("This game has no target, so no score has a special name.")


# Calls


def said(name: str, **changes: object) -> list[str]:
    return [call.said for call in spoken_calls(rulesets.find(name, changes))]


def test_tainui_says_no_bare_turning_down() -> None:
    assert "I'll turn you down and go alone" in said("tainui")
    assert "I'll turn you down" not in said("tainui") + said("tainui", partner_alone="off")
    assert not any("“I'll turn you down”" in rule.sentence for rule in rules_of("tainui").values())


def test_bicycle_says_turning_it_down_making_it_next_crossing_it() -> None:
    for words in ("turning it down", "making it next: (suit)", "crossing it: (suit)", "taking it up", "I assist"):
        assert words in said("bicycle")
        told = words.replace("(suit)", "hearts")
        assert any(f"“{told}”" in rule.sentence for rule in rules_of("bicycle").values())


def test_a_loner_is_not_called_where_nobody_plays_alone() -> None:
    assert not any("alone" in words for words in said("uka", alone_by="nobody"))
    assert "no trump" in said("uka", no_trump=True)
    assert "no trump" not in said("uka")


@pytest.mark.parametrize("name", rulesets.names())
def test_the_dealer_may_shuffle_last_before_the_cut(name: str) -> None:
    (before,) = [chapter for chapter in rulesets.rulebook_of(name).chapters if chapter.title == "Before the deal"]
    fields = [rule.field for rule in before.rules]
    assert fields.index("common.shuffle") == fields.index("cut") - 1
    rule = rules_of(name)["common.shuffle"]
    assert rule.sentence == "The dealer has the right to shuffle last."
    assert rule.mark == ("stated" if name == "bicycle" else "inferred")


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize(
    ("words", "field", "answer"),
    [
        ("up it", "must_head", "need not beat the cards already played"),
        ("beat the card", "must_head", "need not beat the cards already played"),
        ("open with a trump", "first_lead_trump", "even a trump"),
        ("jack's suit fixed", "common.left_bower", "Until trump is made, a jack belongs to its printed suit."),
        ("counter", "markers", "counter cards"),
        ("trump if I can't", "must_head", "need not trump"),
    ],
)
def test_the_rulebook_answers_what_readers_of_bicycles_page_ask(name: str, words: str, field: str, answer: str) -> None:
    asked = {question for rule in rules_of(name).values() for question in rule.asked if words in question}
    assert asked
    rule = rules_of(name)[field]
    assert asked <= set(rule.asked)
    assert answer in rule.sentence


def test_each_question_of_a_reader_belongs_to_a_rule_of_the_book() -> None:
    assert set(QUESTIONS) <= set(rules_of("uka"))
