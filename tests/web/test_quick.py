"""Quick game: people who want the same rules meet at one table; others play with bots, who have names and faces."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.process import Serving

from .browser import DESK, PHONE, Visitor
from .known import serving
from .playing import axe_in_both_languages, likes

pytestmark = [pytest.mark.browser, pytest.mark.server]

BOT = re.compile(r"^Bot \w+$")


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Serving]:
    """Yield a server with nobody else on it; its bots have names."""
    with serving(tmp_path, named=True) as running:
        yield running


def asks(visitor: Visitor, name: str, rules: str) -> Page:
    likes(visitor, name=name, speed="still", rules=rules)
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Quick game").click()
    expect(visitor.page.get_by_role("region", name="Before the game").or_(plate(visitor.page, "You"))).to_be_visible()
    return visitor.page


def plate(page: Page, name: str | re.Pattern[str]):  # type: ignore[no-untyped-def]
    return page.locator(".seat[role=group]").and_(page.get_by_role("group", name=name))


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.wait_for_timeout(500)
        page.screenshot(path=f"{folder}/{name}.png")


def test_four_people_meet_and_two_who_want_other_rules_do_not(browser: Browser, real: Serving) -> None:
    visitors = [Visitor(browser, real.at, PHONE if number == 5 else DESK) for number in range(6)]
    try:
        eve = asks(visitors[4], "Eve", "knock")
        fay = asks(visitors[5], "Fay", "bicycle")
        shot(eve, "quick-wait-desk")
        shot(fay, "quick-wait-phone")
        ana = asks(visitors[0], "Ana", "cardgames")
        expect(ana.get_by_text("1 of 4 players here.")).to_be_visible()
        expect(ana.get_by_text(re.compile(r"Bots join in \d+ seconds?\."))).to_be_visible()
        assert not axe_in_both_languages(visitors[0])
        others = [asks(visitors[number], name, "cardgames") for number, name in enumerate(("Ben", "Caro", "Dan"), 1)]
        for page in (ana, *others):
            expect(plate(page, "You")).to_be_visible()
            expect(page.locator(".seat svg.face")).to_have_count(0)
        assert len({page.url.partition("#")[0] for page in (ana, *others)}) == 1
        assert eve.url.partition("#")[0] != fay.url.partition("#")[0]
        for page in (eve, fay):
            page.get_by_role("button", name="Start with bots now").click()
            expect(plate(page, BOT)).to_have_count(3)
            expect(page.locator(".seat svg.face")).to_have_count(3)
        shot(fay, "quick-bots-phone")
        assert not [fault for visitor in visitors for fault in visitor.faults]
    finally:
        for visitor in visitors:
            visitor.close()


def test_who_stops_waiting_frees_the_seat(browser: Browser, real: Serving) -> None:
    ana, ben = Visitor(browser, real.at, DESK), Visitor(browser, real.at, DESK)
    try:
        one = asks(ana, "Ana", "knock")
        other = asks(ben, "Ben", "knock")
        expect(other.get_by_text("2 of 4 players here.")).to_be_visible()
        one.get_by_role("button", name="Stop waiting").click()
        expect(one.get_by_role("button", name="Quick game")).to_be_visible()
        expect(other.get_by_text("1 of 4 players here.")).to_be_visible()
        expect(one.get_by_text("1 waiting for Knock Euchre")).to_be_visible()
        shot(one, "quick-home-desk")
        assert not ana.axe()
    finally:
        ana.close()
        ben.close()
