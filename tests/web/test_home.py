"""The home page: its live cards, which hold their place and tell nothing that is not to be known, and what left it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.alike import alike
from tests.clock import NOON
from tests.server.process import Serving

from .browser import DESK, PHONE, Visitor
from .known import serving
from .playing import axe_in_both_languages, likes
from .test_puzzles import click, of_day, verdict
from .test_still import MAX_SHIFT, WATCH, shifts

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
ASKED = re.compile(r"/api/(puzzles|days)\b")
"""The requests of the live cards."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Run a server on whose clock no day ends during the tests."""
    with serving(tmp_path_factory.mktemp("data"), clock=NOON) as running:
        yield running


def card(page: Page, title: str) -> Locator:
    """Return a live card, once it is in view, which is when the page loads it."""
    page.get_by_role("main").get_by_role("link", name="How to play").scroll_into_view_if_needed()
    return page.get_by_role("main").get_by_role("link", name=title)


def test_todays_puzzle_is_a_card_that_tells_the_run_of_days_once_it_is_solved(visit: Visit) -> None:
    ana = visit(PHONE)
    likes(ana, rules="tainui")
    page = ana.page
    page.clock.set_fixed_time(NOON)
    page.goto("/")
    puzzle = card(page, "Today's puzzle")
    expect(puzzle).to_contain_text("Uka at the Tainui Games")
    expect(puzzle).not_to_contain_text("in a row")
    best = of_day(NOON.date())
    shown = puzzle.locator("svg.card")
    expect(shown).not_to_have_count(0)
    puzzle.click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    click(page, best.best[0])
    expect(verdict(page)).to_contain_text("Solved!")
    page.goto("/")
    expect(card(page, "Today's puzzle")).to_contain_text(re.compile("Solved today.*1 day in a row"))
    assert not axe_in_both_languages(ana)


@alike("size", PHONE, DESK)
def test_the_live_cards_hold_their_place(visit: Visit, size: tuple[int, int]) -> None:
    ana = visit(size)
    page = ana.page
    page.add_init_script(WATCH)
    waiting = list[Route]()
    hold = waiting.append
    page.route(ASKED, lambda route: hold(route))
    page.goto("/")
    below = page.get_by_role("main").get_by_role("link", name="How to play")
    below.scroll_into_view_if_needed()
    expect(page.get_by_text("online")).to_be_visible()
    expect(page.locator(".cards")).to_be_visible()
    before = below.bounding_box()
    hold = Route.continue_
    for route in waiting:
        route.continue_()
    for title in ("Today's puzzle", "The day's deals"):
        expect(page.get_by_role("main").get_by_role("link", name=title)).to_be_visible()
    assert below.bounding_box() == before
    assert sum(shift["share"] for shift in shifts(page) if not shift["asked"]) < MAX_SHIFT, shifts(page)


def test_without_an_answer_the_live_cards_are_left_out(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    page.route(ASKED, lambda route: route.abort())
    page.goto("/")
    with page.expect_request(ASKED):
        page.get_by_role("main").get_by_role("link", name="How to play").scroll_into_view_if_needed()
    expect(page.locator(".cards")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    ana.faults.clear()  # the browser logs each request that fails


def test_the_choice_of_a_seat_is_in_the_settings_and_not_on_the_home_page(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    expect(page.get_by_label("Bots", exact=True)).to_be_visible()
    expect(page.get_by_label("Your seat")).to_have_count(0)
    page.goto("/settings")
    page.get_by_label("Your seat").select_option("West")
    page.goto("/")
    page.get_by_role("button", name="Open a table").click()
    expect(
        page.get_by_role("listitem").filter(has_text="You").filter(has_text=re.compile("west", re.I))
    ).to_be_visible()
