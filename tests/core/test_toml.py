"""Rulesets as TOML files, each of which can hold only the differences from another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from uka import rulesets
from uka.core.errors import InvalidRuleset
from uka.core.ruleset import FIELDS, Ruleset

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return file


def refused(path: Path | str, **changes: object) -> InvalidRuleset:
    with pytest.raises(InvalidRuleset) as refusal:
        rulesets.find(path, changes)
    return refusal.value


def test_two_lines_after_extends_are_a_ruleset(write: Write) -> None:
    path = write("ours.toml", 'extends = "tainui"\ntarget = 7\nscoring.lone_march = 5\n')
    ours, tainui = rulesets.find(path), rulesets.find("tainui")
    assert (ours.target, ours.scoring.lone_march) == (7, 5)
    source = f"House rules, changed from {tainui.title} ({tainui.source})"
    assert ours == tainui.changed({"target": 7, "scoring.lone_march": 5, "source": source})
    assert rulesets.find(str(path)) == ours


def test_a_file_without_extends_differs_from_the_defaults(write: Write) -> None:
    assert rulesets.find(write("plain.toml", "pack = 32\n")) == Ruleset(pack=32)
    assert rulesets.find(write("empty.toml", "")) == Ruleset()


def test_a_file_may_extend_one_beside_it(write: Write) -> None:
    write("house.toml", 'extends = "bicycle"\ntarget = 10\n[words]\nalone = "solo"\n')
    path = write("club.toml", 'extends = "house.toml"\npack = 24\n')
    changes = {"target": 10, "pack": 24, "words.alone": "solo"}
    club, bicycle = rulesets.find(path), rulesets.find("bicycle", changes)
    assert club.source == f"House rules, changed from {bicycle.title} ({bicycle.source})"
    assert club == bicycle.changed({"source": club.source})


def test_an_extending_file_may_resolve_a_contradiction(write: Write) -> None:
    """Only the final ruleset is checked. Here the extended file alone would be refused."""
    write("odd.toml", 'benny = "blind"\nno_trump = true\n')
    assert rulesets.find(write("even.toml", 'extends = "odd.toml"\nno_trump = false\n')).benny == "blind"


def test_changes_are_applied_to_a_file(write: Write) -> None:
    path = write("ours.toml", 'extends = "tainui"\ntarget = 7\n')
    after = rulesets.find(path, {"pack": 24, "target": 9, "scoring.march": 4, "words.alone": "solo"})
    assert (after.pack, after.target, after.scoring.march, after.words.alone) == (24, 9, 4, "solo")
    assert rulesets.find("tainui", {}) == rulesets.find("tainui")


def test_changes_are_checked_as_fields_are() -> None:
    assert refused("tainui", pack="24").field == "pack"
    assert refused("tainui", **{"scoring.marches": 3}).field == "scoring.marches"
    assert refused("tainui", packs=24).field == "packs"
    assert refused("tainui", rubber=True).field == "rubber"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("pack = 26\n", "pack", 26),
        ('target = "ten"\n', "target", "ten"),
        ("colour = 3\n", "colour", 3),
        ("[scoring]\nmade = 99\n", "scoring.made", 99),
        ("[scoring]\nfour = 1\n", "scoring.four", 1),
        ("scoring = 3\n", "scoring", 3),
        ("[pack]\nsize = 24\n", "pack", {"size": 24}),
        ('extends = "tainui"\nrubber = true\n', "rubber", True),
        ("extends = 3\n", "extends", 3),
        ('extends = ["tainui"]\n', "extends", ["tainui"]),
    ],
)
def test_a_fault_in_a_file_is_named(write: Write, text: str, field: str, value: object) -> None:
    refusal = refused(write("ours.toml", text))
    assert (refusal.field, refusal.value) == (field, value)
    assert refusal.allowed


@pytest.mark.parametrize("text", ["pack = \n", "= 24", "[scoring\n", "pack = 24\npack = 28\n"])
def test_invalid_toml_is_refused_with_the_name_of_the_file(write: Write, text: str) -> None:
    refusal = refused(write("broken.toml", text))
    assert (refusal.field, refusal.value, refusal.allowed) == ("ruleset", "broken.toml", "a TOML file")
    assert str(refusal).startswith("broken.toml: it is not a TOML file: ")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00\x80")
    assert str(refused(path)).startswith("picture.toml: it is not a TOML file: ")


def test_files_that_extend_each_other_are_refused(write: Write) -> None:
    write("a.toml", 'extends = "b.toml"\n')
    b = write("b.toml", 'extends = "a.toml"\n')
    itself = write("c.toml", 'extends = "c.toml"\n')
    for path in (b, itself):
        refusal = refused(path)
        assert refusal.field == "extends"
        assert "does not extend this one in turn" in refusal.allowed


def test_a_parent_that_is_missing_is_named(write: Write) -> None:
    refusal = refused(write("ours.toml", 'extends = "tainooi"\n'))
    assert (refusal.field, refusal.value) == ("ruleset", "tainooi")
    assert "Did you mean tainui?" in str(refusal)


def test_an_unknown_name_is_refused_with_the_known_names() -> None:
    refusal = refused("zzz")
    assert (refusal.field, refusal.value) == ("ruleset", "zzz")
    assert all(name in refusal.allowed for name in rulesets.names())
    assert "Did you mean" not in str(refusal)
    assert "Did you mean bicycle?" in str(refused("bycicle"))


@pytest.mark.parametrize("name", rulesets.names())
def test_a_shipped_ruleset_states_what_it_differs_in(name: str) -> None:
    rules = rulesets.all_rulesets()[name]
    assert rules == rulesets.find(name)
    assert rules.name == name
    assert rules.title
    assert rules.source
    stated = {field.partition(".")[0] for field in rulesets.stated(name)}
    assert all(getattr(rules, field) == getattr(Ruleset(), field) for field in FIELDS if field not in stated)


def test_inferred_fields_have_a_reason(write: Write) -> None:
    text = (
        'extends = "tainui"\npack = 24\ntarget = 7  # inferred: our aunt\ncut = true # inferred\n[scoring]\nmade = 2\n'
    )
    notes = rulesets.inferred(write("ours.toml", text))
    assert notes["target"] == "our aunt"
    assert notes["cut"] == "the source doesn't say"
    assert "pack" not in notes
    assert "made" not in notes
    assert "pack" in rulesets.inferred("tainui")
    assert notes["scoring.lone_made"] == rulesets.inferred("tainui")["scoring.lone_made"]


def test_files_that_extend_each_other_through_folders_are_refused(write: Write) -> None:
    write("house/a.toml", 'extends = "../house/b.toml"\n')
    assert refused(write("house/b.toml", 'extends = "../house/a.toml"\n')).field == "extends"


@pytest.mark.parametrize("value", ['""', "false", "0", "[]"])
def test_an_empty_extends_is_refused(write: Write, value: str) -> None:
    assert refused(write("ours.toml", f"extends = {value}\n")).field in ("extends", "ruleset")
