"""Without the network: a day of eight teams is directed from one device, to its standings and printed sheets."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from .browser import Visitor
from .test_director import button, from_paper, section
from .test_offline import hall, opens, root

__all__ = ["hall", "root"]
pytestmark = [pytest.mark.browser, pytest.mark.server]

TEAMS = ("Kauri", "Toru", "Whetu", "Awa", "Manu", "Rata", "Moana", "Huia")
ROUNDS, TABLES = (1, 2, 3), (1, 2, 3, 4)
PLACES = re.compile("^[1-8] ")
SHEETS = {
    "Table numbers": (4, "winners go to table 2"),
    "Table cards": (4, "Losers stay"),
    "Captains' cards": (2, "for a round sat out"),
    "Name badges": (1, "Hall"),
    "Schedules": (2, "Against"),
    "Score sheets": (4, "Makers"),
    "Games of the round": (1, "Round 3"),
    "Movement": (1, "Who goes where"),
    "Wall chart": (1, "Score chart"),
    "Call cards": (1, "What to say"),
    "Results": (1, "after 3 rounds"),
    "Certificates": (3, "First place"),
}
"""Each sheet, how many pages it has, and words on it."""
WITH_ALL_TEAMS = tuple(
    sheet for sheet in SHEETS if sheet not in ("Table numbers", "Table cards", "Call cards", "Certificates")
)


@pytest.fixture(scope="module")
def day(hall: Visitor) -> Visitor:
    """Return a visitor who has directed a day without the network."""
    page = hall.page
    opens(page, "/tournament")
    page.get_by_label("Name", exact=True).fill("Hall")
    page.get_by_label("Rounds").fill(f"{len(ROUNDS)}")
    button(page, "Open the tournament").click()
    button(page, "^Add teams$").click()
    page.get_by_label("Paste the list").fill("\n".join(TEAMS))
    button(page, "Add these teams").click()
    expect(page.get_by_text("8 teams added.")).to_be_visible()
    button(page, "Set the tables").click()
    button(page, "Set these tables").click()
    button(page, "Draw the first round").click()
    for number in ROUNDS:
        if number > 1:
            button(page, f"Seat round {number}").click()
        button(page, f"Start round {number}").click()
        for table in TABLES:
            from_paper(page, table, 11, table)
        button(page, f"Close round {number}").click()
    return hall


@pytest.fixture
def ana(day: Visitor) -> Iterator[Visitor]:
    """Return the same visitor. Nothing must go wrong in a test."""
    yield day
    faults, day.faults[:] = [*day.faults], []
    assert not faults


def paper(page: Page, sheet: str) -> list[str]:
    """Print a sheet on A4, and return the text of each page."""
    page.evaluate("() => { window.print = () => { window.pressed = true; }; window.pressed = false; }")
    button(page, f"^{sheet}: Print$").click()
    page.wait_for_function("() => window.pressed")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    return [found.extract_text() for found in PdfReader(io.BytesIO(printed)).pages]


def test_the_standings_outlive_a_reload(ana: Visitor) -> None:
    page = ana.page
    section(page, "Standings")
    expect(page.get_by_role("row", name=PLACES)).to_have_count(8)
    assert ana.axe() == []
    page.reload()
    section(page, "Standings")
    expect(page.get_by_role("row", name=PLACES)).to_have_count(8)
    expect(page.get_by_text("After round 3.")).to_be_visible()
    expect(
        page.get_by_text("A click counts towards the place: 2 for a win, 1 for a draw, 0 for a loss.")
    ).to_be_visible()


def test_the_saved_log_goes_on(ana: Visitor) -> None:
    page, place = ana.page, ana.page.url
    section(page, "Standings")
    with page.expect_download() as saved:
        button(page, r"^Full log \(JSON").click()
    assert re.fullmatch(r"hall-\d{4}-\d\d-\d\d\.uka-event\.jsonl", saved.value.suggested_filename)
    opens(page, "/tournament")
    expect(page.get_by_role("link", name=re.compile(r"Hall.*Director.*\d{4} · Round 3 of 3")).first).to_be_visible()
    page.get_by_label("Full log").set_input_files(saved.value.path())
    section(page, "Standings")
    expect(page.get_by_role("row", name=PLACES)).to_have_count(8)
    page.goto(place)


def test_every_sheet_is_printed(ana: Visitor) -> None:
    page = ana.page
    button(page, "End the tournament").click()
    button(page, "^Yes$").click()
    section(page, "Standings")
    rows = [row.split() for row in page.get_by_role("row", name=PLACES).all_inner_texts()]
    section(page, "Printouts")
    found = {sheet: paper(page, sheet) for sheet in SHEETS}
    assert {sheet: len(pages) for sheet, pages in found.items()} == {sheet: n for sheet, (n, _) in SHEETS.items()}
    for sheet, (_, words) in SHEETS.items():
        assert all(text.strip() for text in found[sheet]), f"{sheet}: an empty page"
        assert words in " ".join(found[sheet]), sheet
        assert "Printouts" not in " ".join(found[sheet]), "the page itself is printed too"
    for sheet in WITH_ALL_TEAMS:
        assert all(team in " ".join(found[sheet]) for team in TEAMS), sheet
    (results,) = found["Results"]
    assert len(rows) == len(TEAMS)
    for place, team, *_, clicks, won, drawn, lost, byes, points, _ in rows:
        line = [place, team, clicks, f"{won}, {drawn}, {lost}, {byes}", points.replace("–", " : ")]
        assert re.search(".*?".join(map(re.escape, line)), results, re.DOTALL), line
    assert ana.axe() == []
