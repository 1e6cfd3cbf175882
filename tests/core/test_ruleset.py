"""A ruleset refuses unknown fields, values out of range, and values of a wrong type."""

from __future__ import annotations

import pickle
from typing import Literal, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import CHANGES, house_rules
from uka import rulesets
from uka.core.cards import JOKER, mask_of
from uka.core.errors import InvalidRuleset, UkaError
from uka.core.play_tables import play_tables
from uka.core.ruleset import FIELDS, Ruleset, Words, from_dict
from uka.core.ruleset_fields import allowed, fields_of, unpack
from uka.core.scoring import Outcome, Scoring
from uka.core.seats import PARTNERSHIPS, SEATS
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH


def refused(changes: dict[str, object]) -> InvalidRuleset:
    with pytest.raises(InvalidRuleset) as refusal:
        Ruleset().changed(changes)
    return refusal.value


def wrong_values(hint: object) -> list[object]:
    """Return values of a wrong type, and values just out of range, for a field of type ``hint``."""
    base, _ = unpack(hint)
    if get_origin(base) is Literal:
        return ["", "nonsense", 0, 25, 24.0, True, None, [24]]
    return {
        bool: [0, 1, "true", None, 1.0],
        int: [-1, 121, 1.5, 2.0, "3", True, None],
        str: [1, True, None, ["a"]],
    }.get(base, [3, "text", None, [1]])  # type: ignore[call-overload]


@pytest.mark.parametrize("field", FIELDS)
def test_a_wrong_value_is_refused_with_field_value_and_allowed(field: str) -> None:
    for value in wrong_values(FIELDS[field]):
        refusal = refused({field: value})
        assert (refusal.field, refusal.value) == (field, value)
        assert refusal.allowed == allowed(FIELDS[field])
        assert str(refusal).startswith(f"{field} = ")
        assert str(refusal).endswith(f" is not allowed: {field} must be {refusal.allowed}")
        assert isinstance(refusal, UkaError)


@pytest.mark.parametrize("part", [Ruleset, Scoring, Words])
def test_every_default_is_allowed(part: type[msgspec.Struct]) -> None:
    """Defaults are not checked when a ruleset is made."""
    for field in msgspec.structs.fields(part):
        if not isinstance(field.default, msgspec.Struct):
            assert msgspec.convert(field.default, fields_of(part)[field.name], strict=True) == field.default


@pytest.mark.parametrize("field", fields_of(Scoring))
def test_a_wrong_value_that_equals_the_default_is_refused_in_a_table(field: str) -> None:
    equal = float(getattr(Scoring(), field))
    assert refused({f"scoring.{field}": equal}).field == f"scoring.{field}"
    with pytest.raises(InvalidRuleset):
        Ruleset(scoring=msgspec.structs.replace(Scoring(), **{field: equal}))


@pytest.mark.parametrize("field", FIELDS)
def test_a_wrong_value_is_refused_when_a_ruleset_is_made_too(field: str) -> None:
    for value in wrong_values(FIELDS[field]):
        with pytest.raises(InvalidRuleset) as refusal:
            Ruleset(**{field: value})  # type: ignore[arg-type]
        assert refusal.value.field == field


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("pack", "24, 28 or 32"),
        ("packets", "'3-2', '2-3', 'free', 'kept_in_game' or 'kept'"),
        ("cut", "true or false"),
        ("target", "a whole number from 0 to 100"),
        ("revoke_penalty", "a whole number from 0 to 20"),
        ("title", "text"),
        ("scoring", "a table of defended_alone, euchred, lone_euchred, lone_made, lone_march, made, march"),
    ],
)
def test_what_is_allowed_is_said_in_words(field: str, says: str) -> None:
    assert allowed(FIELDS[field]) == says


