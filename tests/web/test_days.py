"""The day's deals on the page: eight deals, the result beside par, the board, and what is shared.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike
from tests.clock import NOON
from tests.server.process import Serving

from .browser import DESK, PHONE, Visitor
from .known import serving
from .playing import axe_in_both_languages, likes, play
from .test_home import card
from .test_moments import SHOTS

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
NOTED = """() => Object.values(JSON.parse(localStorage["uka.fair"] ?? "{}")).some(({ board }) => board)"""
"""Whether the browser remembers with which ruleset its game of a day began."""
FORGED = """() => {
  const games = JSON.parse(localStorage["uka.fair"]);
  for (const game of Object.values(games)) game.board = game.board.replace(/./, (first) => (first === "0" ? "1" : "0"));
  localStorage["uka.fair"] = JSON.stringify(games);
}"""
"""Lets the browser remember that its games began with other rulesets."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Run a server on whose clock no day ends during the tests."""
    with serving(tmp_path_factory.mktemp("data"), clock=NOON) as running:
        yield running


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/day-{name}-{(page.viewport_size or {}).get('width')}.png", full_page=True)


@alike("people", 1, 2)
def test_the_eight_deals_of_today_are_played(visit: Visit, people: int) -> None:
    for name, size, theme in (("Ana", PHONE, "light"), ("Ben", DESK, "dark"))[:people]:
        who = visit(size, color_scheme=theme)
        likes(who, name=name, speed="still", firstDealHelp="off", rules="bicycle")
        page = who.page
        page.goto("/")
        home = card(page, "The day's deals")
        expect(home.locator(".back")).to_have_count(8)
        expect(home.locator("svg.card")).to_have_count(0)
        page.goto("/day?rules=bicycle")
        expect(page.get_by_text("Your first game counts.")).to_be_visible()
        shot(page, f"before-{theme}")
        page.get_by_role("button", name="Play today's deals").click()
        expect(page.get_by_text("Deal 1 of 8", exact=True)).to_be_visible()
        expect(page.locator(".unseen li", has_text="Your cards").first).to_be_attached()
        expect(page.locator("li", has_text="You are back")).to_have_count(0)
        shot(page, f"table-{theme}")
        page.get_by_role("button", name="Table menu").click()
        expect(page.get_by_role("link", name="Go on later")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Leave|break|bot"))).to_have_count(0)
        shot(page, f"menu-{theme}")
        page.keyboard.press("Escape")
        play(page, until=page.get_by_role("link", name="Results of the day").is_visible)
        expect(page.get_by_text("Every pack was dealt fairly")).to_be_visible()
        shot(page, f"over-{theme}")
        page.get_by_role("link", name="Results of the day").click()
        expect(page.get_by_text(re.compile(r"points, par [+−]?\d+, place \d of \d"))).to_be_visible()
        expect(
            page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Par")).get_by_role("cell")
        ).to_have_count(8)
        expect(page.get_by_role("button", name="Practise these deals")).to_be_visible()
        shot(page, f"result-{theme}")
        assert not axe_in_both_languages(who)
        page.goto("/")
        expect(card(page, "The day's deals")).to_contain_text(
            re.compile(r"points, par [+−]?\d+.*place \d of \d.*1 day in a row")
        )
        expect(home.locator(".back")).to_have_count(0)
        shot(page, f"home-{theme}")
        assert not axe_in_both_languages(who)


def test_a_game_goes_on_after_one_leaves_and_a_past_day_has_no_place(visit: Visit) -> None:
    who = visit(DESK)
    likes(who, name="Eve", speed="still", firstDealHelp="off")
    page = who.page
    page.goto("/day/2026-01-02?rules=uka")
    expect(page.get_by_text("This day is over")).to_be_visible()
    page.get_by_text("Who chose these deals?").click()
    expect(page.get_by_text("Your browser has checked")).to_be_visible()
    page.get_by_role("button", name="Play the deals of this day").click()
    expect(page.locator(".unseen li", has_text="The deals of 2026-01-02")).to_be_attached()
    page.wait_for_function(NOTED)
    address = page.url
    page.goto("/day/2026-01-02?rules=uka")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)  # the packs follow from the seed and the ruleset
    page.evaluate(FORGED)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The packs of your game do not follow from the seed of this day.")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".unseen li", has_text="Your cards")).to_be_attached()
    assert page.url.split("#")[0] == address.split("#")[0]
    page.goto("/day/2099-01-01?rules=uka")
    expect(page.get_by_role("alert")).to_contain_text("There are deals from 2026-01-01 to")
