"""A guest comes during a deal. They get a bot's seat at the next deal, or now if the host lets them in."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike

from .browser import DESK, PHONE, TABLET, Visitor
from .playing import PLAIN, likes, over, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = [PHONE, (844, 390), (390, 844), TABLET, DESK, (1920, 1080)]
TOUCH = 44
"""The least width and height of something to press, in CSS pixels."""
WAITS = "You'll take East's seat at the next deal."


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.wait_for_timeout(500)
        page.screenshot(path=f"{folder}/{name}.png")


def guest(visit: Visit, address: str, size: tuple[int, int] = DESK) -> Page:
    ben = visit(size)
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    ben.page.get_by_role("button", name="Take a bot's seat").click()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    ben.page.get_by_role("group", name="East").get_by_role("button", name="Sit down: East").click()
    expect(ben.page.get_by_text(WAITS)).to_be_visible()
    return ben.page


def lit(page: Page) -> Locator:
    """Return the seats that the person may take now."""
    return page.get_by_role("group").get_by_role("button", name=re.compile("^Sit down: "))


def own_hand(page: Page) -> int:
    return page.get_by_role("group", name="Your hand").count()


def test_the_seat_is_taken_at_the_next_deal(visit: Visit) -> None:
    ana = visit(PHONE)
    address = table(ana, settings={"rest_ms": 0} | PLAIN)
    ana.page.goto(address)
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    ben = guest(visit, address)
    assert not own_hand(ben)
    expect(ben.get_by_role("group", name="East")).to_contain_text("bot, then Ben")
    shot(ben, "seats-waits-desk")
    shot(ana.page, "seats-host-phone")
    play(ana.page, until=lambda: ana.page.get_by_role("group", name="Ben").count() > 0)
    expect(ben.get_by_text(WAITS)).to_be_hidden()
    expect(ben.get_by_role("group", name="Your hand")).to_be_visible()


def test_the_host_lets_somebody_in_and_everybody_is_informed(visit: Visit) -> None:
    ana = visit(DESK)
    address = table(ana, settings=PLAIN)
    ana.page.goto(address)
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    ben = guest(visit, address, PHONE)
    watcher = visit()
    likes(watcher, name="Eve", speed="still")
    watcher.page.goto(address)
    shot(ben, "seats-waits-phone")
    ana.page.get_by_role("button", name="1 waiting for a seat").click()
    shot(ana.page, "seats-sheet-desk")
    assert not ana.axe()
    ana.page.get_by_role("button", name="Let in now").click()
    expect(ben.get_by_role("group", name="Your hand")).to_be_visible()
    told = re.compile("The host let Ben take over East.s hand from the bot")
    for page in (ana.page, watcher.page, ben):
        expect(page.get_by_text(told).first).to_be_visible()
    shot(ben, "seats-in-phone")
    shot(watcher.page, "seats-told-desk")


@pytest.mark.daily(1)
@alike("size", *SIZES, daily=2)
def test_the_bots_seats_are_lit_at_the_table_and_chosen_there(visit: Visit, size: tuple[int, int]) -> None:
    ana, ben = visit(), visit(size)
    address = table(ana, seat="west", settings=PLAIN)
    ana.page.goto(address)
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    take = ben.page.get_by_role("button", name="Take a bot's seat")
    expect(take).to_be_visible()
    expect(lit(ben.page)).to_have_count(0)
    take.press("Enter")
    expect(lit(ben.page)).to_have_count(3)
    expect(lit(ben.page).and_(ben.page.locator(":focus"))).to_have_count(1)
    expect(ben.page.get_by_role("button", name="Sit down: West")).to_have_count(0)  # Ana's
    for seat in lit(ben.page).all():
        seat.click(trial=True)  # nothing covers it
        box = seat.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    assert not ben.axe()
    shot(ben.page, f"seats-lit-{size[0]}")
    ben.page.keyboard.press("Escape")
    expect(lit(ben.page)).to_have_count(0)
    expect(take).to_be_focused()
    take.press("Enter")
    ben.page.get_by_role("button", name="Sit down: East").press("Enter")
    expect(ben.page.get_by_text(WAITS)).to_be_visible()
    expect(lit(ben.page)).to_have_count(0)


def test_a_bots_seat_is_chosen_from_the_menu_after_the_game(visit: Visit) -> None:
    ana, ben = visit(), visit(PHONE)
    address = table(ana, changes={"target": 0, "deals": 1}, settings=PLAIN)
    ana.page.goto(address)
    play(ana.page, until=lambda: over(ana.page))
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    expect(ben.page.get_by_role("region", name="The game is over")).to_be_visible()
    ben.page.get_by_role("button", name="Table menu").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Take a bot's seat").click()
    expect(lit(ben.page)).to_have_count(3)
    ben.page.get_by_role("button", name="Sit down: North").click()
    expect(ana.page.get_by_role("log")).to_contain_text("Ben took the North seat.")
    expect(ben.page.get_by_role("region", name="The game is over")).to_be_visible()
    expect(lit(ben.page)).to_have_count(0)