@pytest.mark.parametrize(
    ("changes", "field", "value", "allows"),
    [
        ({"scoring.march": 21}, "scoring.march", 21, "a whole number from 0 to 20"),
        ({"scoring.march": "2"}, "scoring.march", "2", "a whole number from 0 to 20"),
        ({"scoring": {"march": -1}}, "scoring.march", -1, "a whole number from 0 to 20"),
        ({"words.alone": 1}, "words.alone", 1, "text"),
        ({"title": "\x1b[2J"}, "title", "\x1b[2J", "text of characters that are displayed, in one line"),
        ({"words.other_talk": "no"}, "words.other_talk", "no", "true or false"),
        ({"target.points": 5}, "target", {"points": 5}, "a whole number from 0 to 100"),
        ({"target": 0}, "target", 0, "1 or more where deals and clock are 0: a game needs an end"),
    ],
)
def test_a_wrong_figure_in_a_table_is_refused(
    changes: dict[str, object], field: str, value: object, allows: str
) -> None:
    refusal = refused(changes)
    assert (refusal.field, refusal.value, refusal.allowed) == (field, value, allows)


@pytest.mark.parametrize("key", ["scorings", "Pack", "", "scoring.marches", "words.hello", "pack_size", "nobody"])
def test_an_unknown_key_is_refused_with_those_that_are_known(key: str) -> None:
    refusal = refused({key: 1})
    assert (refusal.field, refusal.value) == (key, 1)
    known = {"scoring": Scoring, "words": Words}.get(key.partition(".")[0], Ruleset).__struct_fields__
    assert refusal.allowed == ", ".join(sorted(known))
    assert key in str(refusal)
    assert all(name in str(refusal) for name in known)


@pytest.mark.parametrize("text", ['{"pack": 25}', '{"colour": 1}', '{"benny": "seen", "no_trump": true}'])
def test_values_refused_in_toml_are_refused_in_json_too(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Ruleset)


@given(st.sampled_from(CHANGES))
def test_a_change_changes_only_its_field(change: tuple[str, object]) -> None:
    field, value = change
    base = Ruleset(nobody_calls="throw_in", deals=2) if field != "rubber" else Ruleset()
    after = base.changed({field: value})
    assert getattr(after, field) == value
    assert all(getattr(after, other) == getattr(base, other) for other in FIELDS if other != field)


def test_dotted_and_nested_changes_are_the_same_and_leave_the_rest() -> None:
    dotted = Ruleset().changed({"scoring.march": 3, "scoring.euchred": 4, "words.decline": "away"})
    nested = Ruleset().changed({"scoring": {"march": 3, "euchred": 4}, "words": {"decline": "away"}})
    assert dotted == nested
    assert dotted.scoring == Scoring(march=3, euchred=4)
    assert dotted.words == Words(decline="away")
    assert Ruleset().changed({"scoring": Scoring(march=3, euchred=4), "words": Words(decline="away")}) == dotted


@given(house_rules)
def test_the_properties_of_a_ruleset(rules: Ruleset) -> None:
    assert len(rules.cards) == rules.pack + rules.joker
    assert (JOKER in rules.cards) == rules.joker == (rules.benny != "off")
    assert rules.seats == SEATS
    assert rules.partnerships == PARTNERSHIPS
    assert rules.hand_size == 5
    assert rules.packet_patterns == {"3-2": ("3-2",), "2-3": ("2-3",)}.get(rules.packets, ("3-2", "2-3"))
    assert hash(rules) == hash(rules.changed({}))


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_meaning_in_words(field: str) -> None:
    _, metas = unpack(FIELDS[field])
    assert any(meta.description for meta in metas)


def test_what_a_ruleset_has_computed_is_no_part_of_it() -> None:
    fresh, used = Ruleset(pack=32, benny="seen"), Ruleset(pack=32, benny="seen")
    assert used.pack_mask == mask_of(used.cards) == mask_of(used.pack_set)
    assert (used, hash(used), msgspec.json.encode(used)) == (fresh, hash(fresh), msgspec.json.encode(fresh))
    assert pickle.loads(pickle.dumps(used)) == fresh
    assert msgspec.structs.replace(used, pack=24).cards == used.changed({"pack": 24}).cards != used.cards


