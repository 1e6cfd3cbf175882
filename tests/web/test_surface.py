"""The surface of the table: nothing on it is covered, cut off or lost, and nothing shifts while it loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import DESK, PHONE, SETTLED, Visitor
from .playing import PLAIN, calls, hand, play, table
from .test_still import WATCH, shifts

pytestmark = [pytest.mark.browser, pytest.mark.server]

LOW = (740, 360)
SIZES = (PHONE, LOW, DESK)
ON_TOP = """((selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(found) && (element.contains(found) || found.contains(element));
}))"""
"""Whether the middle of each element is visible. The element under it may not catch the pointer."""
CARDS_UNDER = """(selector) => {
  const over = document.querySelector(selector).getBoundingClientRect();
  const apart = (one) =>
    one.right <= over.left || one.left >= over.right || one.bottom <= over.top || one.top >= over.bottom;
  const seen = [...document.querySelectorAll(".board .thing")].filter((card) =>
    card.checkVisibility({ visibilityProperty: true }));
  return seen.filter((card) => !apart(card.getBoundingClientRect())).length;
}"""
"""The number of visible cards that an element covers."""


LAID_OUT = f"""async () => {{
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await {SETTLED};
}}"""
"""JavaScript that waits for two frames, so that all observers of sizes have run, and for what moves because of them."""


def resized(page: Page, size: tuple[int, int]) -> None:
    """Resize the window, and wait until the page is laid out for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(f"() => innerWidth === {size[0]}")
    page.wait_for_timeout(100)
    page.evaluate(LAID_OUT)


def test_nothing_covers_the_dealers_disc_the_trump_or_a_card(visit: Callable[..., Visitor]) -> None:
    ana = visit(DESK)
    page = ana.page
    form: dict[str, Any] = {"changes": {"target": 0, "deals": 1}, "settings": PLAIN}
    page.goto(table(ana, **form))
    play(page, until=lambda: calls(page).count() > 0)
    expect(page.locator(".board .chip").first).to_have_css("opacity", "0")  # the turn-up and the calls lie there
    for size in SIZES:
        resized(page, size)
        page.wait_for_function(f"() => {ON_TOP}('.board .dealer').every(Boolean)")
    play(page, until=lambda: hand(page).count() > 0 and not calls(page).count())
    trump = page.locator(".board .trump .sign")
    first = page.get_by_role("group", name="Your hand").get_by_role("button").first
    first.focus()  # lifts the card
    ana.context.set_offline(True)
    expect(page.locator(".banner p")).to_be_visible()
    for size in SIZES:
        resized(page, size)
        page.wait_for_function(f"() => {ON_TOP}('.board .dealer').every(Boolean)")
        assert page.evaluate(CARDS_UNDER, ".banner p") == 0, size
        box, lifted = trump.bounding_box(), first.bounding_box()
        assert box is not None
        assert lifted is not None
        assert box["width"] >= 32, size
        assert lifted["y"] + lifted["height"] <= size[1], size
        assert not page.evaluate(CARDS_UNDER, ".board .trump .sign"), size
    ana.context.set_offline(False)
    expect(page.locator(".banner p")).to_be_hidden()
    ana.faults.clear()  # the browser logs a lost network as an error


def test_cards_use_a_desk_and_move_by_transform_only(visit: Callable[..., Visitor]) -> None:
    ana = visit(DESK)
    ana.page.goto(table(ana, changes={"target": 0, "deals": 1}, settings=PLAIN))
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    box = hand(ana.page).first.bounding_box()
    assert box is not None
    assert box["width"] >= 150
    moved = "[...new Set([...document.querySelectorAll('.thing')].map(it => getComputedStyle(it).transitionProperty))]"
    assert ana.page.evaluate(moved) == ["transform"]


def test_nothing_shifts_while_the_home_page_loads(visit: Callable[..., Visitor]) -> None:
    ana = visit(DESK)
    ana.page.add_init_script(WATCH)
    ana.page.goto("/", wait_until="networkidle")
    assert sum(shift["share"] for shift in shifts(ana.page)) < 0.01, shifts(ana.page)
    faces = ana.page.evaluate("document.fonts.ready.then(() => [...document.fonts].map(({ status }) => status))")
    assert "loaded" in faces
