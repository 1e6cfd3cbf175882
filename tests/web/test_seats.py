"""A guest comes during a deal. They get a bot's seat at the next deal, or now if the host lets them in."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .browser import DESK, PHONE, Visitor
from .playing import PLAIN, likes, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
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
    ben.page.get_by_role("button", name="Sit down: East").click()
    expect(ben.page.get_by_text(WAITS)).to_be_visible()
    return ben.page


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