def test_scoring_is_a_table() -> None:
    scoring = Scoring(1, 3, 2, 6, 2, 4, 5)
    scored = ["made", "march", "lone_made", "lone_march", "euchred", "lone_euchred", "defended_alone"]
    assert [scoring[Outcome(name)] for name in scored] == [1, 3, 2, 6, 2, 4, 5]
    assert [scoring[outcome] for outcome in (Outcome.REVOKED, Outcome.THROWN_IN, Outcome.REDEAL)] == [0, 0, 0]
    assert str(Outcome.LONE_MARCH) == "lone march"


@pytest.mark.parametrize("name", rulesets.names())
def test_tables_for_kernels_say_what_the_ruleset_says(name: str) -> None:
    rules = rulesets.find(name)
    told = play_tables(rules)
    assert told.pack == sum(card.bit for card in rules.cards)
    assert told.points == msgspec.structs.astuple(rules.scoring)
    assert (told.hand_size, told.must_head, told.first_lead_trump) == (5, rules.must_head, rules.first_lead_trump)
    assert told.lone_must_march == rules.lone_must_march
    assert (told.follow, told.strength) == (FOLLOW, STRENGTH)
    assert told.suit == tuple(tuple(suit.index for suit in row) for row in EFFECTIVE)
    assert msgspec.json.decode(msgspec.json.encode(told), type=type(told)) == told


def test_plain_values_without_tables_leave_the_tables_as_they_are() -> None:
    assert from_dict({"pack": 28}) == Ruleset(pack=28)
    assert from_dict({"words": {"alone": "solo"}}) == Ruleset(words=Words(alone="solo"))


def test_a_game_that_nothing_can_end_is_refused() -> None:
    nothing = dict.fromkeys(Scoring.__struct_fields__, 0)
    assert refused({"scoring": nothing}).field == "scoring"
    assert Ruleset().changed({"scoring": nothing, "clock": 12}).clock == 12
    assert refused({"target": 0}).field == "target"


@pytest.mark.parametrize("said", ["{colour}", "{", "{0}", "{suit!z}", "{suit.__class__}", "{suit:>99999}", "{{suit}}"])
def test_words_may_hold_nothing_in_braces_but_suit(said: str) -> None:
    refusal = refused({"words.name": said})
    assert (refusal.field, refusal.value) == ("words.name", said)
    assert Ruleset().changed({"words.name": "in {suit}"}).words.name == "in {suit}"


def test_a_refusal_crosses_processes_whole() -> None:
    refusal = refused({"pack": 25})
    again = pickle.loads(pickle.dumps(refusal))
    assert (str(again), again.field, again.value, again.allowed) == (str(refusal), "pack", 25, "24, 28 or 32")


def test_all_errors_of_a_ruleset_are_told_at_once() -> None:
    refusal = refused(
        {"rubber": True, "clock": 12, "deals": 3, "benny": "blind", "no_trump": True, "pack": 25, "scoring.march": 21}
    )
    errors = (refusal, *refusal.further)
    assert [(each.field, *each.others) for each in errors] == [
        ("pack",),
        ("scoring.march",),
        ("no_trump", "benny"),
        ("rubber", "clock"),
        ("rubber", "deals"),
    ]
    assert str(errors[-1]).startswith("rubber = true contradicts deals = 3: a rubber's games end at the target")
    assert errors[-1].reason == "a rubber's games end at the target, not after a number of deals"
    again = pickle.loads(pickle.dumps(refusal))
    assert [str(each) for each in (again, *again.further)] == [str(each) for each in errors]


def test_a_wrong_value_is_not_said_to_contradict_another_field() -> None:
    refusal = refused({"no_trump": True, "benny": "both"})
    assert (refusal.field, refusal.further) == ("benny", ())
    assert refusal.reason == str(refusal)  # a value that is not allowed: the sentence is the reason
