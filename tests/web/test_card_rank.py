"""A right-click or a long press on a card tells what the card is now, and never plays it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.seats import Seat

from .browser import PHONE, Visitor
from .playing import axe_in_both_languages, calls, hand
from .test_moments import Table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def left_bower(deal: Deal) -> Card:
    """Return the left bower if the suit of the upcard becomes trump."""
    suit = deal.upcard.suit
    assert suit
    return Card(f"J{suit.next.value}")


def rank(page: Page) -> Locator:
    return page.locator("[popover]:popover-open")


def own(page: Page, card: Card) -> Locator:
    return page.get_by_role("group", name="Your hand").locator(f"[data-card='{card}']")


def rests(page: Page, at: Locator) -> Callable[[], object]:
    """Put a finger on an element, and return a function that lifts it."""
    box = at.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    return lambda: session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_press_tells_what_a_card_is_now(visit: Visit) -> None:
    at = Table(
        lambda: visit(PHONE, has_touch=True),
        "north_american",
        {},
        lambda deal: left_bower(deal) in deal.hand(Seat.SOUTH),
        dealer=Seat.WEST,
    )
    page, bower = at.page, own(at.page, left_bower(at.deal))
    expect(calls(page)).to_have_count(3)
    upcard = page.locator("[data-at=turned]").bounding_box()
    assert upcard
    page.mouse.click(upcard["x"] + 20, upcard["y"] + 20, button="right")
    expect(rank(page)).to_contain_text("trump if trump is")
    page.keyboard.press("Escape")
    expect(rank(page)).to_have_count(0)
    page.get_by_role("button", name="Order it up", exact=True).click()
    at.until(lambda: calls(page).count() == 0 and hand(page).count() > 0)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    bower.click(button="right", force=True)
    expect(rank(page)).to_have_text(re.compile("^Jack of .*: left bower, the second highest trump[.]$"))
    expect(page.get_by_role("log")).to_contain_text("left bower, the second highest trump")
    assert axe_in_both_languages(at.ana) == []
    bower.click(button="right", force=True)
    expect(rank(page)).to_have_count(0)
    lift = rests(page, bower)
    expect(rank(page)).to_be_visible()
    lift()
    bower.tap(force=True)  # closes what is told, and plays nothing
    expect(rank(page)).to_have_count(0)
    expect(cards).to_have_count(5)
    for playable in [card for card in cards.all() if card.get_attribute("aria-disabled") == "false"][:1]:
        lift = rests(page, playable)
        expect(rank(page)).to_be_visible()
        lift()
        page.locator("h1").dispatch_event("pointerdown")
        expect(rank(page)).to_have_count(0)
        expect(cards).to_have_count(5)
        playable.tap()
        expect(cards).to_have_count(4)
