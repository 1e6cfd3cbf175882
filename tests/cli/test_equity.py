"""``uka equity``: the chances as tables, as JSON and as pictures, and beside figures that others published."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import to_builtins

from tests.cli.conftest import Typed
from uka import rulesets
from uka.cli.commands.equity import LEAD, WIDEST, equity_report

PUBLISHED = {(9, 6, False): 0.82, (9, 8, True): 0.72, (9, 9, True): 0.65}
"""Published chances of winning a game to ten points, by our score, their score and whether we deal.

They come from other players, who bid by other rules.
"""


def rows(out: str, title: str) -> dict[int, list[str]]:
    """Return the rows of a table by what they count."""
    _, _, after = out.partition(f"{title}: ")
    lines = after.splitlines()[4:]
    found = {}
    for line in lines:
        if not line.strip():
            break
        name, *cells = line.split()
        found[int(name)] = cells
    return found


def chance(told: dict[str, Any], ours: int, theirs: int, dealing: bool) -> float:
    sheet = next(sheet for sheet in told["sheets"] if sheet["dealing"] is dealing and sheet["down"] == "our score")
    return sheet["chances"][sheet["rows"].index(ours)][sheet["columns"].index(theirs)]


def test_the_tables_fit_a_terminal_and_say_what_json_says(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = typed("equity", "--rules", "north_american").out
    tables, _, _ = out.partition("Both sides")
    assert max(map(len, tables.splitlines())) <= 80
    plain = json.loads(typed("equity", "--rules", "north_american", "--json").out)
    assert (plain["rules"], plain["model"], plain["trained"]) == ("north_american", "north_american", True)
    for title, dealing in (("We deal", True), ("They deal", False)):
        table = rows(out, title)
        assert list(table) == list(range(10))
        for ours, cells in table.items():
            for theirs, cell in enumerate(cells):
                assert float(cell.strip("<>")) == pytest.approx(100 * chance(plain, ours, theirs, dealing), abs=1)


@pytest.mark.parametrize(("score", "published"), PUBLISHED.items())
def test_the_chances_are_near_those_that_others_published(score: tuple[int, int, bool], published: float) -> None:
    ours = chance(to_builtins(equity_report(rulesets.find("north_american"))), *score)
    assert ours == pytest.approx(published, abs=0.05)


@pytest.mark.parametrize("name", rulesets.names())
def test_what_is_told_of_every_ruleset(name: str) -> None:
    rules = rulesets.find(name)
    found = equity_report(rules)
    plain = to_builtins(found)
    assert found.trained is not any("has no model of its own" in note for note in found.notes)
    assert {(sheet.down, sheet.dealing) for sheet in found.sheets} == {
        *(("our score", dealing) for dealing in (True, False) if rules.target),
        *(("our lead", dealing) for dealing in (True, False) if rules.clock),
    }
    for ours in range(rules.target):
        for theirs in range(rules.target):
            mine, other = chance(plain, ours, theirs, True), chance(plain, theirs, ours, False)
            assert mine + other == pytest.approx(1)
            assert 0 < mine < 1


def test_fixed_deals_a_bell_and_rubbers_are_told_for_what_they_are() -> None:
    base = rulesets.find("north_american")
    deals = equity_report(base.changed({"deals": 6}))
    assert [sheet.down for sheet in deals.sheets] == ["our lead"] * 2
    assert deals.sheets[0].columns == (1, 2, 3, 4, 5, 6)
    assert deals.sheets[0].chances[LEAD][1] == pytest.approx(0.5), "even, and each side deals once"
    assert any("10 points end the game sooner" in note for note in deals.notes)
    bell = equity_report(base.changed({"target": 0, "clock": 12}))
    assert [sheet.down for sheet in bell.sheets] == ["our lead"] * 2
    assert any("Nobody knows how many deals the bell leaves" in note for note in bell.notes)
    assert any("not of the rubber" in note for note in equity_report(base.changed({"rubber": True})).notes)
    assert len(equity_report(base.changed({"target": 100})).sheets[0].rows) == WIDEST


def test_a_picture_shows_every_chance(typed: Typed, tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="Altair is not installed: pip install -e '.[draw]'")
    for suffix, begins in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".html", b"<!DOCTYPE html>"), (".json", b"{")):
        path = tmp_path / f"north_american{suffix}"
        done = typed("equity", "--rules", "north_american", "--draw", str(path))
        assert (done.code, done.err) == (0, "")
        assert path.read_bytes().lstrip().startswith(begins)
    drawn = [text.text for text in ElementTree.parse(tmp_path / "north_american.svg").iter() if text.text]
    assert "North American Euchre: games won, in percent" in drawn
    cells = [cell for title in ("We deal", "They deal") for row in rows(done.out, title).values() for cell in row]
    for cell in set(cells):
        assert drawn.count(cell) >= cells.count(cell)
    assert b"cdn." not in (tmp_path / "north_american.html").read_bytes(), "it is read without a network too"


def test_what_cannot_be_drawn_is_said_in_a_sentence(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("equity", "--rules", "knock", "--draw")
    done = typed(*words, str(tmp_path / "knock.gif"))
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("knock.gif cannot be drawn: its name must end in .png, .svg, .html or .json\n")
    monkeypatch.setitem(sys.modules, "altair", None)  # what cannot be imported
    done = typed(*words, str(tmp_path / "knock.svg"))
    assert (done.code, done.err) == (2, "drawing needs altair, which is not installed: pip install 'uka[draw]'\n")


def test_a_picture_that_cannot_be_written_is_said_in_a_sentence(typed: Typed, tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="Altair is not installed: pip install -e '.[draw]'")
    done = typed("equity", "--rules", "knock", "--draw", str(tmp_path / "nowhere" / "knock.json"))
    assert done.code == 2
    assert done.err.endswith("knock.json cannot be written: No such file or directory\n")
