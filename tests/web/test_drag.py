"""A card of the hand is dragged to the trick, by the mouse and by a finger."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.seats import Seat

from .browser import Visitor
from .playing import calls, hand
from .test_card_rank import left_bower
from .test_moments import Table, prompt

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
Point = tuple[float, float]


def middle(at: Locator) -> Point:
    box = at.bounding_box()
    assert box
    return box["x"] + box["width"] / 3, box["y"] + box["height"] / 2


def by_mouse(page: Page, card: Locator, to: Point) -> None:
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def by_finger(page: Page, card: Locator, to: Point) -> None:
    """Drag with a finger for 0.1 s by the times of its events, so that a busy machine makes no long press of it."""
    session = page.context.new_cdp_session(page)
    (x, y), (right, down), begun = middle(card), to, time.time()

    def touch(kind: str, after: int, *points: dict[str, float]) -> None:
        event = {"type": kind, "touchPoints": points, "timestamp": begun + after / 50}
        session.send("Input.dispatchTouchEvent", event)

    touch("touchStart", 0, {"x": x, "y": y})
    for step in range(1, 6):
        touch("touchMove", step, {"x": x + (right - x) * step / 5, "y": y + (down - y) * step / 5})
    touch("touchEnd", 5)


def test_a_card_is_dragged_to_the_trick(visit: Visit) -> None:
    at = Table(
        lambda: visit(has_touch=True),
        "north_american",
        {},
        lambda deal: left_bower(deal) in deal.hand(Seat.SOUTH),
        dealer=Seat.WEST,
    )
    page = at.page
    expect(calls(page)).to_have_count(3)
    page.get_by_role("button", name="Order it up", exact=True).click()
    at.until(lambda: calls(page).count() == 0 and hand(page).count() > 0)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    trick = middle(page.locator("[data-at=trick]").first)
    refused = cards.and_(page.locator("[aria-disabled=true]")).first
    by_mouse(page, refused, trick)
    expect(prompt(page, re.compile("were led: follow suit"))).to_have_class(re.compile("notice"))
    by_mouse(page, hand(page).first, (20, 400))
    expect(cards).to_have_count(5)
    expect(page.locator(".dragged")).to_have_count(0)
    by_mouse(page, hand(page).first, trick)
    expect(cards).to_have_count(4)
    at.until(lambda: page.get_by_role("button", name="Continue").count() == 0 and hand(page).count() > 0)
    by_finger(page, hand(page).first, trick)
    expect(cards).to_have_count(3)
