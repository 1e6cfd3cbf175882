"""Phones: lessons fit the first screen, and bubbles, plates, the pack, trump and the first deal's banner have room.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.alike import alike
from uka import rulesets
from uka.core.seats import Seat

from .browser import Visitor, every
from .known import known, serving
from .playing import PLAIN, calls, commits, hand, likes, play, table
from .test_chips import to_trick
from .test_fit import apart, box, boxes
from .test_moments import Table
from .test_surface import resized
from .test_zoom import beside, on_screen

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = ((360, 740), (390, 844), (844, 390), (820, 1180), (1440, 900), (1920, 1080))
ONE_DEAL: dict[str, Any] = {"changes": {"target": 0, "deals": 1, "draw": "random"}, "settings": PLAIN}
LESSONS = ("calling/1", "calling/2", "calling/5", "discard/1", "following/2")
CUT = """(found) => found.filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none"
  && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
  .map((one) => one.textContent)"""
"""JavaScript that returns the texts of the visible elements that do not show all of their text."""


@pytest.fixture
def named(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Return a function that opens a visitor's browser at a server whose bots have names."""
    visitors = list[Visitor]()
    with serving(tmp_path_factory.mktemp("named"), named=True) as running:

        def come(size: tuple[int, int], **options: Any) -> Visitor:
            visitors.append(Visitor(browser, running.at, size, **options))
            return visitors[-1]

        yield come
        faults = [fault for visitor in visitors for fault in visitor.faults]
        for visitor in visitors:
            visitor.close()
        assert not faults


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def sits(ana: Visitor, dealer: Seat) -> Page:
    """Seat a visitor at a table of bots that pass, with a given first dealer."""
    commits(ana, known(rulesets.find("uka").changed(ONE_DEAL["changes"]), dealer=dealer))
    ana.page.goto(table(ana, **ONE_DEAL))
    return ana.page


@pytest.mark.daily(1)
@alike("size", *SIZES, daily=3)
def test_a_lesson_shows_its_table_and_the_hand_on_the_first_screen(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size).page
    for place in LESSONS:
        page.goto(f"/help/uka/{place}", wait_until="networkidle")
        own = page.get_by_role("group", name="Your hand").get_by_role("button")
        expect(own).to_have_count(6 if place.startswith("discard") else 5)
        resized(page, size)
        shot(page, f"lesson-{place.replace('/', '-')}-{size[0]}")
        assert page.evaluate("scrollY") == 0
        assert on_screen(page, own), place
        assert on_screen(page, page.get_by_role("heading", level=2)), place
        assert on_screen(page, page.get_by_role("region", name="The table", exact=True)), place
        assert beside(page) <= 0
        for plate in boxes(page.locator(".seat[role=group]")):
            assert all(apart(plate, button) for button in map(box, calls(page).all())), place
        if calls(page).count():
            assert on_screen(page, calls(page)), place
            assert all(button["height"] >= 44 for button in boxes(calls(page)))
        if place in ("calling/1", "calling/2"):
            card = box(page.locator("[data-at=turned]"))
            assert card["width"] >= 40, place
            assert all(apart(card, button) for button in boxes(calls(page))), place


def test_no_bubble_covers_another_or_a_name(named: Visit) -> None:
    ana = named(SIZES[0])
    page = sits(ana, Seat.SOUTH)
    play(page, until=lambda: calls(page).count() > 0)
    expect(page.locator(".bubble")).to_have_count(3)
    for size in SIZES:
        resized(page, size)
        shot(page, f"bubbles-{size[0]}")
        said, plates = boxes(page.locator(".bubble")), boxes(page.locator(".seat[role=group]"))
        assert all(apart(one, other) for one, other in combinations(said, 2)), size
        assert all(apart(one, plate) for one in said for plate in plates), size
        assert all(apart(one, box(page.get_by_title("your partner"))) for one in said), size
        assert on_screen(page, page.locator(".bubble")), size
    page.goto("/help/uka/calling/5")
    for size in SIZES:
        resized(page, size)
        said, plates = boxes(page.locator(".bubble")), boxes(page.locator(".seat[role=group]"))
        assert all(apart(one, other) for one, other in combinations(said, 2)), size
        assert all(apart(one, plate) for one in said for plate in plates), size
        assert all(apart(one, button) for one in said for button in boxes(calls(page))), size


def test_nothing_said_or_asked_covers_a_card_of_a_low_table(named: Visit) -> None:
    ana = named((844, 390))
    page = sits(ana, Seat.SOUTH)
    play(page, until=lambda: calls(page).count() > 0)
    expect(page.locator(".bubble")).to_have_count(3)
    for size in ((844, 390), (932, 430), (740, 360)):
        resized(page, size)
        shot(page, f"asked-{size[0]}")
        cards = boxes(page.locator("[data-at=hand], [data-at=turned]"))
        assert len(cards) == 21
        for over in boxes(page.locator(".bubble, .prompt, .calls[role=group]")):
            assert all(apart(over, card) for card in cards), size


