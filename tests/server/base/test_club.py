"""The file of a club: what it may say, the one sentence that refuses it, and colours in which text can be read."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.server.base.club import BACKGROUNDS, LEAST_CONTRAST, InvalidClub, club_of, contrast, read_club
from uka.wire.club_bodies import ClubColours, ClubFace

ROOT = Path(__file__).resolve().parents[3]
COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_a_file_describes_a_club(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "club.md").read_text("utf-8"), re.DOTALL)
    assert example
    (tmp_path / "club.toml").write_text(example[1], "utf-8")
    face = read_club(tmp_path / "club.toml").face
    assert face.name == "Kirikiriroa Cards"
    assert face.welcome.startswith("We play on Tuesdays")
    assert face.colours == ClubColours("#7a1f3d", "#f0a3bd")
    assert club_of({"name": "Uka"}).face == ClubFace("Uka", "", "open", None)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "missing required field `name`"),
        ({"name": ""}, "length >= 1"),
        ({"name": "x" * 61}, "length <= 60"),
        ({"name": " "}, "name must be text of characters that are displayed"),
        ({"name": "U\u202eka"}, "name must be text of characters that are displayed"),
        ({"name": "Uka", "welcome": "\x1b[2J"}, "welcome must be text of characters that are displayed"),
        ({"name": "Uka", "colour": "#000000"}, "unknown field `colour`"),
        ({"name": "Uka", "colours": {"light": "#000000"}}, "missing required field `dark`"),
        ({"name": "Uka", "colours": {"light": "black", "dark": "#ffffff"}}, "regex"),
        (
            {"name": "Uka", "colours": {"light": "#888888", "dark": "#ffffff"}},
            "the light colour #888888 has a contrast",
        ),
        ({"name": "Uka", "colours": {"light": "#000000", "dark": "#555555"}}, "choose a lighter one"),
        ({"name": "Uka", "door": "shut"}, "Invalid enum value 'shut'"),
        ({"name": "Uka", "door": "code"}, "needs a code of at least 6 letters"),
        ({"name": "Uka", "door": "code", "code": "a b c d e"}, "needs a code of at least 6 letters"),
        ({"name": "Uka", "code": "kowhai tree"}, 'a code is for door = "code", and this door is "open"'),
    ],
)
def test_a_club_that_makes_no_sense_is_refused_with_one_sentence(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidClub, match=re.escape(why)) as raised:
        club_of(fields)
    assert "\n" not in str(raised.value)


def test_a_file_that_can_not_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidClub, match=r"^club\.toml does not describe a club: it can't be read: No such file"):
        read_club(tmp_path / "club.toml")
    (tmp_path / "club.toml").write_bytes(b"name = \xff")
    with pytest.raises(InvalidClub, match="not UTF-8"):
        read_club(tmp_path / "club.toml")
    (tmp_path / "club.toml").write_text("name =")
    with pytest.raises(InvalidClub, match=r"^club\.toml does not describe a club: Invalid value"):
        read_club(tmp_path / "club.toml")


@given(COLOURS, COLOURS)
def test_every_colour_that_is_taken_can_be_read(light: str, dark: str) -> None:
    lowest = {
        scheme: min(contrast(colour, other) for other in BACKGROUNDS[scheme].values())
        for scheme, colour in (("light", light), ("dark", dark))
    }
    fields = {"name": "Uka", "colours": {"light": light, "dark": dark}}
    with nullcontext() if min(lowest.values()) >= LEAST_CONTRAST else pytest.raises(InvalidClub, match="contrast"):
        club_of(fields)


def test_the_backgrounds_are_those_of_the_page() -> None:
    tokens = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text("utf-8")
    for scheme, place in (("light", 1), ("dark", 2)):
        for token, colour in BACKGROUNDS[scheme].items():
            found = re.search(rf"--{token}: light-dark\((#\w+), (#\w+)\);", tokens)
            assert found
            assert found[place] == colour
