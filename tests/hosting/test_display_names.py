"""Cleaning of typed names, and names that are refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.core.ruleset import Ruleset
from uka.hosting.display_names import MAX_LENGTH, MOST_MARKS, InvalidName, clean_name, guest_name
from uka.table.commands import people

typed = st.one_of(
    st.text(max_size=60),
    st.text(st.sampled_from("aĀé\u0301\u0304\u202e\u200d\u2066 \t\n\u00a0\u3164\u2800ᵇbot(tﬁ한ก็🂡"), max_size=40),
)


@given(typed)
def test_a_cleaned_name_is_printable_and_cleaning_it_again_changes_nothing(name: str) -> None:
    try:
        cleaned = clean_name(name)
    except InvalidName:
        return
    assert clean_name(cleaned) == cleaned == unicodedata.normalize("NFC", cleaned)
    assert 1 <= len(cleaned) <= MAX_LENGTH
    assert cleaned.isprintable()
    assert cleaned == " ".join(cleaned.split())
    kinds = [unicodedata.category(c) for c in cleaned]
    assert not any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
    assert kinds[0][0] != "M"
    assert "M" * (MOST_MARKS + 1) not in "".join(kind[0] for kind in kinds)


@given(typed)
def test_a_table_accepts_every_cleaned_name(name: str) -> None:
    try:
        cleaned = clean_name(name)
    except InvalidName:
        return
    table, _ = people.open_table(Ruleset(), "ana", cleaned, at=0)
    assert table.members[0].name == cleaned


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Te  Rangi\u0304", "Te Rangī"),
        ("A\u202ena\u2066", "Ana"),
        ("a" + "\u0301\u0316\u0317\u0318" * 20, "á\u0316\u0317"),
        ("\u0301Ana", "Ana"),
        ("Kāheru ♠", "Kāheru ♠"),
        ("李雷", "李雷"),
        ("กรุงเทพ", "กรุงเทพ"),
        ("Bottle", "Bottle"),
    ],
)
def test_cleaned_names(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "\u3164", "\u0301\u0302", "a" * 33, "\x00"])
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(InvalidName, match=r"^a name has 1 to 32 letters$"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "bot (club)",
        "BOT (x)",
        "b o t ( club )",
        "ｂｏｔ（club）",
        "table",
        "Clock",
        "bot",
        "Bot Ingrid",
        "bot-Ingrid",
        "Ingrid (bot)",
    ],
)
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="that name is reserved"):
        clean_name(name)


def test_a_guest_without_a_name_gets_a_valid_one() -> None:
    assert all(clean_name(name) == name for name in (guest_name() for _ in range(100)))