@pytest.mark.exhaustive
def test_no_bubble_covers_the_sign_that_shows_trump(visit: Visit) -> None:
    at = Table(visit, "north_american", dealer=Seat.SOUTH, ben=Seat.NORTH)
    at.ben.get_by_role("button", name="Order it up", exact=True).click()
    expect(at.page.locator(".trump .sign")).to_be_visible()
    for size in SIZES:
        resized(at.page, size)
        shot(at.page, f"ordered-{size[0]}")
        sign, said = at.page.locator(".trump"), at.page.locator(".bubble")
        assert said.count() > 0
        assert all(apart(box(sign), bubble) for bubble in boxes(said)), size
        assert on_screen(at.page, said), size


def test_a_plate_shows_the_whole_name_and_covers_no_pack(named: Visit) -> None:
    ana = named(SIZES[0])
    page = sits(ana, Seat.WEST)
    to_trick(page, 3)
    expect(page.locator(".seat .dealer")).to_have_count(1)
    for size in (*SIZES, (740, 360)):
        resized(page, size)
        shot(page, f"plates-{size[0]}")
        assert page.locator(".seat .name").evaluate_all(CUT) == [], size
        assert page.locator(".seat .state").evaluate_all(CUT) == [], size
        pack = boxes(page.locator("[data-at=pack]"))
        for plate in boxes(page.locator(".seat[role=group]")):
            assert all(apart(plate, card) for card in pack), size
        for kept in boxes(page.locator("[data-at=kept]")):
            assert all(apart(kept, card) for card in pack), size
        around = page.locator("header.score")
        assert apart(box(around.locator(".side").last), box(around.locator(".deals"))), size


def test_a_bots_plate_tells_its_level(named: Visit) -> None:
    ana = named(SIZES[1])
    page = ana.page
    page.goto(table(ana, settings={"bots": "club"}))
    play(page, until=lambda: calls(page).count() + hand(page).count() > 0)
    levels = page.locator(".seat .level")
    for size in SIZES:
        resized(page, size)
        if size != (844, 390):  # there a plate is one line
            expect(levels.first).to_have_text("Club player")
            expect(levels.first).to_be_visible()
        assert levels.evaluate_all(CUT) == [], size
        expect(page.locator(".seat .name:visible").filter(has_not_text="You")).to_have_count(3)


def test_the_caption_of_trump_is_whole(visit: Visit) -> None:
    page = visit(SIZES[0]).page
    page.goto("/help/uka/following/2")
    caption = page.locator(".trump .made small")
    expect(caption).to_have_text("North called")
    for size in SIZES:
        resized(page, size)
        assert page.locator(".trump :is(b, small)").evaluate_all(CUT) == [], size
        sign = {**box(page.locator(".trump"))}
        sign["height"] -= 1  # at a desk, the sign ends where the plate at the right begins
        assert on_screen(page, page.locator(".trump")), size
        assert all(apart(sign, plate) for plate in boxes(page.locator(".seat[role=group]"))), size


@pytest.mark.daily(1)
@alike("size", (390, 844), (360, 740), (844, 390), daily=3)
def test_the_banner_of_the_first_deal_is_small_and_ends_with_the_deal(visit: Visit, size: tuple[int, int]) -> None:
    ana = visit(size)
    likes(ana, name="Ana", speed="still", firstDealHelp="ask")
    page = ana.page
    page.goto(table(ana, changes={"target": 0, "deals": 2}, settings=PLAIN))
    banner = page.get_by_role("complementary", name="Your first deal")
    expect(banner.get_by_role("button", name="Show me the ropes")).to_be_visible()
    assert box(banner)["height"] <= 64
    page.keyboard.press("Tab")
    banner.get_by_role("button", name="No, thanks").focus()
    ring = banner.get_by_role("button", name="No, thanks").evaluate("(one) => getComputedStyle(one).outlineColor")
    assert ring != "rgb(255, 255, 255)"
    following = page.get_by_role("button", name="Next deal")
    play(page, until=following.is_visible)
    expect(banner).to_have_count(0)
    assert not ana.axe()


@pytest.mark.daily(1)
@alike("size", (390, 844), (360, 740), daily=2)
def test_the_help_of_the_first_deal_is_small(visit: Visit, size: tuple[int, int]) -> None:
    ana = visit(size)
    likes(ana, name="Ana", speed="still", firstDealHelp="show")
    page = sits(ana, Seat.SOUTH)
    banner = page.get_by_role("complementary", name="Your first deal")
    play(page, until=lambda: calls(page).count() > 0)
    expect(banner).to_contain_text("three good cards")
    assert box(banner)["height"] <= 92
    assert len(every(calls(page))) > 1
